// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "cgroup made", "cgroup gone": of any hierarchy; only that of memory counts. */

enum { ROOT, ID, PATH };

static const char *const fields[] = { "root", "id", "path", NULL };

enum { ARG_MADE, ARG_GONE };

static const char *const args[] = { "made", "gone", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	struct mms_cgroup_name name = { mms_rule_int(rule, ev, ROOT), mms_rule_int(rule, ev, ID),
					NULL, 0 };
	uint32_t len = 0;

	name.path = mms_rule_text(rule, ev, PATH, &len);
	name.len = len;
	if (!name.path || name.id == MMS_UNKNOWN)
		return 0;
	return rule->arg == ARG_MADE ? mms_cgroups_made(ep, &name) : mms_cgroups_gone(ep, &name);
}

const struct mms_handler mms_ep_cgroup = {
	.name = "cgroup",
	.args = args,
	.fields = fields,
	.run = run,
};
