// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Do the statistics keep what they promise? Experiments with a known truth are
 * simulated: without a difference, the share of false flags must not exceed
 * alpha; with one, the interval must cover it at its level, and "need k runs"
 * must give its power. All within the binomial error of the simulation.
 * Usage: bench_stats [EXPERIMENTS [SEED]]
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "analyze/boot.h"
#include "analyze/exact.h"
#include "analyze/power.h"
#include "analyze/stats.h"
#include "analyze/verdict.h"

enum { MAX_RUNS = 100, FAMILY = 8 };

static const double alpha = 0.05, level = 0.95;
static unsigned int nr_experiments = 2000;
static unsigned int failures;
static gsl_rng *rng;

/* How one run's value comes about. */
struct world {
	const char *name;
	enum mms_stats_kind kind;
	double (*value)(double mean, double spread);
	double mean;
	double spread_a;
	double spread_b;
};

static double log_normal(double mean, double spread)
{
	return mean * exp(gsl_ran_gaussian(rng, spread));
}

static double normal(double mean, double spread)
{
	return mean + gsl_ran_gaussian(rng, spread);
}

static double few_events(double mean, double spread)
{
	(void)spread;
	return gsl_ran_poisson(rng, mean);
}

static double yes_or_no(double mean, double spread)
{
	(void)spread;
	return gsl_ran_bernoulli(rng, mean);
}

/* One run in ten is disturbed and takes half as long again. */
static double disturbed(double mean, double spread)
{
	return log_normal(mean, spread) * (gsl_ran_bernoulli(rng, 0.1) ? 1.5 : 1);
}

static const struct world worlds[] = {
	{ "times, 5% spread", MMS_STATS_RATIO, log_normal, 100, 0.05, 0.05 },
	{ "latencies, 50% spread", MMS_STATS_RATIO, log_normal, 1000, 0.5, 0.5 },
	{ "times, 5% against 15% spread", MMS_STATS_RATIO, log_normal, 100, 0.05, 0.15 },
	{ "times, one run in ten disturbed", MMS_STATS_RATIO, disturbed, 100, 0.02, 0.02 },
	{ "percentages, 3 points spread", MMS_STATS_POINTS, normal, 60, 3, 3 },
	{ "counters with zeros, one event a run", MMS_STATS_RATIO, few_events, 1, 0, 0 },
	{ "yes or no, half of the runs", MMS_STATS_OUTCOME, yes_or_no, 0.5, 0, 0 },
};

static void draw(const struct world *w, double shift, unsigned int n, double *a, double *b)
{
	double mean = w->kind == MMS_STATS_RATIO ? w->mean * shift : w->mean + shift;

	for (unsigned int i = 0; i < n; i++) {
		a[i] = w->value(w->mean, w->spread_a);
		b[i] = w->value(mean, w->spread_b);
	}
}

static struct mms_stats_test test(enum mms_stats_kind kind, const double *a, const double *b,
				  unsigned int n)
{
	const struct mms_stats_opts opts = { .level = level, .seed = 1 };
	struct mms_stats_test t;

	if (mms_stats_compare(kind, a, n, b, n, &opts, &t))
		abort();
	return t;
}

/* Three deviations of a share that was simulated so often. */
static double error_of(double share)
{
	return 3 * sqrt(share * (1 - share) / nr_experiments);
}

static void say(const char *what, unsigned int n, double share, bool ok)
{
	printf("| %-50s | %2u | %6.2f%% | %s |\n", what, n, 100 * share, ok ? "ok" : "WRONG");
	failures += !ok;
}

static void false_flags(const struct world *w, unsigned int n)
{
	double a[MAX_RUNS], b[MAX_RUNS], share = 0;

	for (unsigned int i = 0; i < nr_experiments; i++) {
		draw(w, w->kind == MMS_STATS_RATIO ? 1 : 0, n, a, b);
		share += test(w->kind, a, b, n).p < alpha;
	}
	share /= nr_experiments;
	say(w->name, n, share, share <= alpha + error_of(alpha));
}

static enum mms_verdict verdict_of(const double *a, const double *b, unsigned int n,
				   const struct mms_stats_test *t, double q)
{
	struct mms_stats_side sa, sb;
	const struct mms_verdict_case c = { .kind = MMS_STATS_RATIO,
					    .better = MMS_BETTER_LESS,
					    .primary = true,
					    .a = &sa,
					    .b = &sb,
					    .test = t,
					    .q = q };
	unsigned int need;

	if (mms_stats_side(a, n, &sa) || mms_stats_side(b, n, &sb))
		abort();
	return mms_verdict_give(&mms_verdict_default, &c, &need);
}

/* A whole primary family without any difference: is one of it called? */
static bool family_calls(unsigned int n)
{
	double a[FAMILY][MAX_RUNS], b[FAMILY][MAX_RUNS], p[FAMILY], q[FAMILY];
	struct mms_stats_test t[FAMILY];
	bool called = false;

	for (int m = 0; m < FAMILY; m++) {
		draw(&worlds[m % 2], 1, n, a[m], b[m]);
		t[m] = test(MMS_STATS_RATIO, a[m], b[m], n);
		p[m] = t[m].p;
	}
	if (mms_stats_bh(p, FAMILY, q))
		abort();
	for (int m = 0; m < FAMILY; m++) {
		enum mms_verdict v = verdict_of(a[m], b[m], n, &t[m], q[m]);

		called = called || v == MMS_VERDICT_BETTER || v == MMS_VERDICT_WORSE;
	}
	return called;
}

static void false_verdicts(unsigned int n)
{
	double share = 0;

	for (unsigned int i = 0; i < nr_experiments; i++)
		share += family_calls(n);
	share /= nr_experiments;
	say("any verdict in a family of 8", n, share, share <= alpha + error_of(alpha));
}

static void drift_alarms(unsigned int n)
{
	double when[MAX_RUNS], x[MAX_RUNS], share = 0;
	int64_t side[MAX_RUNS];

	for (unsigned int i = 0; i < nr_experiments; i++) {
		for (unsigned int j = 0; j < 2 * n; j++) {
			when[j] = j;
			side[j] = j >= n;
			x[j] = normal(side[j] ? 3 : 0, 1);
		}
		share += mms_exact_kendall(when, x, side, 2 * n).p < alpha;
	}
	share /= nr_experiments;
	say("drift warning (Kendall), one side after the other", n, share,
	    share <= alpha + error_of(alpha));
}

/* The disturbed world's truth is no single ratio of its parts: the same holds for both sides. */
static void coverage(const struct world *w, double truth, unsigned int n)
{
	double a[MAX_RUNS], b[MAX_RUNS], share = 0, shift = truth;
	char what[64];

	if (w->kind == MMS_STATS_RATIO)
		shift = 1 + truth;
	for (unsigned int i = 0; i < nr_experiments; i++) {
		struct mms_stats_test t;

		draw(w, shift, n, a, b);
		t = test(w->kind, a, b, n);
		share += t.low <= truth && truth <= t.high;
	}
	share /= nr_experiments;
	snprintf(what, sizeof(what), "%s, truth %+g%s", w->name,
		 w->kind == MMS_STATS_RATIO ? 100 * truth : truth,
		 w->kind == MMS_STATS_RATIO ? "%" : " points");
	say(what, n, share, share >= level - error_of(level));
}

static void median_coverage(unsigned int n)
{
	double a[MAX_RUNS], b[MAX_RUNS], share = 0;

	for (unsigned int i = 0; i < nr_experiments; i++) {
		struct mms_boot bt;

		draw(&worlds[1], 1.3, n, a, b);
		if (mms_boot_median(a, n, b, n, level, i + 1, &bt))
			abort();
		share += bt.low <= 0.3 && 0.3 <= bt.high;
	}
	share /= nr_experiments;
	say("medians (bootstrap), 50% spread, truth +30%", n, share,
	    share >= level - error_of(level));
}

/* Runs that are said to be needed, then that many runs. */
static void power(double delta, double spread)
{
	const struct mms_power_goal goal = { .alpha = alpha, .power = 0.8, .max = MAX_RUNS };
	const struct mms_stats_side a = { .n = 3, .gmean = 1, .log_sd = spread };
	const struct mms_stats_side b = { .n = 3, .gmean = 1 + delta, .log_sd = spread };
	const struct world w = { "", MMS_STATS_RATIO, log_normal, 100, spread, spread };
	unsigned int k = mms_power_runs(MMS_STATS_RATIO, &a, &b, &goal);
	double x[MAX_RUNS], y[MAX_RUNS], share = 0;
	char what[64];

	for (unsigned int i = 0; i < nr_experiments; i++) {
		draw(&w, 1 + delta, k, x, y);
		share += test(MMS_STATS_RATIO, x, y, k).p < alpha;
	}
	share /= nr_experiments;
	snprintf(what, sizeof(what), "%+g%% at %g%% spread: the difference is seen", 100 * delta,
		 100 * spread);
	say(what, k, share, share >= goal.power - error_of(goal.power));
}

static void heading(const char *title, const char *share)
{
	printf("\n%s\n\n| %-50s | n  | %-7s |    |\n|---|---|---|---|\n", title, "experiment",
	       share);
}

static void all(void)
{
	const unsigned int runs[] = { 3, 5, 10 };

	heading("No difference: p below 0.05", "flagged");
	for (size_t w = 0; w < sizeof(worlds) / sizeof(*worlds); w++)
		for (int i = 0; i < 3; i++)
			false_flags(&worlds[w], runs[i]);
	for (int i = 0; i < 3; i++)
		false_verdicts(runs[i]);
	for (int i = 0; i < 3; i++)
		drift_alarms(runs[i]);
	heading("A known difference: in the 95% interval", "covered");
	for (int i = 0; i < 3; i++) {
		coverage(&worlds[0], -0.1, runs[i]);
		coverage(&worlds[1], 0.3, runs[i]);
		coverage(&worlds[2], 0.1, runs[i]);
		coverage(&worlds[4], 5, runs[i]);
	}
	heading("Runs needed for a power of 80%", "power");
	power(0.1, 0.05);
	power(-0.05, 0.05);
	power(0.5, 0.3);
	heading("Medians, from 10 runs up", "covered");
	median_coverage(10);
	median_coverage(20);
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;

	if (argc > 1)
		nr_experiments = (unsigned int)strtoul(argv[1], NULL, 10);
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (!rng || !nr_experiments)
		return 2;
	gsl_rng_set(rng, seed);
	printf("%u experiments each, seed %lu, alpha 0.05, limits: 3 binomial deviations\n",
	       nr_experiments, seed);
	all();
	gsl_rng_free(rng);
	printf("\n%u of the shares are outside of their limits\n", failures);
	return failures != 0;
}
