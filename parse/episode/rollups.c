// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

const char *const mms_reclaimers[] = {
	[MMS_RECLAIMER_NONE] = "none",
	[MMS_RECLAIMER_KSWAPD] = "kswapd",
	[MMS_RECLAIMER_DIRECT] = "direct",
	[MMS_RECLAIMER_MEMCG] = "memcg",
	[MMS_RECLAIMER_SOFTLIMIT] = "softlimit",
	[MMS_RECLAIMER_NODE] = "node",
	[MMS_RECLAIMER_KHUGEPAGED] = "khugepaged",
	[MMS_RECLAIMER_PAGEOUT] = "pageout",
};

#define INT_COLUMN(name)                \
	{                               \
		name, MMS_CELL_KIND_INT \
	}

enum { EV_RUN, EV_SEGMENT, EV_TYPE, EV_N };

static const struct mms_load_column event_columns[] = {
	[EV_RUN] = INT_COLUMN("run_id"),
	[EV_SEGMENT] = INT_COLUMN("segment"),
	[EV_TYPE] = INT_COLUMN("type_id"),
	[EV_N] = INT_COLUMN("n"),
};

enum { SUM_RUN, SUM_SEGMENT, SUM_TYPE, SUM_FIELD, SUM_SUM };

static const struct mms_load_column sum_columns[] = {
	[SUM_RUN] = INT_COLUMN("run_id"),   [SUM_SEGMENT] = INT_COLUMN("segment"),
	[SUM_TYPE] = INT_COLUMN("type_id"), [SUM_FIELD] = { "field", MMS_CELL_KIND_TEXT },
	[SUM_SUM] = INT_COLUMN("sum"),
};

enum { MEMCG_TYPE, MEMCG_CGROUP, MEMCG_ITEM, MEMCG_NR_KEYS };
enum { MEMCG_N, MEMCG_SUM, MEMCG_NR_VALUES };

/* Behind run_id and segment: the tally's key and values. */
static const struct mms_load_column memcg_columns[] = {
	INT_COLUMN("run_id"), INT_COLUMN("segment"), INT_COLUMN("type_id"), INT_COLUMN("cgroup_id"),
	INT_COLUMN("item"),   INT_COLUMN("n"),       INT_COLUMN("sum"),
};

/* Behind run_id: the tally's key and values. */
static const struct mms_load_column lru_columns[] = {
	INT_COLUMN("run_id"),         INT_COLUMN("segment"),   { "reclaimer", MMS_CELL_KIND_TEXT },
	INT_COLUMN("node"),           INT_COLUMN("by_cgroup"), INT_COLUMN("for_cgroup"),
	INT_COLUMN("from_cgroup"),    INT_COLUMN("lru"),       INT_COLUMN("inactive"),
	INT_COLUMN("isolates"),       INT_COLUMN("requested"), INT_COLUMN("scanned"),
	INT_COLUMN("skipped"),        INT_COLUMN("taken"),     INT_COLUMN("shrinks"),
	INT_COLUMN("shrink_scanned"), INT_COLUMN("reclaimed"), INT_COLUMN("dirty"),
	INT_COLUMN("writeback"),      INT_COLUMN("congested"), INT_COLUMN("immediate"),
	INT_COLUMN("activated"),      INT_COLUMN("ref_keep"),  INT_COLUMN("unmap_fail"),
};

_Static_assert(MMS_ARRAY_SIZE(lru_columns) == 1 + MMS_LRU_NR_KEYS + MMS_LRU_NR_VALUES,
	       "a column per key and sum");

int mms_rollups_init(struct mms_ep *ep, struct mms_load *load)
{
	struct mms_rollups *r = &ep->rollups;
	int ret;

	r->memcg = (struct mms_tally){ .nr_keys = MEMCG_NR_KEYS, .nr_values = MEMCG_NR_VALUES };
	r->lru = (struct mms_tally){ .nr_keys = MMS_LRU_NR_KEYS, .nr_values = MMS_LRU_NR_VALUES };
	ret = mms_load_table(load, "rollup_event", event_columns, MMS_ARRAY_SIZE(event_columns),
			     &r->events);
	if (!ret)
		ret = mms_load_table(load, "rollup_sum", sum_columns, MMS_ARRAY_SIZE(sum_columns),
				     &r->sums);
	if (!ret)
		ret = mms_load_table(load, "rollup_memcg", memcg_columns,
				     MMS_ARRAY_SIZE(memcg_columns), &r->memcg_rows);
	if (!ret)
		ret = mms_load_table(load, "rollup_lru", lru_columns, MMS_ARRAY_SIZE(lru_columns),
				     &r->lru_rows);
	return ret;
}

void mms_rollups_release(struct mms_ep *ep)
{
	mms_tally_release(&ep->rollups.memcg);
	mms_tally_release(&ep->rollups.lru);
}

int mms_rollups_memcg(struct mms_ep *ep, int64_t type_index, int64_t cgroup_id, int64_t item,
		      int64_t value)
{
	const int64_t key[] = { type_index, cgroup_id, item };
	int64_t *values = mms_tally_at(&ep->rollups.memcg, key);

	if (!values)
		return -ENOMEM;
	values[MEMCG_N]++;
	values[MEMCG_SUM] = mms_sum(values[MEMCG_SUM], value);
	return 0;
}

static int flush_sums(struct mms_ep *ep, int64_t segment, int64_t type_id,
		      struct mms_type_rules *tr)
{
	struct mms_rows *rows = ep->rollups.sums;

	for (unsigned int i = 0; i < tr->nr_sums; i++) {
		if (!mms_rows_add(rows))
			return -EIO;
		mms_row_set(rows, SUM_RUN, ep->opts.run_id);
		mms_row_set(rows, SUM_SEGMENT, segment);
		mms_row_set(rows, SUM_TYPE, type_id);
		mms_row_put_text(rows, SUM_FIELD, tr->sums[i].field->name);
		mms_row_set(rows, SUM_SUM, tr->sums[i].sum);
		tr->sums[i].sum = 0;
	}
	return 0;
}

static int flush_type(struct mms_ep *ep, int64_t segment, int64_t type_id,
		      struct mms_type_rules *tr)
{
	struct mms_rows *rows = ep->rollups.events;

	if (!tr->n)
		return 0;
	if (!mms_rows_add(rows))
		return -EIO;
	mms_row_set(rows, EV_RUN, ep->opts.run_id);
	mms_row_set(rows, EV_SEGMENT, segment);
	mms_row_set(rows, EV_TYPE, type_id);
	mms_row_set(rows, EV_N, tr->n);
	tr->n = 0;
	return flush_sums(ep, segment, type_id, tr);
}

static int flush_memcg(struct mms_ep *ep, int64_t segment)
{
	struct mms_rows *rows = ep->rollups.memcg_rows;
	struct mms_tally *tally = &ep->rollups.memcg;

	for (size_t i = 0; i < tally->nr; i++) {
		const int64_t *entry = mms_tally_entry(tally, i);

		if (!mms_rows_add(rows))
			return -EIO;
		mms_row_set(rows, 0, ep->opts.run_id);
		mms_row_set(rows, 1, segment);
		mms_row_set(rows, 2, ep->opts.first_type_id + entry[MEMCG_TYPE]);
		for (size_t k = 1; k < MEMCG_NR_KEYS + MEMCG_NR_VALUES; k++)
			mms_row_set(rows, 2 + k, entry[k]);
	}
	mms_tally_reset(tally);
	return 0;
}

static int flush_lru(struct mms_ep *ep)
{
	struct mms_rows *rows = ep->rollups.lru_rows;
	struct mms_tally *tally = &ep->rollups.lru;

	for (size_t i = 0; i < tally->nr; i++) {
		const int64_t *entry = mms_tally_entry(tally, i);

		if (!mms_rows_add(rows))
			return -EIO;
		mms_row_set(rows, 0, ep->opts.run_id);
		mms_row_set(rows, 1 + MMS_LRU_SEGMENT, entry[MMS_LRU_SEGMENT]);
		mms_row_put_text(rows, 1 + MMS_LRU_RECLAIMER,
				 mms_reclaimers[entry[MMS_LRU_RECLAIMER]]);
		for (size_t k = MMS_LRU_NODE; k < MMS_LRU_NR_KEYS + MMS_LRU_NR_VALUES; k++)
			mms_row_put(rows, 1 + k, entry[k]);
	}
	mms_tally_reset(tally);
	return 0;
}

int mms_rollups_flush(struct mms_ep *ep, int64_t segment)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < ep->info->nr_types; i++)
		ret = flush_type(ep, segment, ep->opts.first_type_id + i, &ep->rules[i]);
	if (!ret)
		ret = flush_memcg(ep, segment);
	return ret ? ret : flush_lru(ep);
}
