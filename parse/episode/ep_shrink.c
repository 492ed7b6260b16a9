// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/*
 * "shrink inactive": a batch of pages went through reclaim. "shrink pageout":
 * the same on request of madvise or DAMON, outside of any reclaim.
 */

enum {
	NID,
	NR_SCANNED,
	NR_RECLAIMED,
	NR_DIRTY,
	NR_WRITEBACK,
	NR_CONGESTED,
	NR_IMMEDIATE,
	NR_ACTIVATE,
	NR_ACTIVATE_FILE,
	NR_REF_KEEP,
	NR_UNMAP_FAIL,
	PRIORITY,
	RECLAIM_FLAGS,
};

static const char *const fields[] = { "nid",           "nr_scanned",
				      "nr_reclaimed",  "nr_dirty",
				      "nr_writeback",  "nr_congested",
				      "nr_immediate",  "nr_activate|nr_activate0",
				      "nr_activate1",  "nr_ref_keep",
				      "nr_unmap_fail", "priority",
				      "reclaim_flags", NULL };

enum { ARG_INACTIVE, ARG_PAGEOUT };

static const char *const args[] = { "inactive", "pageout", NULL };

/* Which sum of rollup_lru a field goes into. */
static const struct {
	int field, value;
} sums[] = {
	{ NR_SCANNED, MMS_LRU_SHRINK_SCANNED },
	{ NR_RECLAIMED, MMS_LRU_RECLAIMED },
	{ NR_DIRTY, MMS_LRU_DIRTY },
	{ NR_WRITEBACK, MMS_LRU_WRITEBACK },
	{ NR_CONGESTED, MMS_LRU_CONGESTED },
	{ NR_IMMEDIATE, MMS_LRU_IMMEDIATE },
	{ NR_ACTIVATE, MMS_LRU_ACTIVATED },
	{ NR_ACTIVATE_FILE, MMS_LRU_ACTIVATED },
	{ NR_REF_KEEP, MMS_LRU_REF_KEEP },
	{ NR_UNMAP_FAIL, MMS_LRU_UNMAP_FAIL },
};

/* RECLAIM_WB_ANON 1, RECLAIM_WB_FILE 2; both or none with the mixed batches of old. */
static int64_t list_of(int64_t flags)
{
	if (flags == MMS_UNKNOWN || (flags & 3) == 3 || !(flags & 3))
		return MMS_UNKNOWN;
	return flags & 2 ? 2 : 0;
}

/* The isolate of the same batch knew it, else the counter event just before does. */
static int64_t cgroup_of(const struct mms_ep *ep, struct mms_batch *b, int64_t reclaimed)
{
	int64_t cgroup_id;

	if (!b)
		return MMS_UNKNOWN;
	cgroup_id = b->from_cgroup;
	if (cgroup_id == MMS_UNKNOWN && ep->lru.mglru != 1 && b->steal_value == reclaimed)
		cgroup_id = b->steal_cgroup;
	b->steal_cgroup = MMS_UNKNOWN;
	return cgroup_id;
}

/* Up to 4.10 the event has no more than scanned and reclaimed. */
static void init(struct mms_ep *ep, struct mms_rule *rule)
{
	if (rule->arg == ARG_INACTIVE && !rule->fields[NR_ACTIVATE])
		ep->cannot_tell |= 1ull << MMS_SPAN_ACTIVATED;
}

static void add_to_spans(const struct mms_ep *ep, int64_t node, int64_t priority,
			 const int64_t *values)
{
	mms_for_each_span(s, ep->task)
	{
		mms_span_note(s, ep->ts_ns, priority,
			      mms_family_reclaims(s->family) ? node : MMS_UNKNOWN);
		if (!mms_family_reclaims(s->family))
			continue;
		s->shrinks++;
		s->shrink_scanned = mms_sum(s->shrink_scanned, values[MMS_LRU_SHRINK_SCANNED]);
		mms_span_add(s, MMS_SPAN_RECLAIMED, values[MMS_LRU_RECLAIMED]);
		mms_span_add(s, MMS_SPAN_ACTIVATED, values[MMS_LRU_ACTIVATED]);
	}
}

static int run_inactive(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev,
			const int64_t *values)
{
	int64_t node = mms_rule_int(rule, ev, NID);
	int64_t key[MMS_LRU_NR_KEYS];
	int ret = mms_lru_settle(ep, ep->task, node);

	if (ret)
		return ret;
	ep->lru.nr_shrinks++;
	add_to_spans(ep, node, mms_rule_int(rule, ev, PRIORITY), values);
	mms_lru_key(ep, ep->task, list_of(mms_rule_int(rule, ev, RECLAIM_FLAGS)), 1, key);
	key[MMS_LRU_NODE] = node;
	key[MMS_LRU_FROM] = cgroup_of(ep, ep->task->batch, values[MMS_LRU_RECLAIMED]);
	return mms_lru_add(ep, key, values);
}

static int run_pageout(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev,
		       const int64_t *values)
{
	int64_t key[MMS_LRU_NR_KEYS];

	mms_lru_key(ep, ep->task, MMS_UNKNOWN, MMS_UNKNOWN, key);
	key[MMS_LRU_RECLAIMER] = MMS_RECLAIMER_PAGEOUT;
	key[MMS_LRU_NODE] = mms_rule_int(rule, ev, NID);
	return mms_lru_add(ep, key, values);
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t values[MMS_LRU_NR_VALUES] = { [MMS_LRU_SHRINKS] = 1 };

	for (size_t i = 0; i < MMS_ARRAY_SIZE(sums); i++) {
		int64_t n = mms_rule_int(rule, ev, sums[i].field);
		int64_t *sum = &values[sums[i].value];

		*sum = mms_sum(*sum, n == MMS_UNKNOWN ? 0 : n);
	}
	return rule->arg == ARG_PAGEOUT ? run_pageout(ep, rule, ev, values)
					: run_inactive(ep, rule, ev, values);
}

const struct mms_handler mms_ep_shrink = {
	.name = "shrink",
	.args = args,
	.fields = fields,
	.init = init,
	.run = run,
};
