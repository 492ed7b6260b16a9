// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "active": a batch of active pages was looked through; it ends its isolate. */

enum { NID, PRIORITY };

static const char *const fields[] = { "nid", "priority", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t node = mms_rule_int(rule, ev, NID);

	mms_for_each_span(s, ep->task)
		mms_span_note(s, ev->ts_ns, mms_rule_int(rule, ev, PRIORITY), MMS_UNKNOWN);
	return mms_lru_settle(ep, ep->task, node);
}

const struct mms_handler mms_ep_active = {
	.name = "active",
	.fields = fields,
	.run = run,
};
