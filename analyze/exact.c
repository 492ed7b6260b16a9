// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
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

/* What Kendall's tau counts. @xt, @yt: sums over the groups of t tied values. */
struct pairs {
	double s; /* concordant - discordant */
	double x_tied;
	double y_tied;
	double xt[3]; /* of t(t-1), t(t-1)(t-2), t(t-1)(2t+5) */
	double yt[3];
};

static void add_ties(const double *x, size_t n, double *sums)
{
	for (size_t i = 0; i < n; i++) {
		double t = 0, first = 1;

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

static struct pairs count_pairs(const double *x, const double *y, size_t n)
{
	struct pairs pr = { 0 };

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < i; j++) {
			int dx = (x[i] > x[j]) - (x[i] < x[j]);
			int dy = (y[i] > y[j]) - (y[i] < y[j]);

			pr.s += dx * dy;
			pr.x_tied += !dx;
			pr.y_tied += !dy;
		}
	}
	add_ties(x, n, pr.xt);
	add_ties(y, n, pr.yt);
	return pr;
}

/*
 * Without ties: the share of the orders of n values that have at most
 * @inversions inversions. f[k] becomes the share with exactly k, value by
 * value: the i-th value adds 0 ... i-1 inversions, each equally likely.
 */
static double share_of_orders(size_t n, size_t inversions)
{
	double f[MAX_KENDALL_EXACT * (MAX_KENDALL_EXACT - 1) / 2 + 1] = { 1 };
	double g[MAX_KENDALL_EXACT * (MAX_KENDALL_EXACT - 1) / 2 + 1];
	size_t max = 0;
	double sum = 0;

	for (size_t i = 2; i <= n; i++) {
		max += i - 1;
		for (size_t k = 0; k <= max; k++) {
			g[k] = 0;
			for (size_t j = 0; j < i && j <= k; j++)
				g[k] += f[k - j] / (double)i;
		}
		memcpy(f, g, (max + 1) * sizeof(*f));
	}
	for (size_t k = 0; k <= inversions && k <= max; k++)
		sum += f[k];
	return sum;
}

static double normal_p(const struct pairs *pr, double n)
{
	double var = (n * (n - 1) * (2 * n + 5) - pr->xt[2] - pr->yt[2]) / 18 +
		     pr->xt[0] * pr->yt[0] / (2 * n * (n - 1));

	if (n > 2)
		var += pr->xt[1] * pr->yt[1] / (9 * n * (n - 1) * (n - 2));
	return var > 0 ? fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(pr->s) / sqrt(var))) : 1;
}

struct mms_kendall mms_exact_kendall(const double *x, const double *y, size_t n)
{
	struct pairs pr = count_pairs(x, y, n);
	struct mms_kendall k = { .tau = NAN, .p = 1 };
	double all = (double)n * ((double)n - 1) / 2;

	if (n < 2 || pr.x_tied == all || pr.y_tied == all)
		return k;
	k.tau = pr.s / sqrt((all - pr.x_tied) * (all - pr.y_tied));
	if (pr.x_tied || pr.y_tied || n > MAX_KENDALL_EXACT)
		k.p = normal_p(&pr, (double)n);
	else
		k.p = fmin(1, 2 * share_of_orders(n, (size_t)((all - fabs(pr.s)) / 2)));
	return k;
}
