// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/metric.h"
#include "analyze/window.h"
#include "common/err.h"
#include "common/table.h"

/* Units that pages are in, and what these are in bytes. */
static const struct {
	const char *pages;
	const char *bytes;
} units[] = {
	{ "pages", "bytes" },
	{ "pages/s", "bytes/s" },
};

/* The unit in bytes, NULL when @unit has no pages. */
static const char *in_bytes(const char *unit)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(units[i].pages, unit))
			return units[i].bytes;
	return NULL;
}

static const char *text_of(const struct mms_table *tb, size_t row, const char *column)
{
	int c = mms_table_find(tb, column);
	const struct mms_cell *cell = c < 0 ? NULL : mms_table_cell(tb, row, (size_t)c);

	return cell && cell->type == MMS_CELL_TEXT ? cell->s : "";
}

static bool is_unit_of_another(const struct mms_table *tb, const char *name)
{
	for (size_t c = 0; c < mms_table_ncols(tb); c++) {
		const char *unit = mms_table_column(tb, c)->unit;

		if (unit[0] == '@' && !strcmp(unit + 1, name))
			return true;
	}
	return false;
}

static struct mms_table *empty_copy(const struct mms_table *tb)
{
	size_t n = mms_table_ncols(tb);
	struct mms_column *cols = calloc(n, sizeof(*cols));
	struct mms_table *copy = NULL;
	int ret = 0;

	for (size_t c = 0; cols && c < n; c++) {
		const char *unit;

		cols[c] = *mms_table_column(tb, c);
		unit = in_bytes(cols[c].unit);
		cols[c].unit = unit ? unit : cols[c].unit;
	}
	if (cols)
		copy = mms_table_new(mms_table_name(tb), n, cols);
	free(cols);
	if (copy)
		ret = mms_table_set_title(copy, mms_table_title(tb));
	for (size_t i = 0; copy && !ret && i < mms_table_nnotes(tb); i++)
		ret = mms_table_add_note(copy, "%s", mms_table_note(tb, i));
	if (!ret)
		return copy;
	mms_table_free(copy);
	return NULL;
}

static struct mms_cell scaled(struct mms_cell cell, int64_t page_size)
{
	if (cell.type == MMS_CELL_REAL)
		cell.r *= (double)page_size;
	else if (cell.type == MMS_CELL_INT && __builtin_mul_overflow(cell.i, page_size, &cell.i))
		cell.type = MMS_CELL_NULL;
	return cell;
}

static struct mms_cell converted(const struct mms_table *tb, size_t row, size_t col,
				 int64_t page_size)
{
	const struct mms_column *c = mms_table_column(tb, col);
	struct mms_cell cell = *mms_table_cell(tb, row, col);
	const char *unit = c->unit;

	if (unit[0] == '@')
		unit = text_of(tb, row, unit + 1);
	if (in_bytes(unit))
		return scaled(cell, page_size);
	if (cell.type == MMS_CELL_TEXT && is_unit_of_another(tb, c->name) && in_bytes(cell.s))
		cell.s = in_bytes(cell.s);
	return cell;
}

int mms_metric_to_bytes(struct sqlite3 *db, const struct mms_table *tb,
			struct mms_table **ret_table)
{
	struct mms_table *copy mms_auto(table) = empty_copy(tb);
	bool has_run = mms_table_find(tb, "run") >= 0;
	int ret = copy ? 0 : -ENOMEM;

	for (size_t r = 0; !ret && r < mms_table_nrows(tb); r++) {
		int64_t page_size = 0;

		ret = mms_window_page_size(db, has_run ? text_of(tb, r, "run") : NULL, &page_size);
		for (size_t c = 0; !ret && c < mms_table_ncols(tb); c++)
			ret = mms_table_add(copy, converted(tb, r, c, page_size));
	}
	if (ret)
		return ret == -ENOMEM ? mms_err(ret, "no memory to convert pages") : ret;
	*ret_table = mms_take(copy);
	return 0;
}
