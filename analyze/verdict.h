/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_VERDICT_H
#define MMS_ANALYZE_VERDICT_H

#include <stdbool.h>

#include "analyze/stats.h"

/* Whether more of a metric is better; a property of the metric. */
enum mms_better {
	MMS_BETTER_NEUTRAL,
	MMS_BETTER_LESS,
	MMS_BETTER_MORE,
};

enum mms_verdict {
	MMS_VERDICT_NONE, /* not asked: exploratory or neutral, or a side is empty */
	MMS_VERDICT_BETTER,
	MMS_VERDICT_WORSE,
	MMS_VERDICT_UNPROVEN,  /* "~": no evidence */
	MMS_VERDICT_SMALL,     /* "~": there, but below the minimum effect */
	MMS_VERDICT_NOISE,     /* "~": inside the noise of equal sides */
	MMS_VERDICT_MORE_RUNS, /* "?": too few runs to tell */
};

/**
 * struct mms_verdict_rule - When a verdict is given.
 * @alpha: q must be below
 * @min_ratio: least effect of RATIO metrics, as 0.02
 * @min_points: least effect of POINTS and OUTCOME metrics, percentage points
 * @min_runs: a side
 * @power: of "need k runs"
 * @patience: "?" only while that many times the runs would do
 */
struct mms_verdict_rule {
	double alpha;
	double min_ratio;
	double min_points;
	unsigned int min_runs;
	double power;
	unsigned int patience;
};

extern const struct mms_verdict_rule mms_verdict_default;

/**
 * struct mms_verdict_case - What is known of one metric.
 * @q: of the primary family; NaN when it was not tested
 * @floor: noise floor from mms_verdict_floor(); 0 when none is known
 */
struct mms_verdict_case {
	enum mms_stats_kind kind;
	enum mms_better better;
	bool primary;
	const struct mms_stats_side *a;
	const struct mms_stats_side *b;
	const struct mms_stats_test *test;
	double q;
	double floor;
};

/**
 * mms_verdict_give() - The verdict.
 * @ret_need: for MMS_VERDICT_MORE_RUNS: runs a side that would do; else 0
 */
enum mms_verdict mms_verdict_give(const struct mms_verdict_rule *rule,
				  const struct mms_verdict_case *c, unsigned int *ret_need);

/* A side for mms_verdict_floor(). */
struct mms_verdict_values {
	const double *x;
	size_t n;
};

/**
 * mms_verdict_floor() - How far sides that are equal lie apart by chance.
 * @sides, @nr_sides: runs of the same kernel
 * @na, @nb: runs of the two sides that are to be compared
 * @level: as 0.95
 * @ret_floor: RATIO: difference of logarithms; POINTS: percentage points; NaN
 *	when the sides have fewer than 3 known values in all, or zeros
 *
 * The deviation is that of all runs together, so what differs from one side
 * to the next (a boot, a day) is in it.
 *
 * Return: 0 or -ENOMEM.
 */
int mms_verdict_floor(enum mms_stats_kind kind, const struct mms_verdict_values *sides,
		      size_t nr_sides, size_t na, size_t nb, double level, double *ret_floor);

#endif
