/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_METRIC_H
#define MMS_ANALYZE_METRIC_H

#include <stddef.h>
#include <stdint.h>

#include "common/file.h"

struct sqlite3;
struct mms_table;

/*
 * A metric is one read-only SELECT in a .sql file, over the runs and the
 * window that the temporary table "win" holds (analyze/window.h). The header
 * lines of its file say all that C must know of it:
 *
 *	-- summary: One line, also the title above its table.
 *	-- column: NAME UNIT [FLAG...] meaning
 *	-- param: NAME meaning         a value that --NAME binds to :NAME
 *	-- top: N                      rows shown without --top
 *	-- empty: TEXT                 no rows are an answer, namely TEXT
 *	-- worst: KIND...              episodes that --time max+-X looks at
 *	-- report: N [NAME=VALUE...]   place in the report of a run; parameters there
 *
 * One "column" line for each column of the result, in their order. UNIT is "-"
 * for none. Flags: "zero_of=COLUMN", "bound", "bar", "spark", "wide", "foot", "hidden",
 * as in struct mms_column; the first other word begins the meaning.
 */

/* Compiled-in metrics, sorted by name, ended by a zero entry. */
extern const struct mms_file mms_metrics[];

/* Compiled-in lists of what a database has, named list_NAME: SELECTs as metrics are. */
extern const struct mms_file mms_lists[];

/** mms_metric_find() - The compiled-in metric @name, or NULL. */
const struct mms_file *mms_metric_find(const char *name);

/* A value for a parameter of a metric, ":name"; unset ones are NULL in SQL. */
struct mms_metric_param {
	const char *name; /* without the colon; NULL ends a list */
	const char *text; /* bound as an integer when it is one */
};

/**
 * struct mms_metric_opts - What a user may ask of any metric.
 * @params: ended by a NULL name; may be NULL
 * @columns: names parted by commas; NULL: all
 * @sort: column, largest first; with a "+" before it smallest first; NULL: as
 *	the metric sorts
 * @top: rows at most; 0: what the metric's "-- top:" says; -1: all
 * @input: what the numbers come from, for the notes of mms_window_note(); NULL:
 *	no such notes
 */
struct mms_metric_opts {
	const struct mms_metric_param *params;
	const char *columns;
	const char *sort;
	int64_t top;
	const char *input;
};

/**
 * mms_metric_run() - Answer one metric for the runs in the temporary table "win".
 * @db: database with "win" made by mms_window_make()
 * @metric: compiled in or a user's: nothing in it can write, attach or call
 *	anything but SQL's own functions
 * @opts: may be NULL
 * @ret_table: set only on success; the caller's; a note says when rows were cut
 *
 * Return: 0; -EINVAL for SQL that is none, a column or a parameter that the
 * metric has not; -EPERM for SQL that is more than one SELECT; another errno.
 */
int mms_metric_run(struct sqlite3 *db, const struct mms_file *metric,
		   const struct mms_metric_opts *opts, struct mms_table **ret_table);

/**
 * mms_metric_to_bytes() - Turn pages into bytes, by the page size of each row's run.
 * @tb: table of a metric
 * @ret_table: set only on success; the caller's
 *
 * Return: 0; -EINVAL when runs have different pages and @tb does not tell runs.
 */
int mms_metric_to_bytes(struct sqlite3 *db, const struct mms_table *tb,
			struct mms_table **ret_table);

/**
 * mms_metric_has_param() - Does @metric have the parameter @name?
 *
 * Return: 1 or 0.
 */
int mms_metric_has_param(const struct mms_file *metric, const char *name);

#endif
