// SPDX-License-Identifier: GPL-2.0-or-later
/* Values by scipy 1.10: nct (noncentral t), binom and fisher_exact. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/near.h"

#include "analyze/power.h"

static const struct mms_power_goal goal = { .alpha = 0.05, .power = 0.8, .max = 99 };

static void power_of_welch_is_the_noncentral_t(void **state)
{
	(void)state;
	assert_within(mms_power_welch(0.1, 0.05, 0.05, 3, 0.05), 0.46264081189130546, 1e-3);
	assert_within(mms_power_welch(0.1, 0.05, 0.05, 5, 0.05), 0.7905423780177139, 1e-3);
	assert_within(mms_power_welch(0.02, 0.05, 0.02, 30, 0.05), 0.5091206184618278, 1e-3);
	assert_within(mms_power_welch(0.5, 0.1, 0.4, 5, 0.05), 0.5656001980591633, 1e-3);
	assert_within(mms_power_welch(0, 0.1, 0.4, 5, 0.05), 0.05, 1e-3);
}

static void without_spread_every_difference_is_seen(void **state)
{
	(void)state;
	assert_near(mms_power_welch(0.1, 0, 0, 3, 0.05), 1);
	assert_near(mms_power_welch(0, 0, 0, 3, 0.05), 0);
}

static void power_of_fisher_sums_over_all_outcomes(void **state)
{
	(void)state;
	assert_near(mms_power_fisher(0, 0.6, 5, 0.05), 0.33696);
	assert_within(mms_power_fisher(0, 0.6, 10, 0.05), 0.8337613823999994, 1e-7);
	assert_within(mms_power_fisher(0.2, 0.8, 8, 0.05), 0.5981345734000644, 1e-7);
}

static struct mms_stats_side side(double gmean, double log_sd)
{
	return (struct mms_stats_side){
		.n = 3, .mean = gmean, .gmean = gmean, .sd = gmean * log_sd, .log_sd = log_sd
	};
}

static void the_runs_needed_follow_from_the_spread(void **state)
{
	struct mms_stats_side a = side(1, 0.05), b = side(exp(0.1), 0.05),
			      c = side(exp(0.05), 0.05);

	(void)state;
	assert_int_equal(mms_power_runs(MMS_STATS_RATIO, &a, &b, &goal), 6);
	assert_int_equal(mms_power_runs(MMS_STATS_RATIO, &a, &c, &goal), 17);
}

static void yes_and_no_need_runs_too(void **state)
{
	struct mms_stats_side a = { .n = 5, .mean = 0 }, b = { .n = 5, .mean = 0.6 };

	(void)state;
	assert_int_equal(mms_power_runs(MMS_STATS_OUTCOME, &a, &b, &goal), 10);
	assert_int_equal(mms_power_runs(MMS_STATS_OUTCOME, &a, &a, &goal), 0);
}

static void no_spread_known_no_number(void **state)
{
	struct mms_stats_side a = side(1, NAN), b = side(2, 0.05), same = side(1, 0.05);

	(void)state;
	assert_int_equal(mms_power_runs(MMS_STATS_RATIO, &a, &b, &goal), 0);
	assert_int_equal(mms_power_runs(MMS_STATS_RATIO, &same, &same, &goal), 0);
}

static void more_than_the_most_is_no_number(void **state)
{
	struct mms_stats_side a = side(1, 0.05), b = side(1.001, 0.05);

	(void)state;
	assert_int_equal(mms_power_runs(MMS_STATS_RATIO, &a, &b, &goal), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(power_of_welch_is_the_noncentral_t),
		cmocka_unit_test(without_spread_every_difference_is_seen),
		cmocka_unit_test(power_of_fisher_sums_over_all_outcomes),
		cmocka_unit_test(the_runs_needed_follow_from_the_spread),
		cmocka_unit_test(yes_and_no_need_runs_too),
		cmocka_unit_test(no_spread_known_no_number),
		cmocka_unit_test(more_than_the_most_is_no_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
