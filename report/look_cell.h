/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_LOOK_CELL_H
#define MMS_REPORT_LOOK_CELL_H

#include <stdbool.h>
#include <stddef.h>

struct mms_buf;
struct mms_table;

/* Cells of a comparison as people read them; see report/look.h. */

/* A metric on one side: a row of the table "comparison". */
struct mms_look_cell {
	const struct mms_table *tb;
	size_t row;
	size_t base; /* row of the base */
	bool compact;
};

/** mms_look_number() - A number by its column's name; NaN when unknown. */
double mms_look_number(const struct mms_table *tb, size_t row, const char *column);

/** mms_look_text() - A text by its column's name; "" when there is none. */
const char *mms_look_text(const struct mms_table *tb, size_t row, const char *column);

/** mms_look_same_metric() - Are these rows sides of one metric? */
bool mms_look_same_metric(const struct mms_table *tb, size_t a, size_t b);

/** mms_look_has_blocks() - Is it a time or a result, of which mmtests prints more than one row? */
bool mms_look_has_blocks(const struct mms_table *tb, size_t row);

/** mms_look_name() - Append the metric's name, with its unit where cells do not say it. */
void mms_look_name(const struct mms_table *tb, size_t row, struct mms_buf *buf);

/**
 * mms_look_value() - "1840 (sd 6%)", "62.1 (sd 2)", "3/5".
 * @runs: of the side; a metric that is known of fewer says so
 */
void mms_look_value(const struct mms_look_cell *lc, long runs, struct mms_buf *buf);

/** mms_look_change() - "-34.2% [-45,-22]", "+9.7pp", "from 0", "-". */
void mms_look_change(const struct mms_look_cell *lc, struct mms_buf *buf);

/**
 * mms_look_p() - A p or q.
 *
 * Return: it is of a permutation test, and marked so.
 */
bool mms_look_p(const struct mms_look_cell *lc, const char *column, struct mms_buf *buf);

/** mms_look_verdict() - "better", "~", "? need >= 8 runs", "(neutral)", "!". */
void mms_look_verdict(const struct mms_look_cell *lc, struct mms_buf *buf);

/**
 * mms_look_percent() - "25.00 (  16.67%)": a side's number and how far it is from the base's.
 * @base, @row: of the base and of the side
 * @column: which number
 * @percent: else the number alone
 */
void mms_look_percent(const struct mms_table *tb, size_t base, size_t row, const char *column,
		      bool percent, struct mms_buf *buf);

#endif
