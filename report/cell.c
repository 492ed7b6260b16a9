// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/cell.h"

struct scale {
	double from; /* smallest value it is used for */
	double div;
	const char *unit;
};

/* Three digits that mean something. */
static void print_digits(struct mms_buf *out, double v, const char *unit)
{
	double a = fabs(v);
	int decimals = a < 9.995 ? 2 : a < 99.95 ? 1 : 0;

	mms_buf_printf(out, "%.*f%s", decimals, v, unit);
}

static void print_scaled(struct mms_buf *out, double v, const struct scale *scale,
			 const char *whole)
{
	for (; scale->unit; scale++) {
		if (fabs(v) < scale->from)
			continue;
		print_digits(out, v / scale->div, scale->unit);
		return;
	}
	mms_buf_printf(out, "%.0f%s", v, whole);
}

static void print_duration(struct mms_buf *out, double ns)
{
	static const struct scale scale[] = {
		{ 3600e9, 3600e9, "h" }, { 100e9, 60e9, "min" },  { 0.9995e9, 1e9, "s" },
		{ 0.9995e6, 1e6, "ms" }, { 0.9995e3, 1e3, "us" }, { 0, 0, NULL },
	};

	print_scaled(out, ns, scale, "ns");
}

static const struct scale iec[] = {
	{ 1099511627776.0, 1099511627776.0, "TiB" },
	{ 1073741824.0, 1073741824.0, "GiB" },
	{ 1048576.0, 1048576.0, "MiB" },
	{ 1024.0, 1024.0, "KiB" },
	{ 0, 0, NULL },
};

static void print_size(struct mms_buf *out, double bytes)
{
	print_scaled(out, bytes, iec, "B");
}

static void print_rate(struct mms_buf *out, double bytes)
{
	print_scaled(out, bytes, iec, "B");
	mms_buf_printf(out, "/s");
}

static void print_pct(struct mms_buf *out, double v)
{
	mms_buf_printf(out, "%.2f", v);
}

static void print_seconds(struct mms_buf *out, double s)
{
	mms_buf_printf(out, "%.3f", s);
}

/* How people read a unit; others are printed as they are. */
struct unit {
	const char *name;
	const char *suffix;  /* of column names, left out of the heading */
	const char *heading; /* "" when the cells say it */
	void (*print)(struct mms_buf *out, double v);
};

static const struct unit units[] = {
	{ "ns", "_ns", "", print_duration }, { "ts_ns", "_ns", "s", NULL },
	{ "pct", "_pct", "%", print_pct },   { "bytes", "_bytes", "", print_size },
	{ "bytes/s", "", "", print_rate },   { "s", "_s", "s", print_seconds },
};

static const struct unit *unit_find(const char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(units[i].name, name))
			return &units[i];
	return NULL;
}

static bool same_text(const struct mms_cell *cell, const char *text)
{
	return cell->type == MMS_CELL_TEXT && !strcmp(cell->s, text);
}

static bool is_zero(const struct mms_cell *cell)
{
	return (cell->type == MMS_CELL_INT && !cell->i) ||
	       (cell->type == MMS_CELL_REAL && cell->r == 0);
}

/* The unit of a cell: the column's, or what another column of the row says. */
static const char *unit_of(const struct mms_table *tb, size_t row, const struct mms_column *col)
{
	const struct mms_cell *cell;
	int by;

	if (col->unit[0] != '@')
		return col->unit;
	by = mms_table_find(tb, col->unit + 1);
	if (by < 0)
		return "";
	cell = mms_table_cell(tb, row, (size_t)by);
	return cell->type == MMS_CELL_TEXT ? cell->s : "";
}

/* "-" where the column that this one is a share of is zero, else "?". */
static const char *unknown(const struct mms_table *tb, size_t row, const struct mms_column *col)
{
	int of = col->zero_of ? mms_table_find(tb, col->zero_of) : -1;

	return of >= 0 && is_zero(mms_table_cell(tb, row, (size_t)of)) ? "-" : "?";
}

static bool is_lower_bound(const struct mms_table *tb, size_t row, const struct mms_column *col)
{
	int i = col->bound ? mms_table_find(tb, "lower_bound") : -1;
	const struct mms_cell *cell = i >= 0 ? mms_table_cell(tb, row, (size_t)i) : NULL;

	return cell && cell->type == MMS_CELL_INT && cell->i;
}

/* Nanoseconds of the trace clock as seconds, without a double's rounding. */
static void print_timestamp(struct mms_buf *out, int64_t ns)
{
	uint64_t us = (ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns) / 1000;

	mms_buf_printf(out, "%s%" PRIu64 ".%06" PRIu64, ns < 0 ? "-" : "", us / 1000000,
		       us % 1000000);
}

static void print_number(struct mms_buf *out, const struct mms_cell *cell, const char *unit_name)
{
	const struct unit *unit = unit_find(unit_name);

	if (unit && unit->print)
		unit->print(out, cell->type == MMS_CELL_INT ? (double)cell->i : cell->r);
	else if (unit && cell->type == MMS_CELL_INT)
		print_timestamp(out, cell->i);
	else if (cell->type == MMS_CELL_INT)
		mms_buf_printf(out, "%" PRId64, cell->i);
	else
		print_digits(out, cell->r, "");
}

/* Does another column take its unit from this one? */
static bool is_unit(const struct mms_table *tb, const struct mms_column *col)
{
	for (size_t c = 0; c < mms_table_ncols(tb); c++) {
		const char *unit = mms_table_column(tb, c)->unit;

		if (unit[0] == '@' && !strcmp(unit + 1, col->name))
			return true;
	}
	return false;
}

static void print_text(struct mms_buf *out, const struct mms_table *tb,
		       const struct mms_column *col, const char *text)
{
	const struct unit *unit = is_unit(tb, col) ? unit_find(text) : NULL;

	mms_buf_printf(out, "%s", unit ? unit->heading : text);
}

void mms_cell_print(struct mms_buf *out, const struct mms_table *tb, size_t row, size_t col)
{
	const struct mms_cell *cell = mms_table_cell(tb, row, col);
	const struct mms_column *c = mms_table_column(tb, col);

	if (cell->type == MMS_CELL_NULL) {
		mms_buf_printf(out, "%s", unknown(tb, row, c));
		return;
	}
	if (cell->type == MMS_CELL_TEXT) {
		print_text(out, tb, c, cell->s);
		return;
	}
	if (is_lower_bound(tb, row, c))
		mms_buf_printf(out, ">=");
	print_number(out, cell, unit_of(tb, row, c));
}

const char *mms_cell_name(const struct mms_column *col, size_t *ret_len)
{
	const struct unit *unit = unit_find(col->unit);
	size_t len = strlen(col->name), cut = unit ? strlen(unit->suffix) : 0;

	if (cut && len > cut && !strcmp(col->name + len - cut, unit->suffix))
		len -= cut;
	*ret_len = len;
	return col->name;
}

const char *mms_cell_unit(const struct mms_column *col)
{
	const struct unit *unit = unit_find(col->unit);

	if (col->unit[0] == '@')
		return "";
	return unit ? unit->heading : col->unit;
}

bool mms_cell_is_text(const struct mms_table *tb, size_t col)
{
	if (mms_table_column(tb, col)->right)
		return false;
	for (size_t r = 0; r < mms_table_nrows(tb); r++)
		if (mms_table_cell(tb, r, col)->type == MMS_CELL_TEXT)
			return true;
	return false;
}

static bool is_constant(const struct mms_table *tb, size_t col, const char *text)
{
	for (size_t r = 0; r < mms_table_nrows(tb); r++)
		if (!same_text(mms_table_cell(tb, r, col), text))
			return false;
	return true;
}

static bool is_noted(const struct mms_table *tb, const char *text)
{
	for (size_t i = 0; i < mms_table_nnotes(tb); i++)
		if (strstr(mms_table_note(tb, i), text))
			return true;
	return false;
}

bool mms_cell_is_shown(const struct mms_table *tb, size_t col)
{
	const char *name = mms_table_column(tb, col)->name;
	const struct mms_cell *first;

	if (mms_table_column(tb, col)->hidden || !strcmp(name, "lower_bound"))
		return false;
	if (!mms_table_nrows(tb))
		return true;
	first = mms_table_cell(tb, 0, col);
	if (first->type != MMS_CELL_TEXT || !is_constant(tb, col, first->s))
		return true;
	return *first->s && (strcmp(name, "run") || !is_noted(tb, first->s));
}
