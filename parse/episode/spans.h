/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_SPANS_H
#define MMS_PARSE_EPISODE_SPANS_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/event.h"
#include "parse/load.h"

struct mms_ep;
struct mms_task;

/* Kinds of episodes; names in mms_families[]. */
enum mms_family {
	MMS_FAMILY_DIRECT,
	MMS_FAMILY_MEMCG,
	MMS_FAMILY_SOFTLIMIT,
	MMS_FAMILY_NODE,
	MMS_FAMILY_KSWAPD,
	MMS_FAMILY_BALANCE,
	MMS_FAMILY_COMPACTION,
	MMS_FAMILY_SLAB,
	MMS_FAMILY_THROTTLE,
	MMS_FAMILY_WRITEBACK,
	MMS_NR_FAMILIES,
};

/* Kinds that only .sql files know: time from a begin to an end, nothing more. */
#define MMS_NR_ADDED_FAMILIES 16

extern const char *const mms_families[]; /* ended by NULL */

/**
 * mms_family_add() - Number of a kind that is none of mms_families[].
 *
 * Return: it; -1 when there are too many, or no memory.
 */
int mms_family_add(struct mms_ep *ep, const char *name, size_t len);

static inline bool mms_family_reclaims(int family)
{
	return family <= MMS_FAMILY_BALANCE;
}

/* Whole columns of table episode that are numbers. */
#define MMS_SPAN_COLUMNS(X)                   \
	X(SEQ, "seq")                         \
	X(RUN, "run_id")                      \
	X(FROM, "from_ns")                    \
	X(TO, "to_ns")                        \
	X(DUR, "dur_ns")                      \
	X(BUSY, "busy_ns")                    \
	X(CPU, "cpu")                         \
	X(PID, "pid")                         \
	X(TASK, "task_id")                    \
	X(PARENT, "parent_seq")               \
	X(NODE, "node")                       \
	X(ORDER, "alloc_order")               \
	X(GFP, "gfp")                         \
	X(FOR, "for_cgroup")                  \
	X(BY, "by_cgroup")                    \
	X(MODE, "mode")                       \
	X(RESULT, "result")                   \
	X(END, "end_reclaimed")               \
	X(SCANNED, "scanned")                 \
	X(TAKEN, "taken")                     \
	X(RECLAIMED, "reclaimed")             \
	X(BATCHES, "batches")                 \
	X(ACTIVATED, "activated")             \
	X(WRITTEN, "written")                 \
	X(PRIORITY, "priority")               \
	X(SLAB_NS, "slab_ns")                 \
	X(SLAB_OBJECTS, "slab_objects")       \
	X(THROTTLED, "throttled_ns")          \
	X(COMPACT, "compact_ns")              \
	X(MIGRATE_SCANNED, "migrate_scanned") \
	X(FREE_SCANNED, "free_scanned")       \
	X(MIGRATED, "migrated")               \
	X(MIGRATE_FAILED, "migrate_failed")

#define MMS_SPAN_ENUM(id, name) MMS_SPAN_##id,
enum mms_span_column { MMS_SPAN_COLUMNS(MMS_SPAN_ENUM) MMS_SPAN_NR_COLUMNS };
#undef MMS_SPAN_ENUM

enum mms_span_state { MMS_STATE_OK, MMS_STATE_OPEN, MMS_STATE_NO_BEGIN, MMS_STATE_LOST };

/**
 * struct mms_span - An episode that goes on.
 * @below: the one it lies in, or the next free one
 * @state: LOST from the loss on: it takes no more batches
 * @order: of its begin, to be compared with that of a loss
 * @last_ns: last reclaim event inside
 * @v: its columns; MMS_UNKNOWN becomes NULL
 * @isolates ... @shrink_scanned: LRU batches, until the source of "scanned" is known
 */
struct mms_span {
	struct mms_span *below;
	int family; /* enum mms_family, or an added one */
	enum mms_span_state state;
	int reclaimer;
	uint64_t order;
	int64_t last_ns;
	bool nodes_differ;
	int64_t isolates, isolate_scanned, isolate_taken;
	int64_t shrinks, shrink_scanned;
	int64_t v[MMS_SPAN_NR_COLUMNS];
};

struct mms_span_chunk;

struct mms_spans {
	struct mms_rows *rows;
	struct mms_span_chunk *chunks;
	struct mms_span *free;
	struct mms_span *held, **held_end; /* closed, but for the source of "scanned" */
	unsigned int nr_held;
	uint64_t nr_negative;
	/* What a new span of a family begins with: 0 where this kernel has the event */
	int64_t blank[MMS_NR_FAMILIES + MMS_NR_ADDED_FAMILIES][MMS_SPAN_NR_COLUMNS];
	char *added[MMS_NR_ADDED_FAMILIES]; /* names */
	int nr_added;
};

int mms_spans_init(struct mms_ep *ep, struct mms_load *load);
void mms_spans_release(struct mms_ep *ep);

static inline bool mms_span_valid(const struct mms_span *span)
{
	return span && span->state == MMS_STATE_OK;
}

/** mms_span_find() - The task's open episode of @family, given up or not; or NULL. */
struct mms_span *mms_span_find(const struct mms_task *task, int family);

/**
 * mms_span_begin() - The current event begins an episode of its task.
 *
 * One of the same family that is open has lost its end; so have those inside.
 * Where the input does not say the thread, nothing is paired: it is closed at
 * once by mms_span_begun().
 *
 * Return: the span; NULL when out of memory.
 */
struct mms_span *mms_span_begin(struct mms_ep *ep, int family);

/** mms_span_begun() - The span is filled in. Return: 0 or a negative errno. */
int mms_span_begun(struct mms_ep *ep, struct mms_span *span);

/**
 * mms_span_end() - The current event ends the task's episode of @family.
 *
 * Without a begin it is one of state no_begin. What is open inside it has
 * lost its end.
 *
 * Return: the span, to be filled in and given to mms_span_close(); NULL when
 * out of memory.
 */
struct mms_span *mms_span_end(struct mms_ep *ep, int family);

/** mms_span_close() - Give the time of a span to those it lies in, write its row. */
int mms_span_close(struct mms_ep *ep, struct mms_span *span);

/**
 * mms_span_whole() - An episode that one event tells of.
 * @from_ns, @to_ns: both known
 *
 * Return: to be filled in and given to mms_span_close(); NULL when out of memory.
 */
struct mms_span *mms_span_whole(struct mms_ep *ep, int family, int64_t from_ns, int64_t to_ns);

/** mms_spans_lose() - Events were lost: give up what is open since before @order. */
void mms_spans_lose(struct mms_task *task, uint64_t order);

/**
 * mms_spans_finish_task() - No end will come for what is open.
 * @state: OPEN at the end of the recording, LOST when the task is gone
 */
int mms_spans_finish_task(struct mms_ep *ep, struct mms_task *task, enum mms_span_state state);

/** mms_spans_unhold() - Write episodes that waited for the source of "scanned". */
int mms_spans_unhold(struct mms_ep *ep);

/** mms_span_add() - Add to a sum; unknown amounts and sums stay unknown. */
void mms_span_add(struct mms_span *span, enum mms_span_column column, int64_t n);

/** mms_span_note() - Note the priority, the node and the time of something inside. */
void mms_span_note(struct mms_span *span, int64_t ts_ns, int64_t priority, int64_t node);

/* The valid episodes that @task is in, from the innermost; spans are given up all at once. */
#define mms_for_each_span(span, task) \
	for (struct mms_span *span = (task)->top; mms_span_valid(span); span = span->below)

#endif
