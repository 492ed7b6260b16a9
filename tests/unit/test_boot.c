// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/near.h"

#include "analyze/boot.h"

static const double a[] = { 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 };
static const double b[] = { 20, 22, 24, 26, 28, 30, 32, 34, 36, 38 };

static struct mms_boot boot(size_t na, size_t nb, uint64_t seed)
{
	struct mms_boot bt;

	assert_int_equal(mms_boot_median(a, na, b, nb, 0.95, seed, &bt), 0);
	return bt;
}

static void medians_and_their_change_are_plain(void **state)
{
	struct mms_boot bt = boot(10, 10, 1);

	(void)state;
	assert_near(bt.a, 14.5);
	assert_near(bt.b, 29);
	assert_near(bt.change, 1);
}

/* numpy, 200,000 draws: [0.529, 1.615] */
static void the_interval_is_the_draws_own(void **state)
{
	struct mms_boot bt = boot(10, 10, 1);

	(void)state;
	assert_within(bt.low, 0.529, 0.03);
	assert_within(bt.high, 1.615, 0.03);
}

static void the_same_seed_draws_the_same(void **state)
{
	(void)state;
	assert_true(boot(10, 10, 5).low == boot(10, 10, 5).low);
}

static void below_ten_runs_there_is_no_interval(void **state)
{
	(void)state;
	assert_true(isnan(boot(10, 9, 1).low));
	assert_near(boot(10, 9, 1).b, 28);
	assert_true(isnan(boot(9, 10, 1).high));
}

static void an_empty_side_has_no_median(void **state)
{
	(void)state;
	assert_true(isnan(boot(0, 10, 1).a));
	assert_true(isnan(boot(0, 10, 1).change));
}

static void a_base_of_zero_has_no_ratio(void **state)
{
	const double zero[10] = { 0 };
	struct mms_boot bt;

	(void)state;
	assert_int_equal(mms_boot_median(zero, 10, b, 10, 0.95, 1, &bt), 0);
	assert_true(isnan(bt.change) && isnan(bt.low));
	assert_near(bt.b, 29);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(medians_and_their_change_are_plain),
		cmocka_unit_test(the_interval_is_the_draws_own),
		cmocka_unit_test(the_same_seed_draws_the_same),
		cmocka_unit_test(below_ten_runs_there_is_no_interval),
		cmocka_unit_test(an_empty_side_has_no_median),
		cmocka_unit_test(a_base_of_zero_has_no_ratio),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
