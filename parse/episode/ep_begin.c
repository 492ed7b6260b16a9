// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "begin KIND": the event begins an episode of its task. */

enum { ORDER, GFP, NID, MEMCG_ID, SYNC, PRIORITY };

static const char *const fields[] = { "order", "gfp_flags|gfp_mask", "nid", "memcg_id",
				      "sync",  "priority",           NULL };

/* Compaction's begin says nothing of whom it serves: what came before it does. */
static void take_attempt(struct mms_span *s, const struct mms_attempt *attempt)
{
	s->v[MMS_SPAN_ORDER] = attempt->alloc_order;
	s->v[MMS_SPAN_GFP] = attempt->gfp;
	s->v[MMS_SPAN_NODE] = attempt->node;
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int family = rule->arg;
	struct mms_span *s;

	if (family <= MMS_FAMILY_NODE && family != MMS_FAMILY_SOFTLIMIT)
		mms_task_no_kswapd(ep->task); /* PF_MEMALLOC keeps it out of these */
	s = mms_span_begin(ep, family);
	if (!s)
		return -ENOMEM;
	s->v[MMS_SPAN_ORDER] = mms_rule_int(rule, ev, ORDER);
	s->v[MMS_SPAN_GFP] = mms_rule_int(rule, ev, GFP);
	s->v[MMS_SPAN_NODE] = mms_rule_int(rule, ev, NID);
	s->v[MMS_SPAN_MODE] = mms_rule_int(rule, ev, SYNC);
	s->v[MMS_SPAN_PRIORITY] = mms_rule_int(rule, ev, PRIORITY);
	if (family == MMS_FAMILY_COMPACTION)
		take_attempt(s, &ep->task->attempt);
	if (mms_family_reclaims(family)) {
		s->v[MMS_SPAN_FOR] = mms_rule_int(rule, ev, MEMCG_ID);
		ep->task->attempt = (struct mms_attempt){ MMS_UNKNOWN, MMS_UNKNOWN, MMS_UNKNOWN };
	}
	return mms_span_begun(ep, s);
}

const struct mms_handler mms_ep_begin = {
	.name = "begin",
	.args = mms_families,
	.fields = fields,
	.run = run,
	.add_arg = mms_family_add,
};
