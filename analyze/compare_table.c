// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/collect.h"
#include "analyze/compare.h"
#include "analyze/compare_priv.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "schema/stmt.h"

static const char *const kinds[] = {
	[MMS_STATS_RATIO] = "ratio",
	[MMS_STATS_POINTS] = "points",
	[MMS_STATS_OUTCOME] = "outcome",
};
static const char *const betters[] = {
	[MMS_BETTER_NEUTRAL] = "neutral",
	[MMS_BETTER_LESS] = "less",
	[MMS_BETTER_MORE] = "more",
};
static const char *const methods[] = {
	[MMS_STATS_NONE] = "none",
	[MMS_STATS_WELCH_LOG] = "welch on logarithms",
	[MMS_STATS_WELCH] = "welch",
	[MMS_STATS_FISHER] = "fisher",
	[MMS_STATS_PERMUTATION] = "permutation",
};
static const char *const states[] = {
	[MMS_STATS_OK] = "ok",
	[MMS_STATS_EMPTY] = "empty side",
	[MMS_STATS_FEW] = "one run",
	[MMS_STATS_SAME] = "all the same",
	[MMS_STATS_NO_SPREAD] = "no spread",
	[MMS_STATS_ZEROS] = "zeros",
};
static const char *const verdicts[] = {
	[MMS_VERDICT_NONE] = "none",           [MMS_VERDICT_BETTER] = "better",
	[MMS_VERDICT_WORSE] = "worse",         [MMS_VERDICT_UNPROVEN] = "unproven",
	[MMS_VERDICT_SMALL] = "small",         [MMS_VERDICT_NOISE] = "noise",
	[MMS_VERDICT_MORE_RUNS] = "more runs",
};

static const struct mms_column columns[] = {
	{ .name = "metric", .unit = "", .doc = "what is compared" },
	{ .name = "unit", .unit = "", .doc = "of its values" },
	{ .name = "source", .unit = "", .doc = "the metric of analyze that it is from" },
	{ .name = "kind",
	  .unit = "",
	  .doc = "ratio (of geometric means), points (difference), outcome (k of n runs)" },
	{ .name = "better", .unit = "", .doc = "less, more or neutral" },
	{ .name = "primary", .unit = "", .doc = "1: a member of the family that gets verdicts" },
	{ .name = "side", .unit = "", .doc = "the first one of a metric is the base" },
	{ .name = "n", .unit = "", .doc = "runs whose value is known" },
	{ .name = "unknown", .unit = "", .doc = "runs whose value is not" },
	{ .name = "n_true", .unit = "", .doc = "of an outcome: runs in which it happened" },
	{ .name = "gmean",
	  .unit = "@unit",
	  .bound = true,
	  .doc = "geometric mean; unknown with zeros" },
	{ .name = "mean", .unit = "@unit", .bound = true, .doc = "" },
	{ .name = "sd", .unit = "@unit", .doc = "sample deviation of the runs" },
	{ .name = "min", .unit = "@unit", .bound = true, .doc = "" },
	{ .name = "median", .unit = "@unit", .bound = true, .doc = "" },
	{ .name = "max", .unit = "@unit", .bound = true, .doc = "" },
	{ .name = "change", .unit = "", .doc = "from the base, in change_unit" },
	{ .name = "low", .unit = "", .doc = "lower end of its confidence interval" },
	{ .name = "high", .unit = "", .doc = "upper end" },
	{ .name = "change_unit", .unit = "", .doc = "pct, or pp: percentage points" },
	{ .name = "method", .unit = "", .doc = "test" },
	{ .name = "state", .unit = "", .doc = "ok, or why there is no interval or no test" },
	{ .name = "t", .unit = "", .doc = "Welch's t" },
	{ .name = "df", .unit = "", .doc = "its degrees of freedom" },
	{ .name = "p", .unit = "", .doc = "two-sided" },
	{ .name = "q", .unit = "", .doc = "Benjamini-Hochberg over the primary family" },
	{ .name = "verdict",
	  .unit = "",
	  .doc = "better, worse, unproven (~), small (~), noise (~), more runs (?), none" },
	{ .name = "need", .unit = "", .doc = "of \"more runs\": runs a side" },
	{ .name = "floor", .unit = "", .doc = "noise floor, in change_unit" },
	{ .name = "comparable", .unit = "", .doc = "0: the sides count different things" },
	{ .name = "meanings", .unit = "", .doc = "what they count, by side" },
	{ .name = "lower_bound",
	  .unit = "",
	  .doc = "1: events were lost, values are lower bounds" },
	{ .name = "notes", .unit = "", .doc = "why values are not known" },
	{ .name = "drift_tau", .unit = "", .doc = "Kendall's tau of the runs with time" },
	{ .name = "drift_p", .unit = "", .doc = "its p" },
	{ .name = "rank_p", .unit = "", .doc = "exact rank test, with --exact" },
	{ .name = "permutation_p", .unit = "", .doc = "exact permutation test, with --exact" },
	{ .name = "median_change", .unit = "", .doc = "of the medians, from 10 runs a side" },
	{ .name = "median_low", .unit = "", .doc = "its bootstrap interval" },
	{ .name = "median_high", .unit = "", .doc = "" },
};

static struct mms_cell text(const char *s)
{
	return (struct mms_cell){ .type = MMS_CELL_TEXT, .s = s };
}

static struct mms_cell number(size_t n)
{
	return (struct mms_cell){ .type = MMS_CELL_INT, .i = (int64_t)n };
}

/* NaN is unknown. */
static struct mms_cell real(double r)
{
	if (!isfinite(r))
		return (struct mms_cell){ .type = MMS_CELL_NULL };
	return (struct mms_cell){ .type = MMS_CELL_REAL, .r = r };
}

static int add(struct mms_table *tb, const struct mms_cell *cells, size_t n)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++)
		ret = mms_table_add(tb, cells[i]);
	return ret;
}

/* A change as people say it: percent, or percentage points as they are. */
static struct mms_cell change(const struct mms_compare_row *row, double x)
{
	return real(row->kind == MMS_STATS_RATIO ? 100 * x : x);
}

static struct mms_cell floor_of(const struct mms_compare_row *row, double x)
{
	return real(row->kind == MMS_STATS_RATIO ? 100 * expm1(x) : x);
}

static int add_side(const struct mms_compare *cmp, const struct mms_compare_row *row, size_t s,
		    struct mms_table *tb)
{
	const struct mms_compare_cell *c = &row->cells[s];
	const struct mms_cell cells[] = {
		text(row->name),
		text(row->unit),
		text(row->metric),
		text(kinds[row->kind]),
		text(betters[row->better]),
		number(row->primary),
		text(cmp->sides[s]),
		number(c->side.n),
		number(c->side.nr_unknown),
		row->kind == MMS_STATS_OUTCOME ? number(c->nr_true) : real(NAN),
		real(c->side.gmean),
		real(c->side.mean),
		real(c->side.sd),
		real(c->side.min),
		real(c->side.median),
		real(c->side.max),
	};

	return add(tb, cells, sizeof(cells) / sizeof(*cells));
}

/* The base has no change. */
static const struct mms_compare_cell no_change = {
	.test = { .change = NAN, .low = NAN, .high = NAN, .t = NAN, .df = NAN, .p = NAN },
	.q = NAN,
	.floor = NAN,
	.rank_p = NAN,
	.permutation_p = NAN,
	.median_change = NAN,
	.median_low = NAN,
	.median_high = NAN,
};

static int add_change(const struct mms_compare_row *row, size_t s, struct mms_table *tb)
{
	const struct mms_compare_cell *c = s ? &row->cells[s] : &no_change;
	const struct mms_cell cells[] = {
		change(row, c->test.change),
		change(row, c->test.low),
		change(row, c->test.high),
		text(row->kind == MMS_STATS_RATIO ? "pct" : "pp"),
		text(s ? methods[c->test.method] : ""),
		text(s ? states[c->test.state] : ""),
		real(c->test.t),
		real(c->test.df),
		real(c->test.p),
		real(c->q),
		text(s ? verdicts[c->verdict] : ""),
		c->need ? number(c->need) : real(NAN),
		floor_of(row, c->floor),
		number(row->cells[s].comparable),
		text(row->meanings),
		number(row->cells[s].lower_bound),
		text(row->notes),
		real(row->drift_tau),
		real(isfinite(row->drift_tau) ? row->drift_p : NAN),
		real(c->rank_p),
		real(c->permutation_p),
		real(100 * c->median_change),
		real(100 * c->median_low),
		real(100 * c->median_high),
	};

	return add(tb, cells, sizeof(cells) / sizeof(*cells));
}

static int add_drift_notes(const struct mms_compare *cmp, struct mms_table *tb)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < cmp->nr_rows; i++) {
		const struct mms_compare_row *row = &cmp->rows[i];

		if (row->drifts)
			ret = mms_table_add_note(
				tb,
				"WARNING: %s drifts with time (tau %+.2f, p %.2g), and the sides were run "
				"one after the other: the change may be the drift's. Let them take turns "
				"(record --plan).",
				row->name, row->drift_tau, row->drift_p);
	}
	return ret;
}

static int add_notes(const struct mms_compare *cmp, struct mms_table *tb)
{
	const struct mms_compare_opts *o = cmp->opts;
	int ret = mms_table_add_note(
		tb,
		"change: of geometric means with its %g%% interval, or in percentage points (pp); "
		"negative: less than %s",
		100 * o->level, cmp->sides[0]);

	if (!ret)
		ret = mms_table_add_note(
			tb,
			"verdicts: q (Benjamini-Hochberg over the primary rows) below %g, an effect "
			"above %g%% or %g pp%s, at least %u runs a side; seed %llu",
			o->rule.alpha, 100 * o->rule.min_ratio, o->rule.min_points,
			cmp->nr_noise ? " and above the noise floor" : "", o->rule.min_runs,
			(unsigned long long)o->seed);
	if (!ret && cmp->pages_differ)
		ret = mms_table_add_note(tb, "base pages differ between the machines: pages are "
					     "told in bytes");
	return ret ? ret : add_drift_notes(cmp, tb);
}

int mms_compare_results(const struct mms_compare *cmp, struct mms_table **ret_table)
{
	struct mms_table *tb mms_auto(table) =
		mms_table_new("comparison", sizeof(columns) / sizeof(*columns), columns);
	int ret = tb ? mms_table_set_title(tb, "Comparison") : -ENOMEM;

	for (size_t i = 0; !ret && i < cmp->nr_rows; i++)
		for (size_t s = 0; !ret && s < cmp->nr_sides; s++) {
			ret = add_side(cmp, &cmp->rows[i], s, tb);
			if (!ret)
				ret = add_change(&cmp->rows[i], s, tb);
		}
	if (!ret)
		ret = add_notes(cmp, tb);
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}

/* "setting" and a column for each side. */
static struct mms_table *new_environment(const struct mms_compare *cmp)
{
	struct mms_column cols[MMS_COMPARE_MAX_SIDES + 1] = {
		{ .name = "setting", .unit = "", .doc = "what differs" }
	};

	for (size_t s = 0; s < cmp->nr_sides; s++)
		cols[s + 1] = (struct mms_column){ .name = cmp->sides[s],
						   .unit = "",
						   .doc = "its value there" };
	return mms_table_new("environment", cmp->nr_sides + 1, cols);
}

/* A row of the environment as it is gathered: a text per side, NULL for none. */
struct setting {
	char *key;
	char *values[MMS_COMPARE_MAX_SIDES];
};

static void setting_reset(struct setting *s)
{
	free(s->key);
	for (size_t i = 0; i < MMS_COMPARE_MAX_SIDES; i++)
		free(s->values[i]);
	memset(s, 0, sizeof(*s));
}

static void mms_auto_setting(struct setting *s)
{
	setting_reset(s);
}

static int add_setting(const struct mms_compare *cmp, struct setting *s, struct mms_table *tb)
{
	int ret = s->key ? mms_table_add(tb, text(s->key)) : 0;

	for (size_t i = 0; !ret && s->key && i < cmp->nr_sides; i++)
		ret = mms_table_add(tb, s->values[i] ? text(s->values[i]) : real(NAN));
	setting_reset(s);
	return ret;
}

static int add_settings(const struct mms_compare *cmp, struct mms_table *tb)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	struct setting set mms_auto(setting) = { 0 };
	int ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_environment", &st);

	while (!ret && (ret = mms_stmt_step(st)) > 0) {
		const char *key = mms_stmt_text(st, 0);
		int64_t side = mms_stmt_int(st, 1);

		ret = 0;
		if (set.key && strcmp(set.key, key))
			ret = add_setting(cmp, &set, tb);
		if (!set.key)
			set.key = strdup(key);
		set.values[side] = strdup(mms_stmt_text(st, 2));
		if (!set.key || !set.values[side])
			return -ENOMEM;
	}
	return ret ? ret : add_setting(cmp, &set, tb);
}

int mms_compare_environment(const struct mms_compare *cmp, struct mms_table **ret_table)
{
	struct mms_table *tb mms_auto(table) = new_environment(cmp);
	int ret = tb ? mms_table_set_title(tb, "What differs around the runs") : -ENOMEM;

	if (!ret)
		ret = add_settings(cmp, tb);
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}

static const struct mms_column side_columns[] = {
	{ .name = "side", .unit = "", .doc = "as named; the first one is the base" },
	{ .name = "noise", .unit = "", .doc = "1: for the noise floor only" },
	{ .name = "runs", .unit = "", .doc = "how many" },
	{ .name = "names", .unit = "", .doc = "LABEL/N of each" },
	{ .name = "kernel", .unit = "", .doc = "release; several: | between" },
	{ .name = "traced", .unit = "", .doc = "runs with events" },
	{ .name = "lossy", .unit = "", .doc = "runs that lost events" },
	{ .name = "incomplete", .unit = "", .doc = "runs whose recording was cut short" },
	{ .name = "first_at", .unit = "", .doc = "when the first one was made" },
};

static int add_side_row(struct mms_stmt *st, struct mms_table *tb)
{
	int ret = mms_table_add(tb, text(mms_stmt_text(st, 1)));

	for (int i = 2; !ret && i <= 9; i++) {
		bool is_text = i == 4 || i == 5 || i == 9;
		const char *s = mms_stmt_text(st, i);

		ret = mms_table_add(tb, is_text ? text(s ? s : "")
						: number((size_t)mms_stmt_int(st, i)));
	}
	return ret;
}

int mms_compare_sides(const struct mms_compare *cmp, struct mms_table **ret_table)
{
	struct mms_table *tb mms_auto(table) =
		mms_table_new("sides", sizeof(side_columns) / sizeof(*side_columns), side_columns);
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = tb ? mms_table_set_title(tb, "Sides") : -ENOMEM;

	if (!ret)
		ret = mms_stmt_open(cmp->db, mms_compare_sql, "cmp_sides", &st);
	while (!ret && (ret = mms_stmt_step(st)) > 0)
		ret = add_side_row(st, tb);
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}
