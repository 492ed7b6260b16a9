// SPDX-License-Identifier: GPL-2.0-or-later
/* Values by scipy 1.10: fisher_exact, kendalltau; permutations counted by itertools. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/near.h"

#include "analyze/exact.h"

#define N(x) (sizeof(x) / sizeof(*(x)))

static void fisher_sums_the_tables_that_are_no_likelier(void **state)
{
	(void)state;
	assert_near(mms_exact_fisher(0, 5, 3, 5), 1.0 / 6);
	assert_near(mms_exact_fisher(0, 5, 5, 5), 2.0 / 252);
	assert_near(mms_exact_fisher(1, 10, 9, 11), 0.0019052155275065491);
	assert_near(mms_exact_fisher(3, 7, 4, 6), 0.5920745920745921);
	assert_near(mms_exact_fisher(2, 50, 9, 40), 0.01002317648321145);
}

static void fisher_of_nothing_is_one(void **state)
{
	(void)state;
	assert_near(mms_exact_fisher(0, 0, 3, 5), 1);
	assert_near(mms_exact_fisher(0, 4, 0, 4), 1);
	assert_near(mms_exact_fisher(4, 4, 4, 4), 1);
	assert_near(mms_exact_fisher(6, 5, 0, 5), 1);
}

static void small_permutations_are_counted(void **state)
{
	const double a[] = { 0.1, 0.12, 0.13, 0.11, 0.12 }, b[] = { 0.15, 0.14, 0.25, 0.15, 0.13 };
	double p;
	int exact;

	(void)state;
	assert_int_equal(mms_exact_permutation(a, 5, b, 5, 1, &p, &exact), 0);
	assert_int_equal(exact, 1);
	assert_near(p, 4.0 / 252);
	assert_int_equal(mms_exact_permutation(a, 1, b, 1, 1, &p, &exact), 0);
	assert_near(p, 1);
}

/* With tied values shared by both sides, as user times in hundredths have. */
static void ranks_share_their_ties(void **state)
{
	const double a[] = { 0.1, 0.12, 0.13, 0.11, 0.12 }, b[] = { 0.15, 0.14, 0.25, 0.15, 0.13 };
	const double c[] = { 1132.58, 1140.63, 1135.68 }, d[] = { 1133.06, 1132.84, 1135.37 };
	double p;
	int exact;

	(void)state;
	assert_int_equal(mms_exact_ranks(a, 5, b, 5, 1, &p, &exact), 0);
	assert_near(p, 4.0 / 252);
	assert_int_equal(mms_exact_ranks(c, 3, d, 3, 1, &p, &exact), 0);
	assert_near(p, 0.7);
}

static void the_floor_of_exact_p_is_known(void **state)
{
	const double floors[] = { 0.1, 2.0 / 70, 2.0 / 252, 2.0 / 924, 2.0 / 3432 };
	const double low[] = { 1, 2, 3, 4, 5, 6, 7 }, high[] = { 11, 12, 13, 14, 15, 16, 17 };
	double p;
	int exact;

	(void)state;
	for (size_t n = 3; n <= 7; n++) {
		assert_int_equal(mms_exact_ranks(low, n, high, n, 1, &p, &exact), 0);
		assert_near(p, floors[n - 3]);
	}
}

static void large_permutations_are_drawn_by_seed(void **state)
{
	double a[15], b[15], p1, p2;
	int exact;

	(void)state;
	for (size_t i = 0; i < 15; i++) {
		a[i] = (double)(i * i % 17);
		b[i] = a[i] + (i % 3 == 0);
	}
	assert_int_equal(mms_exact_permutation(a, 15, b, 15, 7, &p1, &exact), 0);
	assert_int_equal(exact, 0);
	assert_int_equal(mms_exact_permutation(a, 15, b, 15, 7, &p2, &exact), 0);
	assert_true(p1 == p2);
	/* numpy, 200,000 draws: 0.898 */
	assert_within(p1, 0.898, 0.005);
}

static struct mms_kendall kendall(const double *y, size_t n)
{
	double x[16];

	for (size_t i = 0; i < n; i++)
		x[i] = (double)i;
	return mms_exact_kendall(x, y, NULL, n);
}

static void kendall_without_ties_is_exact(void **state)
{
	const double three[] = { 1, 2, 3 }, six[] = { 2, 1, 4, 3, 6, 5 };
	const double ten[] = { 3, 1, 4, 1.5, 9, 2, 6, 5, 3.5, 8 };
	struct mms_kendall k = kendall(three, 3);

	(void)state;
	assert_near(k.tau, 1);
	assert_near(k.p, 1.0 / 3);
	k = kendall(six, 6);
	assert_near(k.tau, 0.6);
	assert_near(k.p, 0.1361111111111111);
	k = kendall(ten, 10);
	assert_near(k.tau, 0.3777777777777778);
	assert_near(k.p, 0.1557418430335097);
}

static void kendall_with_ties_is_tau_b(void **state)
{
	const double y[] = { 1, 1, 2, 2, 3, 3, 3 };
	const double x2[] = { 1, 2, 2, 4, 5 }, y2[] = { 3, 1, 2, 2, 5 };
	struct mms_kendall k = kendall(y, 7);

	(void)state;
	assert_near(k.tau, 0.8728715609439696);
	assert_near(k.p, 0.010080079357191272);
	k = mms_exact_kendall(x2, y2, NULL, 5);
	assert_near(k.tau, 0.2222222222222222);
	assert_near(k.p, 0.6027418291290804);
}

/*
 * Two sides one after the other, each rising: every pair within a side agrees.
 * Of the 4! * 4! orders two are so: 2 / 576. By hand, too: three and three.
 */
static void groups_count_together_and_not_with_each_other(void **state)
{
	const double y[] = { 1, 2, 3, 4, 1.5, 2.5, 3.5, 4.5 };
	const int64_t group[] = { 0, 0, 0, 0, 1, 1, 1, 1 };
	const double z[] = { 1, 9, 2, 8, 3, 7 }; /* up in one group, down in the other */
	const int64_t turns[] = { 5, 7, 5, 7, 5, 7 };
	double x[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct mms_kendall k = mms_exact_kendall(x, y, group, 8);

	(void)state;
	assert_near(k.tau, 1);
	assert_near(k.p, 2.0 / 576);
	k = mms_exact_kendall(x, z, turns, 6);
	assert_near(k.tau, 0);
	assert_near(k.p, 1);
	k = mms_exact_kendall(x, x, turns, 6);
	assert_near(k.p, 2.0 / 36);
}

static void kendall_of_nothing_is_no_drift(void **state)
{
	const double same[] = { 4, 4, 4, 4 };

	(void)state;
	assert_true(isnan(kendall(same, 4).tau));
	assert_near(kendall(same, 4).p, 1);
	assert_near(kendall(same, 1).p, 1);
	assert_near(kendall(same, 0).p, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fisher_sums_the_tables_that_are_no_likelier),
		cmocka_unit_test(fisher_of_nothing_is_one),
		cmocka_unit_test(small_permutations_are_counted),
		cmocka_unit_test(ranks_share_their_ties),
		cmocka_unit_test(the_floor_of_exact_p_is_known),
		cmocka_unit_test(large_permutations_are_drawn_by_seed),
		cmocka_unit_test(kendall_without_ties_is_exact),
		cmocka_unit_test(kendall_with_ties_is_tau_b),
		cmocka_unit_test(groups_count_together_and_not_with_each_other),
		cmocka_unit_test(kendall_of_nothing_is_no_drift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
