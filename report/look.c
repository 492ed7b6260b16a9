// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/look.h"
#include "report/look_cell.h"

#define MAX_SIDES 32
#define MAX_COLS  (4 * MAX_SIDES + 4)

/* A comparison that is laid out, and the table that it goes to. */
struct look {
	const struct mms_table *from;
	const struct mms_look_opts *opts;
	size_t nr_sides;
	struct mms_table *to;
	struct mms_buf cell;
	size_t nr_zero; /* metrics that are 0 on every side */
	size_t nr_marks;
	bool permuted;
};

static void mms_auto_look(struct look *lk)
{
	mms_buf_release(&lk->cell);
	mms_table_free(lk->to);
}

/* Sides of a metric are rows that follow each other. */
static size_t count_sides(const struct mms_table *tb)
{
	size_t n = 0;

	while (n < mms_table_nrows(tb) && n < MAX_SIDES && mms_look_same_metric(tb, 0, n))
		n++;
	return n;
}

static int add_cell(struct look *lk)
{
	int ret = lk->cell.err;

	if (!ret)
		ret = mms_table_add(lk->to, (struct mms_cell){ .type = MMS_CELL_TEXT,
							       .s = mms_buf_text(&lk->cell) });
	mms_buf_reset(&lk->cell);
	return ret;
}

static int add_text(struct look *lk, const char *text)
{
	return mms_table_add(lk->to, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = text });
}

/* The heading of a side says how many runs it has; a metric that has fewer says so itself. */
static long runs_of(const struct look *lk, size_t side)
{
	long most = 0;

	for (size_t row = side; row < mms_table_nrows(lk->from); row += lk->nr_sides) {
		long n = (long)mms_look_number(lk->from, row, "n") +
			 (long)mms_look_number(lk->from, row, "unknown");

		most = n > most ? n : most;
	}
	return most;
}

/* Columns of the plain style: metric, base, then for each side value, change, q, verdict. */
static int new_plain(struct look *lk, const char *title, const char *p_name)
{
	struct mms_column cols[MAX_COLS] = { { .name = "metric", .unit = "", .doc = "" } };
	char runs[MAX_SIDES][24], level[24];
	size_t n = 1;

	snprintf(level, sizeof(level), "[%g%% CI]", 100 * lk->opts->level);
	for (size_t s = 0; s < lk->nr_sides; s++) {
		snprintf(runs[s], sizeof(runs[s]), "n=%ld", runs_of(lk, s));
		cols[n++] = (struct mms_column){ .name = mms_look_text(lk->from, s, "side"),
						 .unit = runs[s],
						 .doc = "",
						 .right = true };
		if (!s)
			continue;
		cols[n++] = (struct mms_column){
			.name = "change", .unit = level, .doc = "", .right = true
		};
		cols[n++] =
			(struct mms_column){ .name = p_name, .unit = "", .doc = "", .right = true };
		cols[n++] = (struct mms_column){
			.name = "verdict", .unit = "", .doc = "", .toned = true
		};
	}
	cols[n++] = (struct mms_column){ .name = "tone", .unit = "", .doc = "", .hidden = true };
	lk->to = mms_table_new("compare", n, cols);
	return lk->to ? mms_table_set_title(lk->to, title) : -ENOMEM;
}

/* A footnote for a metric whose sides count different things; one for equal texts. */
static int add_mark(struct look *lk, size_t row)
{
	const char *meanings = mms_look_text(lk->from, row, "meanings");
	struct mms_buf note mms_auto(buf) = { 0 };
	size_t i;

	mms_buf_printf(&note, "%s; not comparable", meanings);
	for (i = 0; i < mms_table_nnotes(lk->to); i++) {
		const char *old = mms_table_note(lk->to, i);

		if (*old == '!' && strchr(old, ' ') &&
		    !strcmp(strchr(old, ' ') + 1, mms_buf_text(&note))) {
			mms_buf_printf(&lk->cell, " %.*s", (int)strcspn(old, " "), old);
			return 0;
		}
	}
	mms_buf_printf(&lk->cell, " !%zu", ++lk->nr_marks);
	return mms_table_add_note(lk->to, "!%zu %s", lk->nr_marks, mms_buf_text(&note));
}

static int add_name(struct look *lk, size_t row)
{
	int ret = 0;

	mms_look_name(lk->from, row, &lk->cell);
	if (*mms_look_text(lk->from, row, "meanings"))
		ret = add_mark(lk, row);
	return ret ? ret : add_cell(lk);
}

static int add_change(struct look *lk, size_t base, size_t row, bool family)
{
	const struct mms_look_cell lc = { lk->from, row, base, lk->opts->compact };
	int ret;

	mms_look_change(&lc, &lk->cell);
	ret = add_cell(lk);
	lk->permuted = mms_look_p(&lc, family ? "q" : "p", &lk->cell) || lk->permuted;
	if (!ret)
		ret = add_cell(lk);
	mms_look_verdict(&lc, &lk->cell);
	return ret ? ret : add_cell(lk);
}

static int add_plain_row(struct look *lk, size_t row, bool family)
{
	const char *tone = "";
	int ret = add_name(lk, row);

	for (size_t s = 0; !ret && s < lk->nr_sides; s++) {
		const struct mms_look_cell lc = { lk->from, row + s, row, lk->opts->compact };
		const char *verdict = mms_look_text(lk->from, row + s, "verdict");

		mms_look_value(&lc, runs_of(lk, s), &lk->cell);
		ret = add_cell(lk);
		if (!ret && s)
			ret = add_change(lk, row, row + s, family);
		tone = !strcmp(verdict, "worse")              ? "bad"
		       : !strcmp(verdict, "better") && !*tone ? "good"
							      : tone;
	}
	return ret ? ret : add_text(lk, tone);
}

/* No side knows it. */
static bool is_empty(const struct look *lk, size_t row)
{
	for (size_t s = 0; s < lk->nr_sides; s++)
		if (mms_look_number(lk->from, row + s, "n") > 0)
			return false;
	return true;
}

static bool is_zero(const struct look *lk, size_t row)
{
	for (size_t s = 0; s < lk->nr_sides; s++)
		if (mms_look_number(lk->from, row + s, "min") != 0 ||
		    mms_look_number(lk->from, row + s, "max") != 0)
			return false;
	return true;
}

static bool is_primary(const struct look *lk, size_t row)
{
	return mms_look_number(lk->from, row, "primary") == 1;
}

/* Notes that explain what is in the cells, and why something is not. */
static int add_notes(struct look *lk)
{
	int ret = 0;

	if (lk->permuted)
		ret = mms_table_add_note(lk->to, "* p by permutation of the runs' raw values: "
						 "zeros, or no spread; no interval");
	if (!ret && lk->nr_zero)
		ret = mms_table_add_note(lk->to, "%zu metric%s 0 in every run: left out",
					 lk->nr_zero, lk->nr_zero > 1 ? "s are" : " is");
	return ret;
}

/* Why values are not known; each reason once. */
static int add_reason(struct look *lk, size_t row)
{
	const char *notes = mms_look_text(lk->from, row, "notes");

	if (!*notes)
		return 0;
	for (size_t i = 0; i < mms_table_nnotes(lk->to); i++)
		if (strstr(mms_table_note(lk->to, i), notes))
			return 0;
	return mms_table_add_note(lk->to, "%s", notes);
}

static int fill_plain(struct look *lk, bool primary)
{
	int ret = 0;

	for (size_t row = 0; !ret && row + lk->nr_sides <= mms_table_nrows(lk->from);
	     row += lk->nr_sides) {
		if (is_primary(lk, row) != primary)
			continue;
		if (is_zero(lk, row))
			lk->nr_zero++;
		else if (!is_empty(lk, row))
			ret = add_plain_row(lk, row, primary);
		if (!ret)
			ret = add_reason(lk, row);
	}
	return ret ? ret : add_notes(lk);
}

static int make_plain(const struct mms_table *from, const struct mms_look_opts *opts, bool primary,
		      struct mms_table **ret_table)
{
	struct look lk mms_auto(look) = { .from = from, .opts = opts };
	int ret;

	lk.nr_sides = count_sides(from);
	ret = new_plain(&lk,
			primary ? "Primary metrics: these get verdicts"
				: "Exploratory metrics: intervals and p, no verdicts",
			primary ? "q" : "p");
	for (size_t i = 0; !ret && primary && i < mms_table_nnotes(from); i++)
		ret = mms_table_add_note(lk.to, "%s", mms_table_note(from, i));
	if (!ret)
		ret = fill_plain(&lk, primary);
	if (!ret && mms_table_nrows(lk.to) + mms_table_nnotes(lk.to))
		*ret_table = mms_take(lk.to);
	return ret;
}

/* mmtests: a column a side; rows of results and times come as Min, Mean and Max. */
static int new_mmtests(struct look *lk)
{
	struct mms_column cols[MAX_COLS] = { { .name = "", .unit = "", .doc = "" } };
	size_t n = 1;

	for (size_t s = 0; s < lk->nr_sides; s++)
		cols[n++] = (struct mms_column){ .name = mms_look_text(lk->from, s, "side"),
						 .unit = "",
						 .doc = "",
						 .right = true };
	lk->to = mms_table_new("compare", n, cols);
	if (!lk->to || mms_table_set_title(lk->to, "Values (and percent of the base)"))
		return -ENOMEM;
	return mms_table_add_note(
		lk->to, "percent: positive is better where it is known which is better, else less "
			"than the first side; no test is behind it");
}

static const struct {
	const char *label;
	const char *column;
} stats[] = {
	{ "Min", "min" },
	{ "Mean", "mean" },
	{ "Max", "max" },
};

static int add_mmtests_row(struct look *lk, size_t row, size_t stat, bool percent)
{
	int ret;

	mms_look_name(lk->from, row, &lk->cell);
	if (!strcmp(mms_look_text(lk->from, row, "unit"), "ns"))
		mms_buf_printf(&lk->cell, " (ms)");
	if (percent)
		mms_buf_printf(&lk->cell, " %s", stats[stat].label);
	ret = add_cell(lk);
	for (size_t s = 0; !ret && s < lk->nr_sides; s++) {
		mms_look_percent(lk->from, row, row + s, stats[stat].column, percent, &lk->cell);
		ret = add_cell(lk);
	}
	return ret;
}

static int make_mmtests(const struct mms_table *from, const struct mms_look_opts *opts,
			struct mms_table **ret_table)
{
	struct look lk mms_auto(look) = { .from = from, .opts = opts };
	int ret;

	lk.nr_sides = count_sides(from);
	ret = new_mmtests(&lk);
	for (size_t row = 0; !ret && row + lk.nr_sides <= mms_table_nrows(from);
	     row += lk.nr_sides) {
		bool blocks = mms_look_has_blocks(from, row);

		if (is_zero(&lk, row) || is_empty(&lk, row) ||
		    (opts->brief && !is_primary(&lk, row)))
			continue;
		for (size_t i = blocks ? 0 : 1; !ret && i < (blocks ? 3 : 2); i++)
			ret = add_mmtests_row(&lk, row, i, blocks);
	}
	if (!ret)
		*ret_table = mms_take(lk.to);
	return ret;
}

/* "5", "2 of 5"; "" for none. */
static void print_share(double n, double of, struct mms_buf *buf)
{
	if (n == of)
		mms_buf_printf(buf, "all");
	else if (n > 0)
		mms_buf_printf(buf, "%.0f of %.0f", n, of);
}

static const struct mms_column side_columns[] = {
	{ .name = "side", .unit = "", .doc = "" },
	{ .name = "runs", .unit = "", .doc = "" },
	{ .name = "kernel", .unit = "", .doc = "" },
	{ .name = "with events", .unit = "", .doc = "" },
	{ .name = "events lost", .unit = "", .doc = "" },
	{ .name = "cut short", .unit = "", .doc = "" },
};

static int add_side(struct look *lk, size_t row)
{
	static const char *const shares[] = { "traced", "lossy", "incomplete" };
	double runs = mms_look_number(lk->from, row, "runs");
	int ret;

	mms_buf_printf(&lk->cell, "%s%s", mms_look_text(lk->from, row, "side"),
		       mms_look_number(lk->from, row, "noise") == 1 ? " (noise)" : "");
	ret = add_cell(lk);
	if (!ret)
		ret = add_text(lk, mms_look_text(lk->from, row, "names"));
	if (!ret)
		ret = add_text(lk, mms_look_text(lk->from, row, "kernel"));
	for (size_t i = 0; !ret && i < sizeof(shares) / sizeof(*shares); i++) {
		print_share(mms_look_number(lk->from, row, shares[i]), runs, &lk->cell);
		ret = add_cell(lk);
	}
	return ret;
}

int mms_look_sides(const struct mms_table *sides, struct mms_table **ret_table)
{
	struct look lk mms_auto(look) = { .from = sides };
	int ret;

	lk.to = mms_table_new("sides", sizeof(side_columns) / sizeof(*side_columns), side_columns);
	ret = lk.to ? mms_table_set_title(lk.to, "Sides") : -ENOMEM;
	for (size_t row = 0; !ret && row < mms_table_nrows(sides); row++)
		ret = add_side(&lk, row);
	if (!ret)
		*ret_table = mms_take(lk.to);
	return ret;
}

int mms_look_make(const struct mms_table *comparison, const struct mms_look_opts *opts,
		  struct mms_table **ret_tables, size_t *ret_n)
{
	struct mms_table *first mms_auto(table) = NULL, *second mms_auto(table) = NULL;
	int ret;

	if (opts->style == MMS_LOOK_MMTESTS)
		ret = make_mmtests(comparison, opts, &first);
	else
		ret = make_plain(comparison, opts, true, &first);
	if (!ret && opts->style == MMS_LOOK_PLAIN && !opts->brief)
		ret = make_plain(comparison, opts, false, &second);
	if (ret)
		return mms_err(ret, "cannot lay out the comparison");
	*ret_n = 0;
	if (first)
		ret_tables[(*ret_n)++] = mms_take(first);
	if (second)
		ret_tables[(*ret_n)++] = mms_take(second);
	return 0;
}
