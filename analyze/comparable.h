/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COMPARABLE_H
#define MMS_ANALYZE_COMPARABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/verdict.h"

/*
 * Numbers of a metric that are compared between runs, one a run. A header line
 * of the metric's file names each:
 *
 *	-- compare: COLUMN [FLAG...] NAME
 *
 * NAME may have {COLUMN} in it, for metrics with several rows a run. Flags:
 *	less, more		which is better; without: neutral
 *	better=@COLUMN		the row says it
 *	outcome			1 or 0: k of n runs
 *	headline		times and results: tracing changes them
 *	absent=0		a run with events that has no row has 0
 *	if=COLUMN:TEXT		only of these rows
 *	primary			it gets a verdict; primary=COLUMN:TEXT: of these
 *				rows (may be repeated); primary=@COLUMN: the row says it
 * Rows of unit "pct" are compared in percentage points, others as ratios.
 */

enum { MMS_COMPARABLE_MAX_IFS = 4 };

/* Text that borrows from the metric's file; not NUL-terminated. */
struct mms_comparable_text {
	const char *s; /* NULL: not given */
	size_t len;
};

/* "COLUMN:TEXT" */
struct mms_comparable_if {
	struct mms_comparable_text column;
	struct mms_comparable_text text;
};

struct mms_comparable {
	struct mms_comparable_text column;
	struct mms_comparable_text name;
	enum mms_better better;
	struct mms_comparable_text better_column;
	bool outcome;
	bool headline;
	bool absent_zero;
	bool primary; /* of all rows */
	struct mms_comparable_text primary_column;
	size_t nr_primary_ifs;
	struct mms_comparable_if primary_ifs[MMS_COMPARABLE_MAX_IFS];
	size_t nr_ifs;
	struct mms_comparable_if ifs[MMS_COMPARABLE_MAX_IFS];
};

/**
 * mms_comparable_next() - Walk the "compare" lines of a metric.
 * @pos: where to go on; start with the metric's text
 *
 * Return: 1 and a line; 0 at the end; -EBADMSG for a line that is none.
 */
int mms_comparable_next(const char **pos, struct mms_comparable *ret_comparable);

struct mms_buf;
struct mms_table;

/** mms_comparable_has() - Is row @row of the metric's table compared? */
bool mms_comparable_has(const struct mms_comparable *c, const struct mms_table *tb, size_t row);

/** mms_comparable_is_primary() - Does it get a verdict? */
bool mms_comparable_is_primary(const struct mms_comparable *c, const struct mms_table *tb,
			       size_t row);

/** mms_comparable_better() - Which is better in this row. */
enum mms_better mms_comparable_better(const struct mms_comparable *c, const struct mms_table *tb,
				      size_t row);

/** mms_comparable_name() - Append its name. Return: 0 or -ENOMEM. */
int mms_comparable_name(const struct mms_comparable *c, const struct mms_table *tb, size_t row,
			struct mms_buf *name);

/** mms_better_parse() - "less", "more"; everything else is neutral. */
enum mms_better mms_better_parse(const char *text);

#endif
