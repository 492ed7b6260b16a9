/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_STATS_H
#define MMS_ANALYZE_STATS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Two sides of runs, one value a run, and what can be said about their
 * difference. Pure arithmetic: nothing here knows of metrics, tables or SQL.
 * A value that is not finite is unknown: it is left out and counted. Every
 * input has a defined result: see enum mms_stats_state.
 */

/**
 * struct mms_stats_side - One side's values of one metric.
 * @n: known values
 * @nr_unknown: values that were NaN or infinite
 * @gmean, @log_sd: of the logarithms; NaN unless every value is above zero
 * @sd: sample deviation (n - 1); NaN below two values
 *
 * All but the counts are NaN when @n is 0.
 */
struct mms_stats_side {
	size_t n;
	size_t nr_unknown;
	double mean;
	double gmean;
	double sd;
	double log_sd;
	double min;
	double max;
	double median;
};

/** mms_stats_side() - Describe one side. Return: 0 or -ENOMEM. */
int mms_stats_side(const double *x, size_t n, struct mms_stats_side *ret_side);

/* How two sides of a metric are compared. */
enum mms_stats_kind {
	MMS_STATS_RATIO,   /* counts, rates, times: the ratio of geometric means */
	MMS_STATS_POINTS,  /* percentages: the difference in percentage points */
	MMS_STATS_OUTCOME, /* yes or no: each value is 0 or 1; k of n, in percentage points */
};

enum mms_stats_method {
	MMS_STATS_NONE,
	MMS_STATS_WELCH_LOG,
	MMS_STATS_WELCH,
	MMS_STATS_FISHER,
	MMS_STATS_PERMUTATION, /* raw values: zeros or negative values, or no spread at all */
};

enum mms_stats_state {
	MMS_STATS_OK,
	MMS_STATS_EMPTY,     /* a side has no known value: nothing is known */
	MMS_STATS_FEW,       /* a side has one: a change, but no test and no interval */
	MMS_STATS_SAME,      /* every value of both sides is the same: no change, p = 1 */
	MMS_STATS_NO_SPREAD, /* each side is constant, the two differ: exact p, no interval */
	MMS_STATS_ZEROS,     /* zeros or negative values: permutation p, no interval */
};

/**
 * struct mms_stats_test - What the runs say about the change from a to b.
 * @change: RATIO: b / a - 1 of the geometric means (of the means where there
 *	are zeros; NaN when the base is not above zero). POINTS: b - a.
 *	OUTCOME: b - a of the shares, times 100
 * @diff: of the means, b - a; tells the direction where @change is NaN
 * @low, @high: confidence interval of @change; NaN when there is none
 * @t, @df: Welch's; else NaN
 * @p: two-sided; NaN when no test is possible
 * @exact: 1: @p was counted, not sampled
 */
struct mms_stats_test {
	enum mms_stats_method method;
	enum mms_stats_state state;
	double change;
	double diff;
	double low;
	double high;
	double t;
	double df;
	double p;
	int exact;
};

/**
 * struct mms_stats_opts - How to test.
 * @level: of the confidence interval, as 0.95
 * @seed: of sampled permutations
 */
struct mms_stats_opts {
	double level;
	uint64_t seed;
};

/**
 * mms_stats_compare() - Test the change from the base @a to @b.
 *
 * Return: 0 or -ENOMEM; every input has a result.
 */
int mms_stats_compare(enum mms_stats_kind kind, const double *a, size_t na, const double *b,
		      size_t nb, const struct mms_stats_opts *opts,
		      struct mms_stats_test *ret_test);

/**
 * mms_stats_welch() - Welch's t of @b - @a, unequal variances.
 * @level: of the interval
 * @ret_test: t, df, p, change, low and high are set; all NaN unless both sides
 *	have two values and one of them has spread
 */
void mms_stats_welch(const double *a, size_t na, const double *b, size_t nb, double level,
		     struct mms_stats_test *ret_test);

/**
 * mms_stats_bh() - Benjamini-Hochberg q of a family of p.
 * @p: NaN: not tested, no member of the family
 * @ret_q: as many; NaN where @p is
 *
 * Return: 0 or -ENOMEM.
 */
int mms_stats_bh(const double *p, size_t n, double *ret_q);

/** mms_stats_known() - Copy the finite values of @x to @ret_x. Return: how many. */
size_t mms_stats_known(const double *x, size_t n, double *ret_x);

#endif
