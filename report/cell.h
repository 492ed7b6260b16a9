/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_CELL_H
#define MMS_REPORT_CELL_H

#include <stdbool.h>
#include <stddef.h>

struct mms_buf;
struct mms_column;
struct mms_table;

/*
 * Cells and headings as people read them: durations and sizes with a unit that
 * fits each, "-" for 0/0, "?" for unknown, ">=" before a lower bound. Formats
 * for machines print the raw numbers instead.
 */

/** mms_cell_print() - Append the text of a cell. */
void mms_cell_print(struct mms_buf *out, const struct mms_table *tb, size_t row, size_t col);

/**
 * mms_cell_name() - Heading of a column, without a unit in its name that the
 * cells or mms_cell_unit() say.
 * @ret_len: of the heading
 *
 * Return: borrowed from @col, not NUL-terminated at @ret_len.
 */
const char *mms_cell_name(const struct mms_column *col, size_t *ret_len);

/** mms_cell_unit() - Unit for the heading; "" where the cells say it. */
const char *mms_cell_unit(const struct mms_column *col);

/** mms_cell_is_text() - Does the column hold text (is it to be aligned left)? */
bool mms_cell_is_text(const struct mms_table *tb, size_t col);

/**
 * mms_cell_is_shown() - Should people see the column? Not "lower_bound", which
 * marks say, not a "run" that is the same in all rows and that a note names, and
 * none that is empty throughout.
 */
bool mms_cell_is_shown(const struct mms_table *tb, size_t col);

#endif
