// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "kswapd_sleep": kswapd goes to sleep for good, its cycle ends. */

enum { NID };

static const char *const fields[] = { "nid", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t node = mms_rule_int(rule, ev, NID);
	struct mms_span *s;

	mms_task_is_kswapd(ep->task, node);
	s = mms_span_end(ep, MMS_FAMILY_KSWAPD);
	if (!s)
		return -ENOMEM;
	s->v[MMS_SPAN_NODE] = node;
	return mms_span_close(ep, s);
}

const struct mms_handler mms_ep_kswapd_sleep = {
	.name = "kswapd_sleep",
	.fields = fields,
	.run = run,
};
