// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "kswapd_wake": kswapd begins to work for its node. */

enum { NID, ORDER };

static const char *const fields[] = { "nid", "order", NULL };

/* kswapd that is woken in the nap before its sleep logs no sleep: this ends its cycle. */
static int end_cycle(struct mms_ep *ep)
{
	struct mms_span *s;

	if (!mms_span_valid(mms_span_find(ep->task, MMS_FAMILY_KSWAPD)))
		return 0;
	s = mms_span_end(ep, MMS_FAMILY_KSWAPD);
	return s ? mms_span_close(ep, s) : -ENOMEM;
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t node = mms_rule_int(rule, ev, NID);
	struct mms_span *s;
	int ret = end_cycle(ep);

	if (ret)
		return ret;
	mms_task_is_kswapd(ep->task, node);
	s = mms_span_begin(ep, MMS_FAMILY_KSWAPD);
	if (!s)
		return -ENOMEM;
	s->v[MMS_SPAN_NODE] = node;
	s->v[MMS_SPAN_ORDER] = mms_rule_int(rule, ev, ORDER);
	return mms_span_begun(ep, s);
}

const struct mms_handler mms_ep_kswapd_wake = {
	.name = "kswapd_wake",
	.fields = fields,
	.run = run,
};
