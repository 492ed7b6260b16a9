/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_TABLE_H
#define MMS_COMMON_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * A result: what analyze/ produces and report/ prints. Named, typed,
 * unit-carrying columns and rows of cells. It knows nothing of SQL and
 * nothing of output formats.
 */
struct mms_table;

enum mms_cell_type {
	MMS_CELL_NULL, /* unknown */
	MMS_CELL_INT,
	MMS_CELL_REAL,
	MMS_CELL_TEXT,
};

struct mms_cell {
	enum mms_cell_type type;
	union {
		int64_t i;
		double r;
		const char *s; /* NUL-terminated */
	};
};

/**
 * struct mms_column - What a column is.
 * @name: what scripts rely on
 * @unit: "pages", "ns" (a duration), "ts_ns" (a time of the trace clock), "pct",
 *	"pages/s", "bytes" ...; "" when it has none; "@NAME" when the column NAME
 *	of the row says it
 * @doc: one line
 * @zero_of: name of the column whose zero makes a NULL here mean "0/0"
 *	(printed "-", not "?"); NULL when there is none
 * @bound: a count that is a lower bound in rows whose column "lower_bound" is 1
 * @bar: formats for people may draw its numbers as bars
 * @wide: left out first where people have no room
 * @foot: a remark, which formats for people may put below the table
 * @right: text that is aligned as numbers are
 * @toned: formats for people may colour it by what the row's hidden column
 *	"tone" says: good, bad
 * @hidden: there only for what other columns refer to: formats do not print it
 * @spark: text of numbers parted by commas, which formats for people may draw
 */
struct mms_column {
	const char *name;
	const char *unit;
	const char *doc;
	const char *zero_of;
	bool bound;
	bool bar;
	bool spark;
	bool wide;
	bool foot;
	bool right;
	bool toned;
	bool hidden;
};

/**
 * mms_table_new() - Make an empty table.
 * @name: of the metric, copied
 * @ncols: number of columns, at least 1
 * @cols: copied, texts included
 *
 * Return: a table for mms_table_free(); NULL when out of memory.
 */
struct mms_table *mms_table_new(const char *name, size_t ncols, const struct mms_column *cols);
void mms_table_free(struct mms_table *tb);
MMS_DEFINE_AUTO(table, struct mms_table *, mms_table_free);

/** mms_table_set_title() - A heading for people; copied. Return: 0 or -ENOMEM. */
int mms_table_set_title(struct mms_table *tb, const char *title);

/**
 * mms_table_add_note() - A line that belongs to the table: input, window, a
 * caveat. Text formats print it behind "# ". Return: 0 or -ENOMEM.
 */
int mms_table_add_note(struct mms_table *tb, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * mms_table_add() - Append a cell; rows fill from left to right.
 * @cell: text is copied
 *
 * Return: 0 or -ENOMEM.
 */
int mms_table_add(struct mms_table *tb, struct mms_cell cell);

const char *mms_table_name(const struct mms_table *tb);
const char *mms_table_title(const struct mms_table *tb); /* "" when unset */
size_t mms_table_nnotes(const struct mms_table *tb);
const char *mms_table_note(const struct mms_table *tb, size_t i);
size_t mms_table_ncols(const struct mms_table *tb);
size_t mms_table_nrows(const struct mms_table *tb);
const struct mms_column *mms_table_column(const struct mms_table *tb, size_t col);

/** mms_table_find() - Index of the column @name, or -1. */
int mms_table_find(const struct mms_table *tb, const char *name);

/** mms_table_cell() - A cell, borrowed until the table changes. */
const struct mms_cell *mms_table_cell(const struct mms_table *tb, size_t row, size_t col);

#endif
