// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

#define MSEC 1000000ll

static void kswapd_cycles_last_from_wake_to_sleep(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10 * MSEC, 0, 60, "nid=0 order=2");
	rig_event(r, ISOLATE, 20 * MSEC, 0, 60, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_event(r, SHRINK, 30 * MSEC, 0, 60, "nid=0 nr_scanned=32 nr_reclaimed=30 priority=12");
	rig_event(r, KSWAPD_SLEEP, 130 * MSEC, 0, 60, "nid=0");
	assert_int_equal(r->episode_seq, 1);
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=kswapd state=ok dur_ns=120000000 node=0 "
				   "alloc_order=2 scanned=32 reclaimed=30 "
				   "reclaimer=kswapd"),
			 1);
	/* The nap before the sleep is no work. */
	assert_int_equal(rig_get(r, "episode", "kind=kswapd", "busy_ns"), 20 * MSEC);
	rig_free(r);
}

static void kswapd_woken_in_its_nap_closes_the_cycle(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10 * MSEC, 0, 60, "nid=0 order=0");
	rig_event(r, SHRINK, 30 * MSEC, 0, 60, "nid=0 nr_scanned=32 nr_reclaimed=30");
	rig_event(r, KSWAPD_WAKE, 70 * MSEC, 1, 60, "nid=0 order=3");
	assert_int_equal(r->episode_seq, 3);
	rig_event(r, KSWAPD_SLEEP, 200 * MSEC, 1, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=kswapd state=ok"), 2);
	assert_int_equal(rig_get(r, "episode", "seq=1", "dur_ns"), 60 * MSEC);
	assert_int_equal(rig_get(r, "episode", "seq=1", "busy_ns"), 20 * MSEC);
	assert_int_equal(rig_get(r, "episode", "seq=3 alloc_order=3", "dur_ns"), 130 * MSEC);
	assert_int_equal(rig_get(r, "episode", "seq=3", "busy_ns"), RIG_NULL);
	rig_free(r);
}

static void a_wake_after_a_gap_ends_no_cycle(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10 * MSEC, 0, 60, "nid=0");
	rig_gap(r, 20 * MSEC, 30 * MSEC, 0, -1);
	rig_event(r, KSWAPD_WAKE, 70 * MSEC, 0, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "seq=1 state=lost dur_ns=NULL"), 1);
	assert_int_equal(rig_count(r, "episode", "seq=3 state=open"), 1);
	rig_free(r);
}

static void a_sleep_at_the_start_has_no_begin(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_SLEEP, 200 * MSEC, 1, 60, "nid=1");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=kswapd state=no_begin node=1 dur_ns=NULL"),
			 1);
	rig_free(r);
}

static void kswapd_is_known_by_its_events_without_a_name(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10, 0, 60, "nid=1");
	rig_event(r, ISOLATE, 20, 0, 60, "nr_requested=32 nr_scanned=9 nr_taken=0 lru=2");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=kswapd node=1", "scanned"), 9);
	rig_free(r);
}

static void kswapd_is_known_by_its_name_before_its_first_wake(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_source_comm comms[] = { { 60, "kswapd2" }, { 61, "kswapd1:3" } };

	(void)state;
	r->info.comms = comms;
	r->info.nr_comms = 2;
	rig_start(r);
	rig_event(r, ISOLATE, 20, 0, 60, "nr_requested=32 nr_scanned=9 nr_taken=0 lru=2");
	rig_event(r, ISOLATE, 30, 0, 61, "nr_requested=32 nr_scanned=4 nr_taken=0 lru=2");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=kswapd node=2", "scanned"), 9);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=kswapd node=1", "scanned"), 4);
	rig_free(r);
}

static void a_program_called_kswapd0_that_reclaims_directly_is_none(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_source_comm comms[] = { { 999, "kswapd0" } };

	(void)state;
	r->info.comms = comms;
	r->info.nr_comms = 1;
	rig_start(r);
	rig_event(r, DIRECT_BEGIN, 10, 0, 999, "");
	rig_event(r, ISOLATE, 20, 0, 999, "nr_requested=32 nr_scanned=9 nr_taken=0 lru=2");
	rig_event(r, DIRECT_END, 30, 0, 999, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=direct node=NULL", "scanned"), 9);
	assert_int_equal(rig_count(r, "episode", "kind=direct reclaimer=direct"), 1);
	rig_free(r);
}

static void softlimit_inside_kswapd_is_kswapds(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10, 0, 60, "nid=0");
	rig_event(r, SOFT_BEGIN, 20, 0, 60, "");
	rig_event(r, ISOLATE, 30, 0, 60, "nr_requested=32 nr_scanned=9 nr_taken=8 lru=2");
	rig_event(r, SHRINK, 40, 0, 60, "nid=0 nr_scanned=9 nr_reclaimed=8");
	rig_event(r, SOFT_END, 50, 0, 60, "nr_reclaimed=8");
	rig_event(r, KSWAPD_SLEEP, 60, 0, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=kswapd", "reclaimed"), 8);
	assert_int_equal(rig_count(r, "episode",
				   "kind=softlimit reclaimer=kswapd parent_seq=1 "
				   "scanned=9 reclaimed=8"),
			 1);
	assert_int_equal(rig_count(r, "episode", "kind=kswapd scanned=9 reclaimed=8"), 1);
	rig_free(r);
}

static void balance_passes_lie_inside_a_cycle(void **state)
{
	struct rig *r = rig_run(ERA_7_2);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10, 0, 60, "nid=0");
	rig_event(r, "mm_vmscan_balance_pgdat_begin", 20, 0, 60, "nid=0 order=1");
	rig_event(r, ISOLATE, 25, 0, 60, "nr_requested=32 nr_scanned=9 nr_taken=8 lru=2");
	rig_event(r, "mm_vmscan_balance_pgdat_end", 50, 0, 60, "nid=0 order=1 nr_reclaimed=77");
	rig_event(r, KSWAPD_SLEEP, 600, 0, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=balance state=ok dur_ns=30 parent_seq=1 "
				   "end_reclaimed=77 scanned=9 reclaimer=kswapd"),
			 1);
	assert_int_equal(rig_get(r, "episode", "kind=kswapd", "busy_ns"), 40);
	rig_free(r);
}

static void khugepaged_is_counted_apart(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_source_comm comms[] = { { 70, "khugepaged" } };

	(void)state;
	r->info.comms = comms;
	r->info.nr_comms = 1;
	rig_start(r);
	rig_event(r, DIRECT_BEGIN, 10, 0, 70, "order=9");
	rig_event(r, ISOLATE, 20, 0, 70, "nr_requested=32 nr_scanned=9 nr_taken=0 lru=2");
	rig_event(r, DIRECT_END, 30, 0, 70, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=khugepaged", "scanned"), 9);
	assert_int_equal(rig_count(r, "episode", "kind=direct reclaimer=khugepaged"), 1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kswapd_cycles_last_from_wake_to_sleep),
		cmocka_unit_test(kswapd_woken_in_its_nap_closes_the_cycle),
		cmocka_unit_test(a_wake_after_a_gap_ends_no_cycle),
		cmocka_unit_test(a_sleep_at_the_start_has_no_begin),
		cmocka_unit_test(kswapd_is_known_by_its_events_without_a_name),
		cmocka_unit_test(kswapd_is_known_by_its_name_before_its_first_wake),
		cmocka_unit_test(a_program_called_kswapd0_that_reclaims_directly_is_none),
		cmocka_unit_test(softlimit_inside_kswapd_is_kswapds),
		cmocka_unit_test(balance_passes_lie_inside_a_cycle),
		cmocka_unit_test(khugepaged_is_counted_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
