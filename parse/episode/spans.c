// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse/episode/state.h"

/* Episodes that wait for the first sign of which LRU the kernel has. */
#define MAX_HELD 4096

#define SPANS_PER_CHUNK 256

struct mms_span_chunk {
	struct mms_span_chunk *next;
	struct mms_span spans[SPANS_PER_CHUNK];
};

const char *const mms_families[] = {
	[MMS_FAMILY_DIRECT] = "direct",
	[MMS_FAMILY_MEMCG] = "memcg",
	[MMS_FAMILY_SOFTLIMIT] = "softlimit",
	[MMS_FAMILY_NODE] = "node",
	[MMS_FAMILY_KSWAPD] = "kswapd",
	[MMS_FAMILY_BALANCE] = "balance",
	[MMS_FAMILY_COMPACTION] = "compaction",
	[MMS_FAMILY_SLAB] = "slab",
	[MMS_FAMILY_THROTTLE] = "throttle",
	[MMS_FAMILY_WRITEBACK] = "writeback",
	[MMS_NR_FAMILIES] = NULL,
};

static const char *const states[] = {
	[MMS_STATE_OK] = "ok",
	[MMS_STATE_OPEN] = "open",
	[MMS_STATE_NO_BEGIN] = "no_begin",
	[MMS_STATE_LOST] = "lost",
};

enum {
	COL_KIND = MMS_SPAN_NR_COLUMNS,
	COL_STATE,
	COL_RECLAIMER,
};

#define SPAN_COLUMN(id, name) [MMS_SPAN_##id] = { name, MMS_CELL_KIND_INT },
static const struct mms_load_column columns[] = {
	MMS_SPAN_COLUMNS(SPAN_COLUMN) /* and the texts: */
		[COL_KIND] = { "kind", MMS_CELL_KIND_TEXT },
	[COL_STATE] = { "state", MMS_CELL_KIND_TEXT },
	[COL_RECLAIMER] = { "reclaimer", MMS_CELL_KIND_TEXT },
};

/* Sums that begin at 0 when the input has the event of @handler, else are unknown. */
static const struct {
	enum mms_span_column column;
	const char *handler, *arg; /* without an argument: any */
	bool reclaim, compaction;
} sums[] = {
	{ MMS_SPAN_SCANNED, "isolate", .reclaim = true },
	{ MMS_SPAN_SCANNED, "shrink", .reclaim = true },
	{ MMS_SPAN_TAKEN, "isolate", .reclaim = true },
	{ MMS_SPAN_RECLAIMED, "shrink", .reclaim = true },
	{ MMS_SPAN_BATCHES, "isolate", .reclaim = true },
	{ MMS_SPAN_BATCHES, "shrink", .reclaim = true },
	{ MMS_SPAN_ACTIVATED, "shrink", .reclaim = true },
	{ MMS_SPAN_WRITTEN, "write", .reclaim = true },
	{ MMS_SPAN_SLAB_NS, "end", "slab", .reclaim = true },
	{ MMS_SPAN_SLAB_OBJECTS, "end", "slab", .reclaim = true },
	{ MMS_SPAN_THROTTLED, "throttle", "reclaim", .reclaim = true },
	{ MMS_SPAN_COMPACT, "end", "compaction", .reclaim = true },
	{ MMS_SPAN_MIGRATE_SCANNED, "compact_scan", .compaction = true },
	{ MMS_SPAN_FREE_SCANNED, "compact_scan", .compaction = true },
	{ MMS_SPAN_MIGRATED, "compact_scan", .compaction = true },
	{ MMS_SPAN_MIGRATE_FAILED, "compact_scan", .compaction = true },
};

int mms_family_add(struct mms_ep *ep, const char *name, size_t len)
{
	struct mms_spans *sp = &ep->spans;

	for (int i = 0; i < sp->nr_added; i++)
		if (strlen(sp->added[i]) == len && !memcmp(sp->added[i], name, len))
			return MMS_NR_FAMILIES + i;
	if (sp->nr_added == MMS_NR_ADDED_FAMILIES)
		return -1;
	sp->added[sp->nr_added] = strndup(name, len);
	return sp->added[sp->nr_added] ? MMS_NR_FAMILIES + sp->nr_added++ : -1;
}

static const char *family_name(const struct mms_spans *sp, int family)
{
	return family < MMS_NR_FAMILIES ? mms_families[family]
					: sp->added[family - MMS_NR_FAMILIES];
}

static void init_blank(struct mms_ep *ep, int family)
{
	int64_t *v = ep->spans.blank[family];

	for (int i = 0; i < MMS_SPAN_NR_COLUMNS; i++)
		v[i] = MMS_UNKNOWN;
	for (size_t i = 0; i < MMS_ARRAY_SIZE(sums); i++)
		if ((mms_family_reclaims(family)
			     ? sums[i].reclaim
			     : sums[i].compaction && family == MMS_FAMILY_COMPACTION) &&
		    mms_rules_have(ep->rules, ep->info->nr_types, sums[i].handler, sums[i].arg))
			v[sums[i].column] = 0;
	for (int i = 0; i < MMS_SPAN_NR_COLUMNS; i++)
		if (ep->cannot_tell >> i & 1)
			v[i] = MMS_UNKNOWN;
}

int mms_spans_init(struct mms_ep *ep, struct mms_load *load)
{
	for (int i = 0; i < MMS_NR_FAMILIES + ep->spans.nr_added; i++)
		init_blank(ep, i);
	ep->spans.held_end = &ep->spans.held;
	return mms_load_table(load, "episode", columns, MMS_ARRAY_SIZE(columns), &ep->spans.rows);
}

void mms_spans_release(struct mms_ep *ep)
{
	for (int i = 0; i < ep->spans.nr_added; i++)
		free(ep->spans.added[i]);
	while (ep->spans.chunks) {
		struct mms_span_chunk *chunk = ep->spans.chunks;

		ep->spans.chunks = chunk->next;
		free(chunk);
	}
}

static int add_chunk(struct mms_spans *sp)
{
	struct mms_span_chunk *chunk = malloc(sizeof(*chunk));

	if (!chunk)
		return -ENOMEM;
	chunk->next = sp->chunks;
	sp->chunks = chunk;
	for (int i = 0; i < SPANS_PER_CHUNK; i++) {
		chunk->spans[i].below = sp->free;
		sp->free = &chunk->spans[i];
	}
	return 0;
}

/* A span of the current event and task, not on its stack yet. */
static struct mms_span *new_span(struct mms_ep *ep, int family)
{
	struct mms_task *task = ep->task;
	struct mms_span *s;

	if (!ep->spans.free && add_chunk(&ep->spans))
		return NULL;
	s = ep->spans.free;
	ep->spans.free = s->below;
	memset(s, 0, offsetof(struct mms_span, v));
	memcpy(s->v, ep->spans.blank[family], sizeof(s->v));
	s->family = family;
	s->order = ep->order;
	s->last_ns = MMS_UNKNOWN;
	s->v[MMS_SPAN_SEQ] = ep->seq;
	s->v[MMS_SPAN_RUN] = ep->opts.run_id;
	s->v[MMS_SPAN_CPU] = task->last_cpu < 0 ? MMS_UNKNOWN : task->last_cpu;
	if (task->pid >= 0) {
		s->v[MMS_SPAN_PID] = task->pid;
		s->v[MMS_SPAN_TASK] = task->id;
	}
	s->v[MMS_SPAN_BY] = task->cgroup_id;
	if (mms_span_valid(task->top))
		s->v[MMS_SPAN_PARENT] = task->top->v[MMS_SPAN_SEQ];
	return s;
}

static void push(struct mms_ep *ep, struct mms_task *task, struct mms_span *s)
{
	if (!task->top)
		mms_tasks_busy(ep, task);
	s->below = task->top;
	task->top = s;
}

static struct mms_span *pop(struct mms_task *task)
{
	struct mms_span *s = task->top;

	task->top = s->below;
	if (!task->top)
		mms_tasks_idle(task);
	return s;
}

void mms_span_add(struct mms_span *span, enum mms_span_column column, int64_t n)
{
	if (n != MMS_UNKNOWN && span->v[column] != MMS_UNKNOWN)
		span->v[column] = mms_sum(span->v[column], n);
}

void mms_span_note(struct mms_span *span, int64_t ts_ns, int64_t priority, int64_t node)
{
	int64_t *v = span->v;

	span->last_ns = ts_ns;
	if (priority != MMS_UNKNOWN &&
	    (v[MMS_SPAN_PRIORITY] == MMS_UNKNOWN || priority < v[MMS_SPAN_PRIORITY]))
		v[MMS_SPAN_PRIORITY] = priority;
	if (node == MMS_UNKNOWN || span->nodes_differ)
		return;
	span->nodes_differ = v[MMS_SPAN_NODE] != MMS_UNKNOWN && v[MMS_SPAN_NODE] != node;
	v[MMS_SPAN_NODE] = span->nodes_differ ? MMS_UNKNOWN : node;
}

struct mms_span *mms_span_find(const struct mms_task *task, int family)
{
	struct mms_span *s = task->top;

	while (s && s->family != family)
		s = s->below;
	return s;
}

/* Close spans whose end was lost, from the innermost to just above @until. */
static int lose_above(struct mms_ep *ep, struct mms_task *task, const struct mms_span *until)
{
	int ret = 0;

	while (!ret && task->top != until) {
		struct mms_span *s = pop(task);

		s->state = MMS_STATE_LOST;
		ret = mms_span_close(ep, s);
	}
	return ret;
}

struct mms_span *mms_span_begin(struct mms_ep *ep, int family)
{
	struct mms_task *task = ep->task;
	struct mms_span *open = mms_span_find(task, family), *s;

	if (mms_lru_settle(ep, task, MMS_UNKNOWN))
		return NULL;
	if (open && lose_above(ep, task, open->below))
		return NULL;
	s = new_span(ep, family);
	if (!s)
		return NULL;
	push(ep, task, s);
	s->v[MMS_SPAN_FROM] = ep->ts_ns;
	s->reclaimer = mms_lru_reclaimer(task);
	return s;
}

int mms_span_begun(struct mms_ep *ep, struct mms_span *span)
{
	ep->episode_seq = span->v[MMS_SPAN_SEQ];
	return ep->task->pid < 0 ? mms_spans_finish_task(ep, ep->task, MMS_STATE_OPEN) : 0;
}

struct mms_span *mms_span_end(struct mms_ep *ep, int family)
{
	struct mms_task *task = ep->task;
	struct mms_span *s = mms_span_find(task, family);

	if (mms_lru_settle(ep, task, MMS_UNKNOWN))
		return NULL;
	if (s && lose_above(ep, task, s))
		return NULL;
	if (s) {
		pop(task);
	} else {
		s = new_span(ep, family);
		if (!s)
			return NULL;
		s->state = MMS_STATE_NO_BEGIN;
		s->reclaimer = mms_lru_reclaimer_of(task, family);
	}
	s->v[MMS_SPAN_TO] = ep->ts_ns;
	ep->episode_seq = s->v[MMS_SPAN_SEQ];
	return s;
}

struct mms_span *mms_span_whole(struct mms_ep *ep, int family, int64_t from_ns, int64_t to_ns)
{
	struct mms_span *s = new_span(ep, family);

	if (!s)
		return NULL;
	s->v[MMS_SPAN_FROM] = from_ns;
	s->v[MMS_SPAN_TO] = to_ns;
	s->reclaimer = mms_lru_reclaimer(ep->task);
	ep->episode_seq = s->v[MMS_SPAN_SEQ];
	return s;
}

/* Which column of the outer spans an episode's time goes into. */
static const int time_column[MMS_NR_FAMILIES] = {
	[MMS_FAMILY_COMPACTION] = MMS_SPAN_COMPACT,
	[MMS_FAMILY_SLAB] = MMS_SPAN_SLAB_NS,
	[MMS_FAMILY_THROTTLE] = MMS_SPAN_THROTTLED,
};

/* @span was just popped, or never was on the stack: what is on it is around it. */
static void add_to_outer(struct mms_ep *ep, const struct mms_span *span)
{
	int column = span->family < MMS_NR_FAMILIES ? time_column[span->family] : 0;

	mms_for_each_span(s, ep->task)
	{
		mms_span_note(s, ep->ts_ns, span->v[MMS_SPAN_PRIORITY], MMS_UNKNOWN);
		if (column)
			mms_span_add(s, column, span->v[MMS_SPAN_DUR]);
		if (span->family == MMS_FAMILY_SLAB)
			mms_span_add(s, MMS_SPAN_SLAB_OBJECTS, span->v[MMS_SPAN_SLAB_OBJECTS]);
	}
}

static void set_times(struct mms_ep *ep, struct mms_span *span)
{
	int64_t *v = span->v;

	if (span->family == MMS_FAMILY_KSWAPD && v[MMS_SPAN_FROM] != MMS_UNKNOWN &&
	    span->last_ns != MMS_UNKNOWN)
		v[MMS_SPAN_BUSY] = mms_sum(span->last_ns, -v[MMS_SPAN_FROM]);
	if (span->state != MMS_STATE_OK || v[MMS_SPAN_FROM] == MMS_UNKNOWN ||
	    v[MMS_SPAN_TO] == MMS_UNKNOWN)
		return;
	v[MMS_SPAN_DUR] = mms_sum(v[MMS_SPAN_TO], -v[MMS_SPAN_FROM]);
	ep->spans.nr_negative += v[MMS_SPAN_DUR] < 0;
}

/* The sums of LRU batches, now that it is known which of them count. */
static void set_scanned(const struct mms_ep *ep, struct mms_span *span)
{
	enum mms_scan_source source = mms_lru_scan_source(ep);
	int64_t *v = span->v;

	if (v[MMS_SPAN_SCANNED] == MMS_UNKNOWN)
		return;
	v[MMS_SPAN_SCANNED] = source == MMS_SCAN_NONE              ? MMS_UNKNOWN
			      : source == MMS_SCAN_ISOLATE_SCANNED ? span->isolate_scanned
			      : source == MMS_SCAN_ISOLATE_TAKEN   ? span->isolate_taken
								   : span->shrink_scanned;
	v[MMS_SPAN_BATCHES] = source == MMS_SCAN_NONE     ? MMS_UNKNOWN
			      : source == MMS_SCAN_SHRINK ? span->shrinks
							  : span->isolates;
	v[MMS_SPAN_TAKEN] = source == MMS_SCAN_NONE || source == MMS_SCAN_SHRINK
				    ? MMS_UNKNOWN
				    : span->isolate_taken;
	if (source == MMS_SCAN_NONE)
		v[MMS_SPAN_RECLAIMED] = MMS_UNKNOWN;
}

static int write_row(struct mms_ep *ep, struct mms_span *span)
{
	struct mms_rows *rows = ep->spans.rows;

	set_scanned(ep, span);
	if (!mms_rows_add(rows))
		return -EIO;
	for (int i = 0; i < MMS_SPAN_NR_COLUMNS; i++)
		mms_row_put(rows, i, span->v[i]);
	mms_row_put_text(rows, COL_KIND, family_name(&ep->spans, span->family));
	mms_row_put_text(rows, COL_STATE, states[span->state]);
	if (span->reclaimer != MMS_RECLAIMER_NONE)
		mms_row_put_text(rows, COL_RECLAIMER, mms_reclaimers[span->reclaimer]);
	span->below = ep->spans.free;
	ep->spans.free = span;
	return 0;
}

static bool must_wait(const struct mms_ep *ep, const struct mms_span *span)
{
	return ep->lru.mglru < 0 && ep->lru.may_be_mglru && ep->spans.nr_held < MAX_HELD &&
	       span->isolate_scanned != span->isolate_taken;
}

int mms_span_close(struct mms_ep *ep, struct mms_span *span)
{
	struct mms_spans *sp = &ep->spans;

	set_times(ep, span);
	add_to_outer(ep, span);
	if (!must_wait(ep, span))
		return write_row(ep, span);
	span->below = NULL;
	*sp->held_end = span;
	sp->held_end = &span->below;
	sp->nr_held++;
	return 0;
}

int mms_spans_unhold(struct mms_ep *ep)
{
	struct mms_spans *sp = &ep->spans;
	int ret = 0;

	while (!ret && sp->held) {
		struct mms_span *s = sp->held;

		sp->held = s->below;
		ret = write_row(ep, s);
	}
	sp->held_end = &sp->held;
	sp->nr_held = 0;
	return ret;
}

void mms_spans_lose(struct mms_task *task, uint64_t order)
{
	for (struct mms_span *s = task->top; s; s = s->below)
		if (s->order < order)
			s->state = MMS_STATE_LOST;
}

int mms_spans_finish_task(struct mms_ep *ep, struct mms_task *task, enum mms_span_state state)
{
	struct mms_task *current = ep->task;
	int ret = 0;

	ep->task = task;
	while (!ret && task->top) {
		struct mms_span *s = pop(task);

		if (s->state == MMS_STATE_OK)
			s->state = state;
		ret = mms_span_close(ep, s);
	}
	ep->task = current;
	return ret;
}
