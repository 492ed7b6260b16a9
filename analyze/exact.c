// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>

#include "analyze/exact.h"
#include "common/auto.h"

enum {
	MAX_COUNTED = 200000, /* arrangements; 10 against 10 runs have 184,756 */
	NR_DRAWN = 100000,
	MAX_KENDALL_EXACT = 60,
};

MMS_DEFINE_AUTO(rng, gsl_rng *, gsl_rng_free);

double mms_exact_fisher(unsigned int ka, unsigned int na, unsigned int kb, unsigned int nb)
{
	unsigned int k = ka + kb, low = k > nb ? k - nb : 0, high = k < na ? k : na;
	double seen, sum = 0;

	if (!na || !nb || ka > na || kb > nb)
		return 1;
	gsl_set_error_handler_off();
	/* Tables that are equally likely differ by rounding alone. */
	seen = gsl_ran_hypergeometric_pdf(ka, na, nb, k) * (1 + 1e-7);
	for (unsigned int i = low; i <= high; i++) {
		double prob = gsl_ran_hypergeometric_pdf(i, na, nb, k);

		sum += prob <= seen ? prob : 0;
	}
	return fmin(sum, 1);
}

/*
 * All values in one row, the first na of them side a. The means differ as
 * much as the sum of side a lies from its expectation, so that sum decides.
 */
struct arrange {
	double *x;
	size_t n;
	size_t na;
	double expect;
	double seen; /* distance of the given arrangement, less rounding */
};

static int arrange_init(struct arrange *ar, const double *a, size_t na, const double *b, size_t nb)
{
	double sum_a = 0, sum = 0, size = 0;

	ar->n = na + nb;
	ar->na = na;
	ar->x = malloc(ar->n * sizeof(*ar->x));
	if (!ar->x)
		return -ENOMEM;
	memcpy(ar->x, a, na * sizeof(*a));
	memcpy(ar->x + na, b, nb * sizeof(*b));
	for (size_t i = 0; i < ar->n; i++) {
		sum += ar->x[i];
		sum_a += i < na ? ar->x[i] : 0;
		size += fabs(ar->x[i]);
	}
	ar->expect = sum * (double)na / (double)ar->n;
	ar->seen = fabs(sum_a - ar->expect) - 1e-12 * size;
	return 0;
}

static double choose(size_t n, size_t k)
{
	double c = 1;

	for (size_t i = 1; i <= k; i++)
		c = c * (double)(n - k + i) / (double)i;
	return c;
}

/* Every choice of na among n as a bit mask, in rising order. */
static double count_all(const struct arrange *ar)
{
	uint64_t mask = (UINT64_C(1) << ar->na) - 1, end = UINT64_C(1) << ar->n;
	double hits = 0, all = 0;

	while (mask < end) {
		uint64_t lowest = mask & -mask, carry = mask + lowest;
		double sum = 0;

		for (uint64_t m = mask; m; m &= m - 1)
			sum += ar->x[__builtin_ctzll(m)];
		hits += fabs(sum - ar->expect) >= ar->seen;
		all++;
		mask = carry | (((mask ^ carry) / lowest) >> 2);
	}
	return hits / all;
}

static int draw(const struct arrange *ar, uint64_t seed, double *ret_p)
{
	gsl_rng *rng mms_auto(rng) = gsl_rng_alloc(gsl_rng_mt19937);
	double hits = 1; /* the given arrangement is one of them */

	if (!rng)
		return -ENOMEM;
	gsl_rng_set(rng, (unsigned long)seed);
	for (int i = 0; i < NR_DRAWN; i++) {
		double sum = 0;

		gsl_ran_shuffle(rng, ar->x, ar->n, sizeof(*ar->x));
		for (size_t j = 0; j < ar->na; j++)
			sum += ar->x[j];
		hits += fabs(sum - ar->expect) >= ar->seen;
	}
	*ret_p = hits / (NR_DRAWN + 1);
	return 0;
}

int mms_exact_permutation(const double *a, size_t na, const double *b, size_t nb, uint64_t seed,
			  double *ret_p, int *ret_exact)
{
	struct arrange ar;
	double *x mms_auto(mem) = NULL;
	int exact = na + nb < 63 && choose(na + nb, na) <= MAX_COUNTED;
	int ret = arrange_init(&ar, a, na, b, nb);

	if (ret)
		return ret;
	x = ar.x;
	if (exact)
		*ret_p = count_all(&ar);
	else
		ret = draw(&ar, seed, ret_p);
	if (!ret)
		*ret_exact = exact;
	return ret;
}

/* Replace values by their ranks from 1; ties get their mean rank. */
static int rank(double *x, size_t n)
{
	size_t *order mms_auto(mem) = malloc(n * sizeof(*order));
	double *ranks mms_auto(mem) = malloc(n * sizeof(*ranks));

	if (!order || !ranks)
		return -ENOMEM;
	gsl_sort_index(order, x, 1, n);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && x[order[end]] == x[order[i]]; end++)
			;
		for (size_t j = i; j < end; j++)
			ranks[order[j]] = (double)(i + end + 1) / 2;
	}
	memcpy(x, ranks, n * sizeof(*x));
	return 0;
}

int mms_exact_ranks(const double *a, size_t na, const double *b, size_t nb, uint64_t seed,
		    double *ret_p, int *ret_exact)
{
	double *x mms_auto(mem) = malloc((na + nb) * sizeof(*x));
	int ret;

	if (!x)
		return -ENOMEM;
	memcpy(x, a, na * sizeof(*a));
	memcpy(x + na, b, nb * sizeof(*b));
	ret = rank(x, na + nb);
	if (ret)
		return ret;
	return mms_exact_permutation(x, na, x + na, nb, seed, ret_p, ret_exact);
}

/*
 * What Kendall's tau counts, over all groups. Their variances add up, and so
 * do the numbers of inversions, whose distribution is therefore a product of
 * polynomials.
 */
struct pairs {
	double s; /* concordant - discordant */
	double all;
	double x_tied;
	double y_tied;
	double var; /* of s without any relation */
	double f[MAX_KENDALL_EXACT * (MAX_KENDALL_EXACT - 1) / 2 + 1];
	size_t max; /* most inversions that there can be */
};

/* Sums over the ties of a group, each of t values: of t(t-1), t(t-1)(t-2), t(t-1)(2t+5). */
static void add_ties(const double *x, size_t n, double *sums)
{
	for (size_t i = 0; i < n; i++) {
		double t = 0;
		bool first = true;

		for (size_t j = 0; j < n; j++) {
			t += x[j] == x[i];
			first = first && !(j < i && x[j] == x[i]);
		}
		if (!first)
			continue;
		sums[0] += t * (t - 1);
		sums[1] += t * (t - 1) * (t - 2);
		sums[2] += t * (t - 1) * (2 * t + 5);
	}
}

static double variance(const double *x, const double *y, size_t size)
{
	double xt[3] = { 0 }, yt[3] = { 0 }, n = (double)size, var;

	add_ties(x, size, xt);
	add_ties(y, size, yt);
	var = (n * (n - 1) * (2 * n + 5) - xt[2] - yt[2]) / 18;
	if (n > 1)
		var += xt[0] * yt[0] / (2 * n * (n - 1));
	if (n > 2)
		var += xt[1] * yt[1] / (9 * n * (n - 1) * (n - 2));
	return var;
}

/*
 * Share of the orders of n more values by their inversions: the i-th value adds
 * 0 ... i-1 of them, each equally likely.
 */
static void add_orders(struct pairs *pr, size_t n)
{
	for (size_t i = 2; i <= n; i++) {
		pr->max += i - 1;
		for (size_t k = pr->max + 1; k--;) {
			double sum = 0;

			for (size_t j = 0; j < i && j <= k; j++)
				sum += k - j <= pr->max - (i - 1) ? pr->f[k - j] : 0;
			pr->f[k] = sum / (double)i;
		}
	}
}

static void add_group(struct pairs *pr, const double *x, const double *y, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i; j++) {
			int dx = (x[i] > x[j]) - (x[i] < x[j]);
			int dy = (y[i] > y[j]) - (y[i] < y[j]);

			pr->s += dx * dy;
			pr->x_tied += !dx;
			pr->y_tied += !dy;
			pr->all++;
		}
	}
	pr->var += variance(x, y, n);
}

/* Gather the group that value @first begins; earlier ones begin other groups. */
static size_t gather(const double *x, const double *y, const int64_t *group, size_t n, size_t first,
		     double *gx, double *gy)
{
	size_t size = 0;

	for (size_t i = 0; i < n; i++) {
		if (group && group[i] != group[first])
			continue;
		if (i < first)
			return 0; /* it was gathered before */
		gx[size] = x[i];
		gy[size++] = y[i];
	}
	return size;
}

static double exact_p(const struct pairs *pr)
{
	size_t inversions = (size_t)((pr->all - fabs(pr->s)) / 2);
	double sum = 0;

	for (size_t k = 0; k <= inversions && k <= pr->max; k++)
		sum += pr->f[k];
	return fmin(1, 2 * sum);
}

static double normal_p(const struct pairs *pr)
{
	if (!(pr->var > 0))
		return 1;
	return fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(pr->s) / sqrt(pr->var)));
}

struct mms_kendall mms_exact_kendall(const double *x, const double *y, const int64_t *group,
				     size_t n)
{
	double *room mms_auto(mem) = malloc((2 * n + 1) * sizeof(*room));
	struct mms_kendall k = { .tau = NAN, .p = 1 };
	struct pairs pr = { .f = { 1 } };

	for (size_t i = 0; room && i < n; i++) {
		size_t size = i && !group ? 0 : gather(x, y, group, n, i, room, room + n);

		add_group(&pr, room, room + n, size);
		if (n <= MAX_KENDALL_EXACT)
			add_orders(&pr, size);
	}
	if (!pr.all || pr.x_tied == pr.all || pr.y_tied == pr.all)
		return k;
	k.tau = pr.s / sqrt((pr.all - pr.x_tied) * (pr.all - pr.y_tied));
	k.p = pr.x_tied || pr.y_tied || n > MAX_KENDALL_EXACT ? normal_p(&pr) : exact_p(&pr);
	return k;
}
