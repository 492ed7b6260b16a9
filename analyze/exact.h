/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_EXACT_H
#define MMS_ANALYZE_EXACT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Tests that count arrangements instead of assuming a distribution. With few
 * runs their p has a floor: 3 against 3 runs 0.1, 4v4 0.029, 5v5 0.0079.
 */

/**
 * mms_exact_fisher() - Fisher's exact test of @ka of @na against @kb of @nb.
 *
 * Return: two-sided p: the probability, with the margins fixed, of all tables
 * that are at most as likely as this one. 1 when a side is empty.
 */
double mms_exact_fisher(unsigned int ka, unsigned int na, unsigned int kb, unsigned int nb);

/**
 * mms_exact_permutation() - Could the runs' labels be swapped?
 * @a, @b: finite values, at least one on each side
 * @seed: used when there are too many arrangements to count
 * @ret_p: share of arrangements whose means differ at least as much
 * @ret_exact: 1: all arrangements were counted; 0: 100,000 were drawn, the
 *	given one counted in
 *
 * Return: 0 or -ENOMEM.
 */
int mms_exact_permutation(const double *a, size_t na, const double *b, size_t nb, uint64_t seed,
			  double *ret_p, int *ret_exact);

/**
 * mms_exact_ranks() - As mms_exact_permutation(), of the ranks: the exact
 * Mann-Whitney test; ties share their mean rank.
 */
int mms_exact_ranks(const double *a, size_t na, const double *b, size_t nb, uint64_t seed,
		    double *ret_p, int *ret_exact);

/**
 * struct mms_kendall - Does @y rise or fall with @x?
 * @tau: tau-b, -1 ... 1; NaN when there is no pair, or all x or all y are tied
 * @p: two-sided: exact without ties up to 60 values, else from the normal
 *	distribution; 1 when @tau is NaN
 */
struct mms_kendall {
	double tau;
	double p;
};

/**
 * mms_exact_kendall() - Kendall's tau of @n pairs of values.
 * @group: only values of the same group are compared with each other; the
 *	groups count together. NULL: all are one group
 */
struct mms_kendall mms_exact_kendall(const double *x, const double *y, const int64_t *group,
				     size_t n);

#endif
