/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_LRU_H
#define MMS_PARSE_EPISODE_LRU_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/episode/rollups.h"

struct mms_ep;
struct mms_task;

/* Which event and field tell how many pages were scanned. */
enum mms_scan_source {
	MMS_SCAN_NONE, /* no event does */
	MMS_SCAN_ISOLATE_SCANNED,
	MMS_SCAN_ISOLATE_TAKEN,
	MMS_SCAN_SHRINK,
};

/* How mm_vmscan_lru_isolate says which list it was; by the fields it has. */
enum mms_list_by {
	MMS_LIST_BY_NOTHING,   /* 3.5 to 4.10: isolate_mode says something else */
	MMS_LIST_BY_MODE,      /* up to 3.1: isolate_mode 0 inactive, 1 active, 2 both */
	MMS_LIST_BY_MODE_BITS, /* 3.2 to 3.4: bit 0 inactive, bit 1 active */
	MMS_LIST_BY_LRU,       /* 4.11 on */
};

struct mms_batch;
struct mms_batch_chunk;

struct mms_lru_state {
	struct mms_batch_chunk *chunks;
	struct mms_batch *free; /* of batches */
	int mglru;              /* 1, 0, -1 not known yet */
	bool has_isolate;       /* the input has the event */
	bool has_shrink;
	bool may_be_mglru; /* its format is of a kernel that reports MGLRU batches: 6.7 on */
	enum mms_list_by list_by;
	uint64_t nr_isolates, nr_shrinks;
	uint64_t nr_reclaimed; /* pages that end events told of */
};

/**
 * struct mms_batch - What a thread's next LRU event still has to be told.
 *
 * An isolate event has no node and no cgroup: they come with the shrink event
 * of the same batch, and with the memcg counter event that the same thread
 * emits beside it. So it is held until then.
 */
struct mms_batch {
	struct mms_batch *next; /* free one */
	bool pending;           /* an isolate is held in @key, @values */
	int64_t key[MMS_LRU_NR_KEYS];
	int64_t values[MMS_LRU_NR_VALUES];
	int64_t from_cgroup; /* of the last isolate; MMS_UNKNOWN */
	int64_t scan_cgroup; /* of a PGSCAN counter event since the last isolate */
	int64_t scan_value;
	int64_t steal_cgroup; /* of a PGSTEAL counter event since the last isolate */
	int64_t steal_value;
};

/* What a memcg counter item is, as far as LRU batches are concerned. */
enum mms_counter_role { MMS_COUNTER_OTHER, MMS_COUNTER_SCAN, MMS_COUNTER_STEAL };

/** mms_lru_init() - What the input's formats tell. */
void mms_lru_init(struct mms_ep *ep);

/** mms_lru_scan_source() - Where scanned pages come from, by all that is known now. */
enum mms_scan_source mms_lru_scan_source(const struct mms_ep *ep);

/** mms_lru_decide() - An event shows which LRU the kernel has. */
int mms_lru_decide(struct mms_ep *ep, int mglru);

/** mms_lru_reclaimer() - For whom @task reclaims. */
enum mms_reclaimer mms_lru_reclaimer(const struct mms_task *task);

/** mms_lru_reclaimer_of() - The same inside an episode of @family. */
enum mms_reclaimer mms_lru_reclaimer_of(const struct mms_task *task, int family);

/** mms_lru_key() - The key of rollup_lru for pages that @task reclaims now. */
void mms_lru_key(const struct mms_ep *ep, const struct mms_task *task, int64_t lru,
		 int64_t inactive, int64_t *ret_key);

/** mms_lru_add() - Add MMS_LRU_NR_VALUES sums to those of @key. Return: 0 or -ENOMEM. */
int mms_lru_add(struct mms_ep *ep, const int64_t *key, const int64_t *values);

/**
 * mms_lru_hold() - Take an isolate of the current task.
 * @lru: list, MMS_UNKNOWN; @inactive: 1, 0, MMS_UNKNOWN
 * @values: MMS_LRU_NR_VALUES sums; the shrink ones are 0
 */
int mms_lru_hold(struct mms_ep *ep, struct mms_task *task, int64_t lru, int64_t inactive,
		 const int64_t *values);

/** mms_lru_counter() - A PGSCAN or PGSTEAL counter event of @task. */
int mms_lru_counter(struct mms_ep *ep, struct mms_task *task, enum mms_counter_role role,
		    int64_t cgroup_id, int64_t value);

/**
 * mms_lru_settle() - No more will be learnt about the isolate that is held.
 * @node: of its batch; MMS_UNKNOWN
 */
int mms_lru_settle(struct mms_ep *ep, struct mms_task *task, int64_t node);

/** mms_lru_forget() - Events were lost: nothing goes with what comes now. */
int mms_lru_forget(struct mms_ep *ep, struct mms_task *task);

/** mms_lru_drop() - The thread is gone. */
void mms_lru_drop(struct mms_ep *ep, struct mms_task *task);

void mms_lru_release(struct mms_ep *ep);

/** mms_lru_finish() - No more events will show which LRU the kernel has. */
int mms_lru_finish(struct mms_ep *ep);

#endif
