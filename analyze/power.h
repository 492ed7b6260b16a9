/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_POWER_H
#define MMS_ANALYZE_POWER_H

#include "analyze/stats.h"

/* How many runs it takes to see a difference that is there. */

/**
 * mms_power_welch() - Chance that Welch's test sees a difference.
 * @delta: true difference of the means
 * @sd_a, @sd_b: true deviations of single runs
 * @k: runs a side, at least 2
 * @alpha: two-sided
 *
 * Return: 0 ... 1; 1 when there is a difference and no spread.
 */
double mms_power_welch(double delta, double sd_a, double sd_b, unsigned int k, double alpha);

/** mms_power_fisher() - As mms_power_welch(), for true shares and Fisher's test. */
double mms_power_fisher(double share_a, double share_b, unsigned int k, double alpha);

/**
 * struct mms_power_goal - What is asked for.
 * @alpha: of the test, as 0.05
 * @power: wanted chance, as 0.8
 * @max: no more runs a side than that are tried
 */
struct mms_power_goal {
	double alpha;
	double power;
	unsigned int max;
};

/**
 * mms_power_runs() - Runs a side that would show the change that was seen.
 * @a, @b: the sides as they are; their spread and difference are taken as true
 *
 * Return: the least number of runs, at least 3; 0 when the sides do not tell
 * (no spread known, no difference) or more than @goal->max would be needed.
 */
unsigned int mms_power_runs(enum mms_stats_kind kind, const struct mms_stats_side *a,
			    const struct mms_stats_side *b, const struct mms_power_goal *goal);

#endif
