// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "analyze/exact.h"
#include "analyze/stats.h"
#include "common/auto.h"

size_t mms_stats_known(const double *x, size_t n, double *ret_x)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (isfinite(x[i]))
			ret_x[k++] = x[i];
	return k;
}

static bool all_above_zero(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] > 0))
			return false;
	return true;
}

static void to_logs(double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i] = log(x[i]);
}

static void side_known(double *x, size_t n, struct mms_stats_side *side)
{
	gsl_sort(x, 1, n);
	side->min = x[0];
	side->max = x[n - 1];
	side->median = gsl_stats_median_from_sorted_data(x, 1, n);
	side->mean = gsl_stats_mean(x, 1, n);
	if (n > 1)
		side->sd = gsl_stats_sd(x, 1, n);
	if (!all_above_zero(x, n))
		return;
	to_logs(x, n);
	side->gmean = exp(gsl_stats_mean(x, 1, n));
	if (n > 1)
		side->log_sd = gsl_stats_sd(x, 1, n);
}

int mms_stats_side(const double *x, size_t n, struct mms_stats_side *ret_side)
{
	double *known mms_auto(mem) = malloc((n ? n : 1) * sizeof(*known));
	struct mms_stats_side side = {
		.mean = NAN,
		.gmean = NAN,
		.sd = NAN,
		.log_sd = NAN,
		.min = NAN,
		.max = NAN,
		.median = NAN,
	};

	if (!known)
		return -ENOMEM;
	side.n = mms_stats_known(x, n, known);
	side.nr_unknown = n - side.n;
	if (side.n)
		side_known(known, side.n, &side);
	*ret_side = side;
	return 0;
}

void mms_stats_welch(const double *a, size_t na, const double *b, size_t nb, double level,
		     struct mms_stats_test *ret_test)
{
	struct mms_stats_test *t = ret_test;
	double va, vb, se, half;

	t->t = t->df = t->p = t->change = t->low = t->high = NAN;
	if (na < 2 || nb < 2)
		return;
	va = gsl_stats_variance(a, 1, na) / (double)na;
	vb = gsl_stats_variance(b, 1, nb) / (double)nb;
	if (!(va + vb > 0))
		return;
	gsl_set_error_handler_off(); /* its default is abort() */
	se = sqrt(va + vb);
	t->change = gsl_stats_mean(b, 1, nb) - gsl_stats_mean(a, 1, na);
	t->t = t->change / se;
	t->df = (va + vb) * (va + vb) / (va * va / (double)(na - 1) + vb * vb / (double)(nb - 1));
	t->p = 2 * gsl_cdf_tdist_Q(fabs(t->t), t->df);
	half = se * gsl_cdf_tdist_Pinv(0.5 + level / 2, t->df);
	t->low = t->change - half;
	t->high = t->change + half;
}

/* The two sides of one comparison, known values only. */
struct pair {
	double *a;
	double *b;
	size_t na;
	size_t nb;
};

static bool constant(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

/* The change of the means, where no test or no logarithm is possible. */
static double plain_change(enum mms_stats_kind kind, const struct pair *s)
{
	double a = gsl_stats_mean(s->a, 1, s->na), b = gsl_stats_mean(s->b, 1, s->nb);

	if (kind == MMS_STATS_POINTS)
		return b - a;
	if (kind == MMS_STATS_OUTCOME)
		return 100 * (b - a);
	if (a == b)
		return 0;
	return a > 0 ? b / a - 1 : NAN;
}

static int by_permutation(const struct pair *s, const struct mms_stats_opts *opts,
			  struct mms_stats_test *test)
{
	test->method = MMS_STATS_PERMUTATION;
	return mms_exact_permutation(s->a, s->na, s->b, s->nb, opts->seed, &test->p, &test->exact);
}

static void by_fisher(const struct pair *s, struct mms_stats_test *test)
{
	unsigned int ka = 0, kb = 0;

	for (size_t i = 0; i < s->na; i++)
		ka += s->a[i] != 0;
	for (size_t i = 0; i < s->nb; i++)
		kb += s->b[i] != 0;
	test->method = MMS_STATS_FISHER;
	test->exact = 1;
	test->p = mms_exact_fisher(ka, (unsigned int)s->na, kb, (unsigned int)s->nb);
}

/* A difference of logarithms is a ratio: back to ratio - 1. */
static void from_logs(struct mms_stats_test *test)
{
	test->change = expm1(test->change);
	test->low = expm1(test->low);
	test->high = expm1(test->high);
}

static void by_welch(enum mms_stats_kind kind, struct pair *s, double level,
		     struct mms_stats_test *test)
{
	bool logs = kind == MMS_STATS_RATIO;

	test->method = logs ? MMS_STATS_WELCH_LOG : MMS_STATS_WELCH;
	if (logs) {
		to_logs(s->a, s->na);
		to_logs(s->b, s->nb);
	}
	mms_stats_welch(s->a, s->na, s->b, s->nb, level, test);
	if (logs)
		from_logs(test);
}

static enum mms_stats_state state_of(enum mms_stats_kind kind, const struct pair *s)
{
	if (!s->na || !s->nb)
		return MMS_STATS_EMPTY;
	if (s->na < 2 || s->nb < 2)
		return MMS_STATS_FEW;
	if (constant(s->a, s->na) && constant(s->b, s->nb) && s->a[0] == s->b[0])
		return MMS_STATS_SAME;
	if (kind == MMS_STATS_OUTCOME)
		return MMS_STATS_OK;
	if (constant(s->a, s->na) && constant(s->b, s->nb))
		return MMS_STATS_NO_SPREAD;
	if (kind == MMS_STATS_RATIO &&
	    (!all_above_zero(s->a, s->na) || !all_above_zero(s->b, s->nb)))
		return MMS_STATS_ZEROS;
	return MMS_STATS_OK;
}

/* Geometric means agree with what Welch on logarithms is about. */
static void few_change(enum mms_stats_kind kind, struct pair *s, struct mms_stats_test *test)
{
	if (kind != MMS_STATS_RATIO || !all_above_zero(s->a, s->na) || !all_above_zero(s->b, s->nb))
		return;
	to_logs(s->a, s->na);
	to_logs(s->b, s->nb);
	test->change = expm1(gsl_stats_mean(s->b, 1, s->nb) - gsl_stats_mean(s->a, 1, s->na));
}

static int compare(enum mms_stats_kind kind, struct pair *s, const struct mms_stats_opts *opts,
		   struct mms_stats_test *test)
{
	test->state = state_of(kind, s);
	if (test->state == MMS_STATS_EMPTY)
		return 0;
	test->diff = gsl_stats_mean(s->b, 1, s->nb) - gsl_stats_mean(s->a, 1, s->na);
	test->change = plain_change(kind, s);
	if (test->state == MMS_STATS_FEW)
		few_change(kind, s, test);
	else if (test->state == MMS_STATS_SAME)
		test->p = 1;
	else if (test->state != MMS_STATS_OK)
		return by_permutation(s, opts, test);
	else if (kind == MMS_STATS_OUTCOME)
		by_fisher(s, test);
	else
		by_welch(kind, s, opts->level, test);
	return 0;
}

int mms_stats_compare(enum mms_stats_kind kind, const double *a, size_t na, const double *b,
		      size_t nb, const struct mms_stats_opts *opts, struct mms_stats_test *ret_test)
{
	double *mem mms_auto(mem) = malloc((na + nb + 1) * sizeof(*mem));
	struct pair s = { .a = mem, .b = mem ? mem + na : NULL };
	struct mms_stats_test test = {
		.change = NAN,
		.diff = NAN,
		.low = NAN,
		.high = NAN,
		.t = NAN,
		.df = NAN,
		.p = NAN,
	};
	int ret;

	if (!mem)
		return -ENOMEM;
	s.na = mms_stats_known(a, na, s.a);
	s.nb = mms_stats_known(b, nb, s.b);
	ret = compare(kind, &s, opts, &test);
	if (!ret)
		*ret_test = test;
	return ret;
}

int mms_stats_bh(const double *p, size_t n, double *ret_q)
{
	size_t *order mms_auto(mem) = malloc((n ? n : 1) * sizeof(*order));
	size_t m = 0;
	double least = 1;

	if (!order)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		size_t at;

		ret_q[i] = NAN;
		if (isnan(p[i]))
			continue;
		for (at = m++; at && p[order[at - 1]] > p[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
	for (size_t k = m; k--;) { /* from the largest p down: q never grows again */
		least = fmin(least, p[order[k]] * (double)m / (double)(k + 1));
		ret_q[order[k]] = least;
	}
	return 0;
}
