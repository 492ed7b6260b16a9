/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_LOAD_EVENTS_H
#define MMS_PARSE_LOAD_EVENTS_H

#include "common/auto.h"
#include "parse/event.h"
#include "parse/load.h"
#include "parse/parse.h"
#include "parse/source.h"

/*
 * A table per tracepoint, made from the event's own format when its first
 * record comes: our columns seq, run_id, ts_ns, cpu, common_pid, common_flags
 * and episode_seq, then the fields by their binary names, in the format's
 * order. A table that an earlier run made gets the columns that it lacks.
 *
 * Names come from the data. A field whose name is ours, or that of a field
 * before it (SQLite does not tell "Order" from "order"), gets "f_" in front,
 * as often as it takes. A table is called as its event; when that name is one
 * of this database's own tables or views, or of another system's event, it is
 * e_NAME, else e_SYSTEM_NAME, else e_ in front of that as often as it takes.
 * event_type.table_name tells it.
 */
struct mms_event_rows;

/* Fields behind this number get no column. */
#define MMS_EVENT_MAX_COLUMNS 500

/**
 * mms_event_rows_new() - Load rows of the events that @detail wants.
 * @info: must outlive the rows
 *
 * Return: 0 or a negative errno.
 */
int mms_event_rows_new(const struct mms_source_info *info, enum mms_detail detail, int64_t run_id,
		       struct mms_load *load, struct mms_event_rows **ret_rows);
void mms_event_rows_free(struct mms_event_rows *rows);
MMS_DEFINE_AUTO(event_rows, struct mms_event_rows *, mms_event_rows_free);

/**
 * mms_event_rows_add() - Take an event (no gap), and make a row if one is wanted.
 * @episode_seq: 0: it lies in none
 *
 * Return: 0 or a negative errno.
 */
int mms_event_rows_add(struct mms_event_rows *rows, const struct mms_event *ev, int64_t seq,
		       int64_t episode_seq);

/**
 * mms_event_rows_need() - Make a type's table, rows or not: a table that is
 * empty says that the event was recorded and did not come.
 *
 * Return: 0 or a negative errno.
 */
int mms_event_rows_need(struct mms_event_rows *rows, unsigned int type);

/** mms_event_rows_table() - Name of a type's table; NULL: it has none. Borrowed. */
const char *mms_event_rows_table(const struct mms_event_rows *rows, unsigned int type);
uint64_t mms_event_rows_count(const struct mms_event_rows *rows, unsigned int type);

#endif
