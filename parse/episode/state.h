/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_STATE_H
#define MMS_PARSE_EPISODE_STATE_H

#include "parse/engine.h"
#include "parse/episode/cgroups.h"
#include "parse/episode/handler.h"
#include "parse/episode/lru.h"
#include "parse/episode/rollups.h"
#include "parse/episode/rules.h"
#include "parse/episode/segments.h"
#include "parse/episode/spans.h"
#include "parse/episode/tasks.h"

/* Columns of table marker. */
enum { MMS_MARKER_RUN, MMS_MARKER_SEQ, MMS_MARKER_TS, MMS_MARKER_TEXT };

/* Memcg counter items that are looked at; kernels have about 200 of a kind. */
#define MMS_NR_ITEMS      1024
#define MMS_NR_ITEM_ENUMS 3

/**
 * struct mms_ep - What the parts of the engine share.
 * @order: counts events and losses, from 1
 * @seq, @ts_ns, @task: of the current event
 * @episode_seq: the episode that the current event ends or is; 0: it lies in
 *	the innermost one that its task is in
 * @item_roles: enum mms_counter_role, by the enum of "memcg ENUM" and number
 * @cannot_tell: bits of columns (enum mms_span_column) that this kernel's events lack
 */
struct mms_ep {
	const struct mms_source_info *info;
	struct mms_engine_opts opts;
	struct mms_type_rules *rules;
	struct mms_segments segments;
	struct mms_rollups rollups;
	struct mms_tasks tasks;
	struct mms_spans spans;
	struct mms_cgroups cgroups;
	struct mms_lru_state lru;
	struct mms_rows *markers, *losses;
	uint64_t order;
	int64_t seq;
	int64_t ts_ns;
	struct mms_task *task;
	int64_t episode_seq;
	uint64_t cannot_tell;
	uint8_t item_roles[MMS_NR_ITEM_ENUMS][MMS_NR_ITEMS];
};

/* In an interrupt the task is only the one that was interrupted. */
static inline bool mms_in_irq(const struct mms_event *ev)
{
	/* TRACE_FLAG_HARDIRQ, TRACE_FLAG_SOFTIRQ; -1: unknown */
	return ev->flags > 0 && ev->flags & (0x08 | 0x10);
}

#endif
