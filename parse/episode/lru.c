// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse/episode/state.h"

/* The classic LRU never asks for more at once (SWAP_CLUSTER_MAX). */
#define CLASSIC_MAX_REQUEST 32

#define BATCHES_PER_CHUNK 256

struct mms_batch_chunk {
	struct mms_batch_chunk *next;
	struct mms_batch batches[BATCHES_PER_CHUNK];
};

void mms_lru_init(struct mms_ep *ep)
{
	ep->lru.mglru = ep->opts.mglru;
	ep->lru.has_isolate = mms_rules_have(ep->rules, ep->info->nr_types, "isolate", NULL);
	ep->lru.has_shrink = mms_rules_have(ep->rules, ep->info->nr_types, "shrink", "inactive");
}

void mms_lru_release(struct mms_ep *ep)
{
	while (ep->lru.chunks) {
		struct mms_batch_chunk *chunk = ep->lru.chunks;

		ep->lru.chunks = chunk->next;
		free(chunk);
	}
}

static int add_chunk(struct mms_lru_state *lru)
{
	struct mms_batch_chunk *chunk = malloc(sizeof(*chunk));

	if (!chunk)
		return -ENOMEM;
	chunk->next = lru->chunks;
	lru->chunks = chunk;
	for (int i = 0; i < BATCHES_PER_CHUNK; i++) {
		chunk->batches[i].next = lru->free;
		lru->free = &chunk->batches[i];
	}
	return 0;
}

/* Few threads reclaim: only these have one. */
static struct mms_batch *get_batch(struct mms_ep *ep, struct mms_task *task)
{
	struct mms_batch *b = task->batch;

	if (b)
		return b;
	if (!ep->lru.free && add_chunk(&ep->lru))
		return NULL;
	b = ep->lru.free;
	ep->lru.free = b->next;
	*b = (struct mms_batch){ .from_cgroup = MMS_UNKNOWN,
				 .scan_cgroup = MMS_UNKNOWN,
				 .steal_cgroup = MMS_UNKNOWN };
	task->batch = b;
	return b;
}

void mms_lru_drop(struct mms_ep *ep, struct mms_task *task)
{
	if (!task->batch)
		return;
	task->batch->next = ep->lru.free;
	ep->lru.free = task->batch;
	task->batch = NULL;
}

enum mms_scan_source mms_lru_scan_source(const struct mms_ep *ep)
{
	const struct mms_lru_state *lru = &ep->lru;

	/* Multi-gen LRU before 6.7 has no LRU events: pages are freed, but no batch is told. */
	if (!lru->may_be_mglru && lru->mglru == 1)
		return MMS_SCAN_NONE;
	if (!lru->nr_isolates && !lru->nr_shrinks && lru->nr_reclaimed)
		return MMS_SCAN_NONE;
	if (!lru->has_isolate || lru->list_by == MMS_LIST_BY_NOTHING)
		return lru->has_shrink ? MMS_SCAN_SHRINK : MMS_SCAN_NONE;
	return lru->mglru == 1 ? MMS_SCAN_ISOLATE_TAKEN : MMS_SCAN_ISOLATE_SCANNED;
}

int mms_lru_decide(struct mms_ep *ep, int mglru)
{
	ep->lru.mglru = mglru;
	return mms_spans_unhold(ep);
}

static const enum mms_reclaimer family_reclaimers[MMS_NR_FAMILIES] = {
	[MMS_FAMILY_DIRECT] = MMS_RECLAIMER_DIRECT,
	[MMS_FAMILY_MEMCG] = MMS_RECLAIMER_MEMCG,
	[MMS_FAMILY_SOFTLIMIT] = MMS_RECLAIMER_SOFTLIMIT,
	[MMS_FAMILY_NODE] = MMS_RECLAIMER_NODE,
	[MMS_FAMILY_KSWAPD] = MMS_RECLAIMER_KSWAPD,
	[MMS_FAMILY_BALANCE] = MMS_RECLAIMER_KSWAPD,
};

static const enum mms_reclaimer role_reclaimers[] = {
	[MMS_ROLE_NONE] = MMS_RECLAIMER_NONE,
	[MMS_ROLE_KSWAPD] = MMS_RECLAIMER_KSWAPD,
	[MMS_ROLE_KHUGEPAGED] = MMS_RECLAIMER_KHUGEPAGED,
};

enum mms_reclaimer mms_lru_reclaimer(const struct mms_task *task)
{
	if (task->role != MMS_ROLE_NONE)
		return role_reclaimers[task->role];
	mms_for_each_span(
		s, task) if (mms_family_reclaims(s->family)) return family_reclaimers[s->family];
	return MMS_RECLAIMER_NONE;
}

enum mms_reclaimer mms_lru_reclaimer_of(const struct mms_task *task, int family)
{
	if (task->role == MMS_ROLE_NONE && mms_family_reclaims(family))
		return family_reclaimers[family];
	return mms_lru_reclaimer(task);
}

/* The cgroup whose limit the innermost reclaim call serves. */
static int64_t for_cgroup(const struct mms_task *task)
{
	mms_for_each_span(s, task) if (mms_family_reclaims(s->family)) return s->v[MMS_SPAN_FOR];
	return MMS_UNKNOWN;
}

void mms_lru_key(const struct mms_ep *ep, const struct mms_task *task, int64_t lru,
		 int64_t inactive, int64_t *ret_key)
{
	const int64_t key[MMS_LRU_NR_KEYS] = {
		[MMS_LRU_SEGMENT] = ep->segments.id,
		[MMS_LRU_RECLAIMER] = mms_lru_reclaimer(task),
		[MMS_LRU_NODE] = task->role == MMS_ROLE_KSWAPD ? task->node : MMS_UNKNOWN,
		[MMS_LRU_BY] = task->cgroup_id,
		[MMS_LRU_FOR] = for_cgroup(task),
		[MMS_LRU_FROM] = MMS_UNKNOWN,
		[MMS_LRU_LRU] = lru,
		[MMS_LRU_INACTIVE] = inactive,
	};

	memcpy(ret_key, key, sizeof(key));
}

int mms_lru_add(struct mms_ep *ep, const int64_t *key, const int64_t *values)
{
	int64_t *sums = mms_tally_at(&ep->rollups.lru, key);

	if (!sums)
		return -ENOMEM;
	for (int i = 0; i < MMS_LRU_NR_VALUES; i++)
		sums[i] = mms_sum(sums[i], values[i]);
	return 0;
}

/* The multi-gen LRU emits the counter event of a batch just before its isolate. */
static int64_t counted_before(const struct mms_ep *ep, const struct mms_batch *b)
{
	return ep->lru.mglru != 0 && b->key[MMS_LRU_INACTIVE] == 1 &&
			       b->scan_cgroup != MMS_UNKNOWN &&
			       b->scan_value == b->values[MMS_LRU_TAKEN]
		       ? b->scan_cgroup
		       : MMS_UNKNOWN;
}

static int decide_by_isolate(struct mms_ep *ep, int64_t requested, int64_t inactive)
{
	struct mms_lru_state *lru = &ep->lru;

	lru->nr_isolates++;
	if (lru->mglru != 1 && lru->may_be_mglru && requested > CLASSIC_MAX_REQUEST)
		return mms_lru_decide(ep, 1);
	if (lru->mglru < 0 && (inactive == 0 || !lru->may_be_mglru))
		return mms_lru_decide(ep, 0);
	return 0;
}

int mms_lru_hold(struct mms_ep *ep, struct mms_task *task, int64_t lru, int64_t inactive,
		 const int64_t *values)
{
	struct mms_batch *b = get_batch(ep, task);
	int ret = b ? mms_lru_settle(ep, task, MMS_UNKNOWN) : -ENOMEM;

	if (!ret)
		ret = decide_by_isolate(ep, values[MMS_LRU_REQUESTED], inactive);
	if (ret)
		return ret;
	mms_lru_key(ep, task, lru, inactive, b->key);
	memcpy(b->values, values, sizeof(b->values));
	b->key[MMS_LRU_FROM] = counted_before(ep, b);
	b->pending = true;
	b->from_cgroup = b->key[MMS_LRU_FROM];
	b->scan_cgroup = MMS_UNKNOWN;
	b->steal_cgroup = MMS_UNKNOWN;
	return task->pid < 0 ? mms_lru_settle(ep, task, MMS_UNKNOWN) : 0;
}

/* The classic LRU emits it just behind the isolate, inside of the same lock. */
static bool counted_behind(const struct mms_ep *ep, const struct mms_batch *b, int64_t value)
{
	return b->pending && ep->lru.mglru != 1 && b->key[MMS_LRU_INACTIVE] == 1 &&
	       b->from_cgroup == MMS_UNKNOWN && b->values[MMS_LRU_SCANNED] == value;
}

int mms_lru_counter(struct mms_ep *ep, struct mms_task *task, enum mms_counter_role role,
		    int64_t cgroup_id, int64_t value)
{
	struct mms_batch *b;

	if (task->pid < 0)
		return 0; /* whose it is, is not told */
	b = get_batch(ep, task);
	if (!b)
		return -ENOMEM;
	if (role == MMS_COUNTER_STEAL) {
		b->steal_cgroup = cgroup_id;
		b->steal_value = value;
	} else if (counted_behind(ep, b, value)) {
		b->key[MMS_LRU_FROM] = cgroup_id;
		b->from_cgroup = cgroup_id;
	} else {
		b->scan_cgroup = cgroup_id;
		b->scan_value = value;
	}
	return 0;
}

int mms_lru_settle(struct mms_ep *ep, struct mms_task *task, int64_t node)
{
	struct mms_batch *b = task->batch;

	if (!b || !b->pending)
		return 0;
	b->pending = false;
	/* A batch that took nothing ends there: the next shrink is another one's. */
	if (b->key[MMS_LRU_NODE] == MMS_UNKNOWN && b->values[MMS_LRU_TAKEN])
		b->key[MMS_LRU_NODE] = node;
	return mms_lru_add(ep, b->key, b->values);
}

int mms_lru_forget(struct mms_ep *ep, struct mms_task *task)
{
	struct mms_batch *b = task->batch;
	int ret = mms_lru_settle(ep, task, MMS_UNKNOWN);

	if (!b)
		return 0;
	b->from_cgroup = MMS_UNKNOWN;
	b->scan_cgroup = MMS_UNKNOWN;
	b->steal_cgroup = MMS_UNKNOWN;
	return ret;
}

int mms_lru_finish(struct mms_ep *ep)
{
	/* Every one of many requests was small: so it was the classic LRU. */
	return mms_lru_decide(ep, ep->lru.mglru < 0 && ep->lru.nr_isolates ? 0 : ep->lru.mglru);
}
