// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/draw.h"

static double number(const struct mms_cell *cell)
{
	return cell->type == MMS_CELL_INT    ? (double)cell->i
	       : cell->type == MMS_CELL_REAL ? cell->r
					     : 0;
}

static bool same_texts(const struct mms_table *tb, size_t a, size_t b)
{
	for (size_t c = 0; c < mms_table_ncols(tb); c++) {
		const struct mms_cell *x = mms_table_cell(tb, a, c);
		const struct mms_cell *y = mms_table_cell(tb, b, c);

		if (x->type == MMS_CELL_TEXT && y->type == MMS_CELL_TEXT && strcmp(x->s, y->s))
			return false;
	}
	return true;
}

/* Rows of one group stand together. */
static double group_max(const struct mms_table *tb, size_t row, size_t col)
{
	size_t first = row;
	double max = 0;

	while (first && same_texts(tb, first - 1, row))
		first--;
	for (size_t r = first; r < mms_table_nrows(tb) && same_texts(tb, r, row); r++) {
		double v = number(mms_table_cell(tb, r, col));

		max = v > max ? v : max;
	}
	return max;
}

void mms_draw_bar(struct mms_buf *out, const struct mms_table *tb, size_t row, size_t col,
		  size_t width, bool unicode)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	double v = number(mms_table_cell(tb, row, col)), max = group_max(tb, row, col);
	size_t n, parts = unicode ? 8 : 1;

	if (v <= 0)
		return;
	n = (size_t)(v / max * (double)(width * parts) + 0.5);
	n = n ? n : 1;
	for (size_t i = 0; i < n / parts; i++)
		mms_buf_printf(out, "%s", unicode ? "█" : "#");
	mms_buf_printf(out, "%s", eighths[unicode ? n % 8 : 0]);
}

static const char *take_number(const char *s, double *ret_value)
{
	size_t len = strcspn(s, ",");

	*ret_value = len ? strtod(s, NULL) : -1;
	return s + len + (s[len] == ',');
}

void mms_draw_spark(struct mms_buf *out, const char *series, bool unicode)
{
	static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const ascii[] = { " ", ".", ":", "-", "=", "+", "*", "%", "#" };
	const char *const *levels = unicode ? blocks : ascii;
	double max = 0, v;

	for (const char *s = series; *s;) {
		s = take_number(s, &v);
		max = v > max ? v : max;
	}
	while (*series) {
		int level;

		series = take_number(series, &v);
		level = v > 0 ? 1 + (int)(v / max * 7.0) : 0;
		mms_buf_printf(out, "%s", v < 0 ? "?" : levels[level]);
	}
}
