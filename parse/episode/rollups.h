/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_ROLLUPS_H
#define MMS_PARSE_EPISODE_ROLLUPS_H

#include "parse/episode/tally.h"
#include "parse/load.h"

struct mms_ep;

/* Whom LRU pages are counted for; names in mms_reclaimers[]. */
enum mms_reclaimer {
	MMS_RECLAIMER_NONE,
	MMS_RECLAIMER_KSWAPD,
	MMS_RECLAIMER_DIRECT,
	MMS_RECLAIMER_MEMCG,
	MMS_RECLAIMER_SOFTLIMIT,
	MMS_RECLAIMER_NODE,
	MMS_RECLAIMER_KHUGEPAGED,
	MMS_RECLAIMER_PAGEOUT,
};

extern const char *const mms_reclaimers[];

/* Key of rollup_lru, in the order of the table's columns. */
enum {
	MMS_LRU_SEGMENT,
	MMS_LRU_RECLAIMER,
	MMS_LRU_NODE,
	MMS_LRU_BY,
	MMS_LRU_FOR,
	MMS_LRU_FROM,
	MMS_LRU_LRU,
	MMS_LRU_INACTIVE,
	MMS_LRU_NR_KEYS,
};

/* Its sums, likewise. */
enum {
	MMS_LRU_ISOLATES,
	MMS_LRU_REQUESTED,
	MMS_LRU_SCANNED,
	MMS_LRU_SKIPPED,
	MMS_LRU_TAKEN,
	MMS_LRU_SHRINKS,
	MMS_LRU_SHRINK_SCANNED,
	MMS_LRU_RECLAIMED,
	MMS_LRU_DIRTY,
	MMS_LRU_WRITEBACK,
	MMS_LRU_CONGESTED,
	MMS_LRU_IMMEDIATE,
	MMS_LRU_ACTIVATED,
	MMS_LRU_REF_KEEP,
	MMS_LRU_UNMAP_FAIL,
	MMS_LRU_NR_VALUES,
};

struct mms_rollups {
	struct mms_rows *events, *sums, *memcg_rows, *lru_rows;
	struct mms_tally memcg; /* type, cgroup, item: n, sum */
	struct mms_tally lru;
};

int mms_rollups_init(struct mms_ep *ep, struct mms_load *load);
void mms_rollups_release(struct mms_ep *ep);

/** mms_rollups_memcg() - Add a memcg counter event to the current segment. */
int mms_rollups_memcg(struct mms_ep *ep, int64_t type_index, int64_t cgroup_id, int64_t item,
		      int64_t value);

/** mms_rollups_flush() - Write and forget all sums; counts and fields are those of @segment. */
int mms_rollups_flush(struct mms_ep *ep, int64_t segment);

#endif
