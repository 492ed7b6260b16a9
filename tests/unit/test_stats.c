// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Values by scipy 1.10 (ttest_ind(equal_var=False) on logarithms or values,
 * t.ppf for the intervals) where nothing else is said.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/near.h"

#include "analyze/stats.h"

#define N(x) (sizeof(x) / sizeof(*(x)))

static const struct mms_stats_opts opts = { .level = 0.95, .seed = 1 };

static struct mms_stats_test compare(enum mms_stats_kind kind, const double *a, size_t na,
				     const double *b, size_t nb)
{
	struct mms_stats_test t;

	assert_int_equal(mms_stats_compare(kind, a, na, b, nb, &opts, &t), 0);
	return t;
}

#define COMPARE(kind, a, b) compare(MMS_STATS_##kind, a, N(a), b, N(b))

static void welch_on_logs_gives_the_ratio_of_geometric_means(void **state)
{
	const double a[] = { 16.567, 16.234, 15.812, 15.494, 16.0 };
	const double b[] = { 19.117, 20.403, 28.533, 19.196, 17.993 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_int_equal(t.method, MMS_STATS_WELCH_LOG);
	assert_int_equal(t.state, MMS_STATS_OK);
	assert_near(t.change, 0.29529042362176973);
	assert_within(t.low, 0.03241625260427239, 1e-7);
	assert_within(t.high, 0.6250977036515877, 1e-7);
	assert_near(t.t, 3.121265020610743);
	assert_near(t.df, 4.153615687481054);
	assert_near(t.p, 0.033708803740658544);
}

static void welch_on_values_gives_percentage_points(void **state)
{
	const double a[] = { 62.1, 64.3, 61.0, 63.2, 62.9 };
	const double b[] = { 71.8, 70.2, 74.4, 69.9, 72.0 };
	struct mms_stats_test t = COMPARE(POINTS, a, b);

	(void)state;
	assert_int_equal(t.method, MMS_STATS_WELCH);
	assert_near(t.change, 8.96);
	assert_within(t.low, 6.66324307294818, 1e-7);
	assert_within(t.high, 11.256756927051807, 1e-7);
	assert_near(t.t, 9.199547147596542);
	assert_near(t.df, 7.095902429661536);
	assert_near(t.p, 3.397934508557509e-05);
}

static void percentage_points_may_be_zero_or_negative(void **state)
{
	const double a[] = { 0, 0, 1.5 }, b[] = { -2, 0, -1 };
	struct mms_stats_test t = COMPARE(POINTS, a, b);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_OK);
	assert_near(t.change, -1.5);
}

static void one_side_without_spread_still_has_a_test(void **state)
{
	const double a[] = { 5, 5, 5 }, b[] = { 7, 8, 9.5 };
	struct mms_stats_test t = COMPARE(POINTS, a, b);

	(void)state;
	assert_near(t.t, 4.358898943540673);
	assert_near(t.df, 2);
	assert_near(t.p, 0.04881026878865816);
	assert_within(t.low, 0.04086192686122425, 1e-7);
}

static void k_of_n_is_fishers_test_in_percentage_points(void **state)
{
	const double a[] = { 0, 0, 0, 0, 0 }, b[] = { 1, 0, 1, 1, 0 };
	struct mms_stats_test t = COMPARE(OUTCOME, a, b);

	(void)state;
	assert_int_equal(t.method, MMS_STATS_FISHER);
	assert_near(t.change, 60);
	assert_near(t.p, 1.0 / 6);
	assert_true(isnan(t.low));
}

static void zeros_are_tested_by_permutation_and_say_so(void **state)
{
	const double a[] = { 0, 0, 3, 0, 1 }, b[] = { 4, 9, 0, 12, 5 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_int_equal(t.method, MMS_STATS_PERMUTATION);
	assert_int_equal(t.state, MMS_STATS_ZEROS);
	assert_int_equal(t.exact, 1);
	assert_near(t.p, 14.0 / 252); /* counted over all 252 by itertools */
	assert_near(t.change, 6.5);   /* of the means: 0.8 and 6 */
	assert_true(isnan(t.low) && isnan(t.high));
}

static void a_change_from_zero_has_a_direction_but_no_percentage(void **state)
{
	const double a[] = { 0, 0, 0 }, b[] = { 1, 2, 3 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_true(isnan(t.change));
	assert_near(t.diff, 2);
	assert_near(t.p, 0.1);
}

static void negative_counts_have_no_logarithm_but_a_test(void **state)
{
	const double a[] = { -10, -3, 4 }, b[] = { 20, 8, 9 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_ZEROS);
	assert_true(isnan(t.change));
	assert_near(t.diff, 15 + 1.0 / 3);
	assert_near(t.p, 0.1);
}

static void identical_values_are_no_change(void **state)
{
	const double a[] = { 7, 7, 7 }, zero[] = { 0, 0 };
	struct mms_stats_test t = COMPARE(RATIO, a, a);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_SAME);
	assert_near(t.change, 0);
	assert_near(t.p, 1);
	t = COMPARE(RATIO, zero, zero);
	assert_int_equal(t.state, MMS_STATS_SAME);
	assert_near(t.change, 0);
	t = COMPARE(OUTCOME, zero, zero);
	assert_int_equal(t.state, MMS_STATS_SAME);
}

static void sides_that_are_constant_and_differ_get_an_exact_p(void **state)
{
	const double a[] = { 5, 5, 5, 5 }, b[] = { 6, 6, 6, 6 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_NO_SPREAD);
	assert_int_equal(t.method, MMS_STATS_PERMUTATION);
	assert_near(t.change, 0.2);
	assert_near(t.p, 2.0 / 70);
	assert_true(isnan(t.low) && isnan(t.t));
}

static void one_run_a_side_is_a_change_without_a_test(void **state)
{
	const double a[] = { 368.4 }, b[] = { 207.14 }, c[] = { 200, 210 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_FEW);
	assert_int_equal(t.method, MMS_STATS_NONE);
	assert_near(t.change, -0.4377307274701412);
	assert_true(isnan(t.p) && isnan(t.low));
	t = COMPARE(RATIO, a, c);
	assert_int_equal(t.state, MMS_STATS_FEW);
	assert_near(t.change, sqrt(200.0 * 210) / 368.4 - 1);
}

static void an_empty_side_is_said(void **state)
{
	const double a[] = { 1, 2, 3 }, none[] = { NAN, INFINITY };
	struct mms_stats_test t = COMPARE(RATIO, a, none);

	(void)state;
	assert_int_equal(t.state, MMS_STATS_EMPTY);
	assert_true(isnan(t.change) && isnan(t.p) && isnan(t.diff));
	t = compare(MMS_STATS_OUTCOME, NULL, 0, NULL, 0);
	assert_int_equal(t.state, MMS_STATS_EMPTY);
}

static void unknown_values_are_left_out(void **state)
{
	const double a[] = { 16.567, NAN, 16.234, 15.812, 15.494, 16.0 };
	const double b[] = { 19.117, 20.403, 28.533, INFINITY, 19.196, 17.993 };
	struct mms_stats_test t = COMPARE(RATIO, a, b);
	struct mms_stats_side side;

	(void)state;
	assert_near(t.p, 0.033708803740658544);
	assert_int_equal(mms_stats_side(a, N(a), &side), 0);
	assert_int_equal(side.n, 5);
	assert_int_equal(side.nr_unknown, 1);
	assert_near(side.mean, 16.0214);
	assert_near(side.sd, 0.40784040996448645);
}

static void a_side_is_described(void **state)
{
	const double x[] = { 4, 1, 2 }, zero[] = { 3, 0 };
	struct mms_stats_side side;

	(void)state;
	assert_int_equal(mms_stats_side(x, N(x), &side), 0);
	assert_near(side.gmean, 2);
	assert_near(side.log_sd, log(2));
	assert_near(side.median, 2);
	assert_near(side.min, 1);
	assert_near(side.max, 4);
	assert_int_equal(mms_stats_side(zero, N(zero), &side), 0);
	assert_near(side.mean, 1.5);
	assert_true(isnan(side.gmean) && isnan(side.log_sd));
	assert_int_equal(mms_stats_side(x, 1, &side), 0);
	assert_true(isnan(side.sd));
	assert_near(side.gmean, 4);
	assert_int_equal(mms_stats_side(x, 0, &side), 0);
	assert_int_equal(side.n, 0);
	assert_true(isnan(side.mean));
}

/* By hand: p times m / rank, made monotone from the largest down. */
static void q_is_benjamini_hochberg_over_the_tested(void **state)
{
	const double p[] = { 0.01, 0.04, NAN, 0.03, 0.005, 0.2, 0.9, 0.04, 0.6 };
	const double q[] = { 0.04,  0.064, NAN,
			     0.064, 0.04,  0.2666666666666667,
			     0.9,   0.064, 0.6857142857142857 };
	double is[N(p)];

	(void)state;
	assert_int_equal(mms_stats_bh(p, N(p), is), 0);
	for (size_t i = 0; i < N(p); i++)
		assert_near(is[i], q[i]);
	assert_int_equal(mms_stats_bh(p, 0, is), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(welch_on_logs_gives_the_ratio_of_geometric_means),
		cmocka_unit_test(welch_on_values_gives_percentage_points),
		cmocka_unit_test(percentage_points_may_be_zero_or_negative),
		cmocka_unit_test(one_side_without_spread_still_has_a_test),
		cmocka_unit_test(k_of_n_is_fishers_test_in_percentage_points),
		cmocka_unit_test(zeros_are_tested_by_permutation_and_say_so),
		cmocka_unit_test(a_change_from_zero_has_a_direction_but_no_percentage),
		cmocka_unit_test(negative_counts_have_no_logarithm_but_a_test),
		cmocka_unit_test(identical_values_are_no_change),
		cmocka_unit_test(sides_that_are_constant_and_differ_get_an_exact_p),
		cmocka_unit_test(one_run_a_side_is_a_change_without_a_test),
		cmocka_unit_test(an_empty_side_is_said),
		cmocka_unit_test(unknown_values_are_left_out),
		cmocka_unit_test(a_side_is_described),
		cmocka_unit_test(q_is_benjamini_hochberg_over_the_tested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
