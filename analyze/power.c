// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "analyze/exact.h"
#include "analyze/power.h"

enum { SLICES = 400, MIN_RUNS = 3, MAX_FISHER = 60 /* its cost grows with the cube */ };

/*
 * A noncentral t exceeds @crit: given the measured spread, s times the true
 * one, that is a normal probability; it is averaged over equally likely
 * slices of s (chi-square distributed).
 */
static double exceeds(double crit, double ncp, double df)
{
	double sum = 0;

	for (int i = 0; i < SLICES; i++) {
		double s = sqrt(gsl_cdf_chisq_Pinv((i + 0.5) / SLICES, df) / df);

		sum += gsl_cdf_ugaussian_P(ncp - crit * s);
	}
	return sum / SLICES;
}

double mms_power_welch(double delta, double sd_a, double sd_b, unsigned int k, double alpha)
{
	double va = sd_a * sd_a, vb = sd_b * sd_b, df, ncp, crit;

	gsl_set_error_handler_off();
	if (!(va + vb > 0))
		return delta != 0;
	df = (va + vb) * (va + vb) / (va * va + vb * vb) * (k - 1);
	ncp = fabs(delta) / sqrt((va + vb) / k);
	crit = gsl_cdf_tdist_Pinv(1 - alpha / 2, df);
	return fmin(1, exceeds(crit, ncp, df) + exceeds(crit, -ncp, df));
}

double mms_power_fisher(double share_a, double share_b, unsigned int k, double alpha)
{
	double power = 0;

	gsl_set_error_handler_off();
	for (unsigned int i = 0; i <= k; i++) {
		double pa = gsl_ran_binomial_pdf(i, share_a, k);

		for (unsigned int j = 0; pa > 1e-9 && j <= k; j++) {
			double pb = gsl_ran_binomial_pdf(j, share_b, k);

			if (pb > 1e-9 && mms_exact_fisher(i, k, j, k) < alpha)
				power += pa * pb;
		}
	}
	return power;
}

/* The power of Fisher's test goes up and down with k: the first k that does. */
static unsigned int runs_fisher(double a, double b, const struct mms_power_goal *goal)
{
	unsigned int max = goal->max < MAX_FISHER ? goal->max : MAX_FISHER;

	for (unsigned int k = MIN_RUNS; a != b && k <= max; k++)
		if (mms_power_fisher(a, b, k, goal->alpha) >= goal->power)
			return k;
	return 0;
}

/* That of Welch's test only grows. */
static unsigned int runs_welch(double delta, double sd_a, double sd_b,
			       const struct mms_power_goal *goal)
{
	unsigned int low = MIN_RUNS, high = goal->max;

	if (!(fabs(delta) > 0) || !isfinite(sd_a) || !isfinite(sd_b) || high < low ||
	    mms_power_welch(delta, sd_a, sd_b, high, goal->alpha) < goal->power)
		return 0;
	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (mms_power_welch(delta, sd_a, sd_b, mid, goal->alpha) >= goal->power)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

unsigned int mms_power_runs(enum mms_stats_kind kind, const struct mms_stats_side *a,
			    const struct mms_stats_side *b, const struct mms_power_goal *goal)
{
	if (kind == MMS_STATS_OUTCOME)
		return a->n && b->n ? runs_fisher(a->mean, b->mean, goal) : 0;
	if (kind == MMS_STATS_RATIO && isfinite(a->gmean) && isfinite(b->gmean))
		return runs_welch(log(b->gmean / a->gmean), a->log_sd, b->log_sd, goal);
	return runs_welch(b->mean - a->mean, a->sd, b->sd, goal);
}
