// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <string.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/look_cell.h"

static const struct mms_cell *cell(const struct mms_table *tb, size_t row, const char *column)
{
	int col = mms_table_find(tb, column);

	return col < 0 ? NULL : mms_table_cell(tb, row, (size_t)col);
}

double mms_look_number(const struct mms_table *tb, size_t row, const char *column)
{
	const struct mms_cell *c = cell(tb, row, column);

	if (c && c->type == MMS_CELL_INT)
		return (double)c->i;
	return c && c->type == MMS_CELL_REAL ? c->r : NAN;
}

const char *mms_look_text(const struct mms_table *tb, size_t row, const char *column)
{
	const struct mms_cell *c = cell(tb, row, column);

	return c && c->type == MMS_CELL_TEXT ? c->s : "";
}

static bool is(const struct mms_table *tb, size_t row, const char *column, const char *text)
{
	return !strcmp(mms_look_text(tb, row, column), text);
}

bool mms_look_same_metric(const struct mms_table *tb, size_t a, size_t b)
{
	return is(tb, a, "metric", mms_look_text(tb, b, "metric")) &&
	       is(tb, a, "unit", mms_look_text(tb, b, "unit"));
}

bool mms_look_has_blocks(const struct mms_table *tb, size_t row)
{
	const char *from = mms_look_text(tb, row, "source");

	return !strcmp(from, "results") || !strcmp(from, "times");
}

void mms_look_name(const struct mms_table *tb, size_t row, struct mms_buf *buf)
{
	const char *name = mms_look_text(tb, row, "metric");
	const struct mms_column unit = { .name = "", .unit = mms_look_text(tb, row, "unit") };
	const char *heading = mms_cell_unit(&unit);

	mms_buf_printf(buf, "%s", name);
	if (*heading && !((strlen(heading) > 3 || *heading == '%') && strcasestr(name, heading)))
		mms_buf_printf(buf, " (%s)", heading);
}

static bool is_outcome(const struct mms_look_cell *lc)
{
	return is(lc->tb, lc->row, "kind", "outcome");
}

/* Geometric means belong to ratios, as long as there are logarithms. */
static const char *center(const struct mms_look_cell *lc)
{
	return is(lc->tb, lc->row, "kind", "ratio") &&
			       isfinite(mms_look_number(lc->tb, lc->row, "gmean"))
		       ? "gmean"
		       : "mean";
}

/* Seconds with five digits that mean something; others as in every table. */
static void print_value(const struct mms_look_cell *lc, struct mms_buf *buf)
{
	const char *column = center(lc);
	double value = mms_look_number(lc->tb, lc->row, column);

	if (is(lc->tb, lc->row, "unit", "s"))
		mms_buf_printf(buf, "%.*f", value < 99.995 ? 3 : value < 999.95 ? 2 : 1, value);
	else
		mms_cell_print(buf, lc->tb, lc->row, (size_t)mms_table_find(lc->tb, column));
}

static void print_sd(const struct mms_look_cell *lc, struct mms_buf *buf)
{
	double sd = mms_look_number(lc->tb, lc->row, "sd");
	double mean = mms_look_number(lc->tb, lc->row, "mean");
	const char *word = lc->compact ? "" : "sd ";

	if (!isfinite(sd))
		return;
	if (!is(lc->tb, lc->row, "kind", "ratio"))
		mms_buf_printf(buf, " (%s%.*f)", word, sd < 9.95, sd);
	else if (mean > 0 && sd < 3 * mean)
		mms_buf_printf(buf, " (%s%.0f%%)", word, 100 * sd / mean);
	else
		mms_buf_printf(buf, " (%s%.3g)", word, sd);
}

void mms_look_value(const struct mms_look_cell *lc, long runs, struct mms_buf *buf)
{
	long n = (long)mms_look_number(lc->tb, lc->row, "n");

	if (!n) {
		mms_buf_printf(buf, "-");
		return;
	}
	if (is_outcome(lc)) {
		mms_buf_printf(buf, "%.0f/%ld", mms_look_number(lc->tb, lc->row, "n_true"), n);
		return;
	}
	print_value(lc, buf);
	print_sd(lc, buf);
	if (n != runs)
		mms_buf_printf(buf, " n=%ld", n);
}

static void print_interval(double low, double high, struct mms_buf *buf)
{
	/* One more digit where the side of zero would not show. */
	int digits = high - low < 3 || fabs(low) < 1 || fabs(high) < 1;

	if (!isfinite(low) || !isfinite(high))
		return;
	mms_buf_printf(buf, " [%+.*f,", digits, low);
	if (high < 9999.5)
		mms_buf_printf(buf, "%+.*f]", digits, high);
	else
		mms_buf_printf(buf, ">9999]");
}

void mms_look_change(const struct mms_look_cell *lc, struct mms_buf *buf)
{
	double change = mms_look_number(lc->tb, lc->row, "change");
	const char *unit = is(lc->tb, lc->row, "change_unit", "pct") ? "%" : "pp";

	if (isfinite(change)) {
		mms_buf_printf(buf, "%+.*f%s", fabs(change) < 999.95, change, unit);
		print_interval(mms_look_number(lc->tb, lc->row, "low"),
			       mms_look_number(lc->tb, lc->row, "high"), buf);
	} else if (is(lc->tb, lc->row, "state", "empty side")) {
		mms_buf_printf(buf, "-");
	} else {
		mms_buf_printf(buf, "%s",
			       mms_look_number(lc->tb, lc->base, "mean") == 0 ? "from 0"
									      : "no ratio");
	}
}

bool mms_look_p(const struct mms_look_cell *lc, const char *column, struct mms_buf *buf)
{
	double p = mms_look_number(lc->tb, lc->row, column);
	bool permuted = is(lc->tb, lc->row, "method", "permutation");

	if (!isfinite(p))
		return false;
	if (p < 0.0005)
		mms_buf_printf(buf, "<.001");
	else
		mms_buf_printf(buf, "%.*f", p < 0.0995 ? 3 : 2, p);
	if (permuted)
		mms_buf_printf(buf, "*");
	return permuted;
}

static void print_need(const struct mms_look_cell *lc, struct mms_buf *buf)
{
	double need = mms_look_number(lc->tb, lc->row, "need");

	if (lc->compact)
		mms_buf_printf(buf, "? >=%.0f", need);
	else
		mms_buf_printf(buf, "? need >= %.0f runs", need);
}

void mms_look_verdict(const struct mms_look_cell *lc, struct mms_buf *buf)
{
	static const struct {
		const char *verdict;
		const char *text;
	} texts[] = {
		{ "better", "better" }, { "worse", "worse" },   { "unproven", "~" },
		{ "small", "~ small" }, { "noise", "~ noise" },
	};

	if (!mms_look_number(lc->tb, lc->row, "comparable")) {
		mms_buf_printf(buf, "!");
		return;
	}
	if (is(lc->tb, lc->row, "state", "empty side")) {
		mms_buf_printf(buf, lc->compact ? "one side" : "on one side only");
		return;
	}
	if (is(lc->tb, lc->row, "verdict", "more runs")) {
		print_need(lc, buf);
		return;
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (is(lc->tb, lc->row, "verdict", texts[i].verdict))
			mms_buf_printf(buf, "%s", texts[i].text);
	if (!buf->len && mms_look_number(lc->tb, lc->row, "primary") == 1 &&
	    is(lc->tb, lc->row, "better", "neutral"))
		mms_buf_printf(buf, "(neutral)");
}

void mms_look_percent(const struct mms_table *tb, size_t base, size_t row, const char *column,
		      bool percent, struct mms_buf *buf)
{
	double value = mms_look_number(tb, row, column), first = mms_look_number(tb, base, column);
	double change = 100 * (first - value) / first, scale = is(tb, row, "unit", "ns") ? 1e6 : 1;

	if (!isfinite(value)) {
		mms_buf_printf(buf, "-");
		return;
	}
	if (!percent) {
		mms_buf_printf(buf, "%.2f", value / scale);
		return;
	}
	if (is(tb, row, "better", "more"))
		change = -change;
	mms_buf_printf(buf, "%.2f ", value / scale);
	if (isfinite(change))
		mms_buf_printf(buf, "(%7.2f%%)", change == 0 ? 0.0 : change);
	else
		mms_buf_printf(buf, "(%7s%%)", "-");
}
