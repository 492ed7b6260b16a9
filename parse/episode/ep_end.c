// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "end KIND": the event ends an episode of its task. */

enum { NR_RECLAIMED, STATUS, RETVAL, NID, MEMCG_ID, SYNC };

static const char *const fields[] = { "nr_reclaimed", "status", "retval", "nid",
				      "memcg_id",     "sync",   NULL };

/*
 * Shrinkers' return values are objects freed from 3.12 on; before, objects
 * left. The event cannot tell until 3.16, where it got a node.
 */
static void init(struct mms_ep *ep, struct mms_rule *rule)
{
	rule->variant = rule->fields[NID] != NULL;
	if (rule->arg == MMS_FAMILY_SLAB && !rule->variant)
		ep->cannot_tell |= 1ull << MMS_SPAN_SLAB_OBJECTS;
}

static void fill_reclaim(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev,
			 struct mms_span *s)
{
	int64_t nr = mms_rule_int(rule, ev, NR_RECLAIMED);

	s->v[MMS_SPAN_END] = nr;
	if (s->v[MMS_SPAN_FOR] == MMS_UNKNOWN)
		s->v[MMS_SPAN_FOR] = mms_rule_int(rule, ev, MEMCG_ID);
	if (s->v[MMS_SPAN_NODE] == MMS_UNKNOWN && !s->nodes_differ)
		s->v[MMS_SPAN_NODE] = mms_rule_int(rule, ev, NID);
	/* 1 can mean "nothing freed, but compaction may go on". */
	if (nr > 1)
		ep->lru.nr_reclaimed += (uint64_t)nr;
}

static void fill_slab(const struct mms_rule *rule, const struct mms_event *ev, struct mms_span *s)
{
	int64_t retval = mms_rule_int(rule, ev, RETVAL);

	s->v[MMS_SPAN_RESULT] = retval;
	if (s->v[MMS_SPAN_NODE] == MMS_UNKNOWN)
		s->v[MMS_SPAN_NODE] = mms_rule_int(rule, ev, NID);
	if (rule->variant && retval >= 0)
		s->v[MMS_SPAN_SLAB_OBJECTS] = retval;
}

static void fill_other(const struct mms_rule *rule, const struct mms_event *ev, struct mms_span *s)
{
	s->v[MMS_SPAN_RESULT] = mms_rule_int(rule, ev, STATUS);
	if (s->v[MMS_SPAN_MODE] == MMS_UNKNOWN)
		s->v[MMS_SPAN_MODE] = mms_rule_int(rule, ev, SYNC);
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	struct mms_span *s = mms_span_end(ep, rule->arg);

	if (!s)
		return -ENOMEM;
	if (rule->arg == MMS_FAMILY_SLAB)
		fill_slab(rule, ev, s);
	else if (mms_family_reclaims(rule->arg))
		fill_reclaim(ep, rule, ev, s);
	else
		fill_other(rule, ev, s);
	return mms_span_close(ep, s);
}

const struct mms_handler mms_ep_end = {
	.name = "end",
	.args = mms_families,
	.fields = fields,
	.init = init,
	.run = run,
	.add_arg = mms_family_add,
};
