// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>

#include "analyze/power.h"
#include "analyze/verdict.h"
#include "common/auto.h"

const struct mms_verdict_rule mms_verdict_default = {
	.alpha = 0.05,
	.min_ratio = 0.02,
	.min_points = 2,
	.min_runs = 3,
	.power = 0.8,
	.patience = 3,
};

/* Size of the change and the least that counts, both on the scale of the test. */
static double effect(const struct mms_verdict_case *c)
{
	if (isnan(c->test->change)) /* from zero: no ratio, but no small effect */
		return c->test->diff != 0 ? INFINITY : 0;
	return fabs(c->kind == MMS_STATS_RATIO ? log1p(c->test->change) : c->test->change);
}

static double least(const struct mms_verdict_rule *rule, const struct mms_verdict_case *c)
{
	return c->kind == MMS_STATS_RATIO ? log1p(rule->min_ratio) : rule->min_points;
}

static enum mms_verdict direction(const struct mms_verdict_case *c)
{
	bool less = (isnan(c->test->change) ? c->test->diff : c->test->change) < 0;

	return less == (c->better == MMS_BETTER_LESS) ? MMS_VERDICT_BETTER : MMS_VERDICT_WORSE;
}

static size_t fewest(const struct mms_verdict_case *c)
{
	return c->a->n < c->b->n ? c->a->n : c->b->n;
}

/* Runs that would show this change, among @max; 0 when these do not do. */
static unsigned int need(const struct mms_verdict_rule *rule, const struct mms_verdict_case *c,
			 unsigned int max)
{
	const struct mms_power_goal goal = { .alpha = rule->alpha, .power = rule->power, max };
	unsigned int k = mms_power_runs(c->kind, c->a, c->b, &goal);

	return k && k <= fewest(c) ? (unsigned int)fewest(c) + 1 : k;
}

static enum mms_verdict too_few(const struct mms_verdict_rule *rule,
				const struct mms_verdict_case *c, unsigned int *ret_need)
{
	unsigned int k = need(rule, c, 99);

	*ret_need = k > rule->min_runs ? k : rule->min_runs;
	return MMS_VERDICT_MORE_RUNS;
}

static enum mms_verdict unproven(const struct mms_verdict_rule *rule,
				 const struct mms_verdict_case *c, unsigned int *ret_need)
{
	unsigned int k = need(rule, c, (unsigned int)fewest(c) * rule->patience);

	*ret_need = k;
	return k ? MMS_VERDICT_MORE_RUNS : MMS_VERDICT_UNPROVEN;
}

enum mms_verdict mms_verdict_give(const struct mms_verdict_rule *rule,
				  const struct mms_verdict_case *c, unsigned int *ret_need)
{
	bool sure = c->q < rule->alpha;

	*ret_need = 0;
	if (!c->primary || c->test->state == MMS_STATS_EMPTY)
		return MMS_VERDICT_NONE;
	if (fewest(c) < rule->min_runs)
		return too_few(rule, c, ret_need);
	if (c->better == MMS_BETTER_NEUTRAL)
		return MMS_VERDICT_NONE;
	if (effect(c) < least(rule, c))
		return sure ? MMS_VERDICT_SMALL : MMS_VERDICT_UNPROVEN;
	if (effect(c) < c->floor)
		return MMS_VERDICT_NOISE;
	return sure ? direction(c) : unproven(rule, c, ret_need);
}

int mms_verdict_floor(enum mms_stats_kind kind, const struct mms_verdict_values *sides,
		      size_t nr_sides, size_t na, size_t nb, double level, double *ret_floor)
{
	double *all mms_auto(mem) = NULL;
	struct mms_stats_side side;
	size_t n = 0;
	double sd;
	int ret;

	for (size_t i = 0; i < nr_sides; i++)
		n += sides[i].n;
	all = malloc((n ? n : 1) * sizeof(*all));
	if (!all)
		return -ENOMEM;
	n = 0;
	for (size_t i = 0; i < nr_sides; i++)
		n += mms_stats_known(sides[i].x, sides[i].n, all + n);
	ret = mms_stats_side(all, n, &side);
	if (ret)
		return ret;
	*ret_floor = NAN;
	sd = kind == MMS_STATS_RATIO ? side.log_sd : side.sd;
	if (n < 3 || !isfinite(sd) || !na || !nb)
		return 0;
	gsl_set_error_handler_off();
	*ret_floor = gsl_cdf_tdist_Pinv(0.5 + level / 2, (double)(n - 1)) * sd *
		     sqrt(1.0 / (double)na + 1.0 / (double)nb);
	return 0;
}
