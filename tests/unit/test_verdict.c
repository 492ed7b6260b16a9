// SPDX-License-Identifier: GPL-2.0-or-later
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/near.h"

#include "analyze/verdict.h"

#define N(x) (sizeof(x) / sizeof(*(x)))

static const struct mms_stats_opts opts = { .level = 0.95, .seed = 1 };

/* A primary metric of which less is better, unless the test says otherwise. */
struct given {
	struct mms_stats_side a, b;
	struct mms_stats_test test;
	struct mms_verdict_case c;
};

static struct mms_verdict_case *give(struct given *g, enum mms_stats_kind kind, const double *a,
				     size_t na, const double *b, size_t nb)
{
	assert_int_equal(mms_stats_side(a, na, &g->a), 0);
	assert_int_equal(mms_stats_side(b, nb, &g->b), 0);
	assert_int_equal(mms_stats_compare(kind, a, na, b, nb, &opts, &g->test), 0);
	g->c = (struct mms_verdict_case){ .kind = kind,
					  .better = MMS_BETTER_LESS,
					  .primary = true,
					  .a = &g->a,
					  .b = &g->b,
					  .test = &g->test,
					  .q = g->test.p };
	return &g->c;
}

static enum mms_verdict verdict(const struct mms_verdict_case *c, unsigned int *need)
{
	return mms_verdict_give(&mms_verdict_default, c, need);
}

static const double slow[] = { 100, 104, 98, 101, 97 }, fast[] = { 80, 84, 79, 82, 78 };

static void less_of_a_cost_is_better_and_more_is_worse(void **state)
{
	struct given g;
	unsigned int need = 9;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, slow, 5, fast, 5), &need),
			 MMS_VERDICT_BETTER);
	assert_int_equal(need, 0);
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, fast, 5, slow, 5), &need),
			 MMS_VERDICT_WORSE);
	g.c.better = MMS_BETTER_MORE;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
}

static void neutral_and_exploratory_metrics_have_no_verdict(void **state)
{
	struct given g;
	unsigned int need;

	(void)state;
	give(&g, MMS_STATS_RATIO, slow, 5, fast, 5)->better = MMS_BETTER_NEUTRAL;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_NONE);
	give(&g, MMS_STATS_RATIO, slow, 5, fast, 5)->primary = false;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_NONE);
}

static void a_q_of_alpha_is_not_below_it(void **state)
{
	struct given g;
	unsigned int need;

	(void)state;
	give(&g, MMS_STATS_RATIO, slow, 5, fast, 5)->q = 0.05;
	assert_int_not_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
	g.c.q = 0.0499;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
	g.c.q = NAN;
	assert_int_not_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
}

static void two_runs_a_side_are_too_few_however_sure(void **state)
{
	const double a[] = { 5.4, 22.2 }, b[] = { 1.04, 2.2 }, c[] = { 100, 100.1 },
		     d[] = { 50, 50.1 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 2, b, 2), &need),
			 MMS_VERDICT_MORE_RUNS);
	assert_in_range(need, 3, 99);
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, c, 2, d, 2), &need),
			 MMS_VERDICT_MORE_RUNS);
	assert_int_equal(need, 3);
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 1, b, 1), &need),
			 MMS_VERDICT_MORE_RUNS);
	assert_int_equal(need, 3);
	give(&g, MMS_STATS_RATIO, a, 1, b, 1)->better = MMS_BETTER_NEUTRAL;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_MORE_RUNS);
}

static void an_empty_side_has_no_verdict(void **state)
{
	const double a[] = { 1, 2, 3 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 3, NULL, 0), &need),
			 MMS_VERDICT_NONE);
}

static void a_certain_but_small_effect_is_no_verdict(void **state)
{
	const double a[] = { 1000, 1001, 1002 }, b[] = { 1011, 1012, 1013 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 3, b, 3), &need), MMS_VERDICT_SMALL);
	assert_true(g.test.p < 0.01);
}

static void an_effect_below_the_noise_floor_is_no_verdict(void **state)
{
	struct given g;
	unsigned int need;

	(void)state;
	give(&g, MMS_STATS_RATIO, slow, 5, fast, 5)->floor = 0.3;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_NOISE);
	g.c.floor = 0.1;
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
	g.c.floor = NAN; /* unknown */
	assert_int_equal(verdict(&g.c, &need), MMS_VERDICT_BETTER);
}

static void what_some_more_runs_would_tell_asks_for_them(void **state)
{
	const double a[] = { 0, 0, 0, 0, 0 }, b[] = { 1, 0, 1, 1, 0 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_OUTCOME, a, 5, b, 5), &need),
			 MMS_VERDICT_MORE_RUNS);
	assert_int_equal(need, 10);
}

static void what_many_more_runs_might_tell_is_no_evidence(void **state)
{
	const double a[] = { 100, 120, 90, 105, 95 }, b[] = { 102, 125, 93, 104, 97 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 5, b, 5), &need),
			 MMS_VERDICT_UNPROVEN);
	assert_int_equal(need, 0);
}

static void a_rise_from_zero_is_judged_by_its_direction(void **state)
{
	const double a[] = { 0, 0, 0, 0, 0 }, b[] = { 9, 12, 7, 8, 10 };
	struct given g;
	unsigned int need;

	(void)state;
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, a, 5, b, 5), &need), MMS_VERDICT_WORSE);
	assert_int_equal(verdict(give(&g, MMS_STATS_RATIO, b, 5, a, 5), &need), MMS_VERDICT_BETTER);
}

/* t.ppf(.975, 5) * std(log(all), ddof=1) * sqrt(1/3 + 1/5) by scipy 1.10 */
static void the_noise_floor_is_of_all_equal_runs_together(void **state)
{
	const double a[] = { 100, 103, 98 }, b[] = { 101, 96, 104 }, zero[] = { 0, 0, 1 };
	const struct mms_verdict_values sides[] = { { a, 3 }, { b, 3 } }, bad[] = { { zero, 3 } };
	double floor;

	(void)state;
	assert_int_equal(mms_verdict_floor(MMS_STATS_RATIO, sides, 2, 3, 5, 0.95, &floor), 0);
	assert_within(floor, 0.05652684233638374, 1e-7);
	assert_int_equal(mms_verdict_floor(MMS_STATS_RATIO, bad, 1, 3, 5, 0.95, &floor), 0);
	assert_true(isnan(floor));
	assert_int_equal(mms_verdict_floor(MMS_STATS_RATIO, NULL, 0, 3, 5, 0.95, &floor), 0);
	assert_true(isnan(floor));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(less_of_a_cost_is_better_and_more_is_worse),
		cmocka_unit_test(neutral_and_exploratory_metrics_have_no_verdict),
		cmocka_unit_test(a_q_of_alpha_is_not_below_it),
		cmocka_unit_test(two_runs_a_side_are_too_few_however_sure),
		cmocka_unit_test(an_empty_side_has_no_verdict),
		cmocka_unit_test(a_certain_but_small_effect_is_no_verdict),
		cmocka_unit_test(an_effect_below_the_noise_floor_is_no_verdict),
		cmocka_unit_test(what_some_more_runs_would_tell_asks_for_them),
		cmocka_unit_test(what_many_more_runs_might_tell_is_no_evidence),
		cmocka_unit_test(a_rise_from_zero_is_judged_by_its_direction),
		cmocka_unit_test(the_noise_floor_is_of_all_equal_runs_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
