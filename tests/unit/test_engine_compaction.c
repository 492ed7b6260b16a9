// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

#define MSEC  1000000ll
#define TRY   "mm_compaction_try_to_compact_pages"
#define BEGIN "mm_compaction_begin"
#define END   "mm_compaction_end"

static void direct_compaction_takes_order_and_flags_of_its_attempt(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, TRY, 10, 0, 5, "order=9 gfp_mask=0xcc0 prio=1");
	rig_event(r, BEGIN, 20, 0, 5, "sync=1");
	rig_event(r, "mm_compaction_isolate_migratepages", 21, 0, 5, "nr_scanned=512 nr_taken=32");
	rig_event(r, "mm_compaction_isolate_freepages", 22, 0, 5, "nr_scanned=900 nr_taken=40");
	rig_event(r, "mm_compaction_migratepages", 23, 0, 5, "nr_migrated=30 nr_failed=2");
	rig_event(r, "mm_compaction_finished", 24, 0, 5, "nid=1 order=9 ret=8");
	rig_event(r, END, 30, 0, 5, "sync=1 status=8");
	rig_event(r, BEGIN, 40, 0, 5, "sync=1");
	rig_event(r, END, 45, 0, 5, "sync=1 status=5");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=compaction state=ok dur_ns=10 alloc_order=9 "
				   "gfp=0xcc0 mode=1 result=8 node=1 migrate_scanned=512 "
				   "free_scanned=900 migrated=30 migrate_failed=2 "
				   "scanned=NULL reclaimer=NULL"),
			 1);
	assert_int_equal(rig_count(r, "episode",
				   "kind=compaction dur_ns=5 alloc_order=9 result=5 "
				   "node=NULL migrate_scanned=0"),
			 1);
	rig_free(r);
}

static void an_attempt_ends_where_reclaim_begins(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, TRY, 10, 0, 5, "order=9 gfp_mask=0xcc0");
	rig_event(r, DIRECT_BEGIN, 20, 0, 5, "order=9");
	rig_event(r, DIRECT_END, 30, 0, 5, "");
	rig_event(r, BEGIN, 40, 0, 5, "");
	rig_event(r, END, 45, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=compaction", "alloc_order"), RIG_NULL);
	rig_free(r);
}

static void kcompactd_works_for_a_node(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, "mm_compaction_kcompactd_wake", 10, 0, 50, "nid=1 order=-1");
	rig_event(r, BEGIN, 20, 0, 50, "");
	rig_event(r, END, 30, 0, 50, "");
	rig_event(r, "mm_compaction_kcompactd_sleep", 40, 0, 50, "nid=1");
	rig_event(r, BEGIN, 50, 0, 50, "");
	rig_event(r, END, 60, 0, 50, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "from_ns=20 node=1 alloc_order=-1 gfp=NULL"), 1);
	assert_int_equal(rig_count(r, "episode", "from_ns=50 node=NULL alloc_order=NULL"), 1);
	rig_free(r);
}

static void scans_outside_of_compaction_are_not_compactions(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, "mm_compaction_isolate_migratepages", 21, 0, 5, "nr_scanned=512 nr_taken=32");
	rig_event(r, BEGIN, 40, 0, 5, "");
	rig_event(r, END, 45, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=compaction", "migrate_scanned"), 0);
	assert_int_equal(rig_sum(r, "rollup_sum", "field=nr_scanned", "sum"), 512);
	rig_free(r);
}

/* kswapd compacted by itself until 4.6. */
static void compaction_inside_reclaim_is_part_of_it(void **state)
{
	struct rig *r = rig_run(ERA_4_11);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10, 0, 60, "nid=0");
	rig_event(r, BEGIN, 40, 0, 60, "");
	rig_event(r, END, 45, 0, 60, "");
	rig_event(r, KSWAPD_SLEEP, 100, 0, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=kswapd", "compact_ns"), 5);
	assert_int_equal(rig_count(r, "episode", "kind=compaction parent_seq=1 reclaimer=kswapd"),
			 1);
	rig_free(r);
}

static void a_throttled_task_slept_before_the_event(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10 * MSEC, 0, 5, "");
	rig_event(r, "mm_vmscan_throttled", 30 * MSEC, 1, 5,
		  "nid=1 usec_timeout=100000 usec_delayed=8000 reason=4");
	assert_int_equal(r->episode_seq, 2);
	rig_event(r, DIRECT_END, 40 * MSEC, 1, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=throttle seq=2 state=ok from_ns=22000000 "
				   "to_ns=30000000 dur_ns=8000000 node=1 result=4 "
				   "parent_seq=1 reclaimer=direct"),
			 1);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "throttled_ns"), 8 * MSEC);
	rig_free(r);
}

static void old_kernels_waited_for_congestion(void **state)
{
	struct rig *r = rig_run(ERA_4_11);

	(void)state;
	rig_event(r, KSWAPD_WAKE, 10 * MSEC, 0, 60, "nid=0");
	rig_event(r, "writeback_congestion_wait", 130 * MSEC, 0, 60,
		  "usec_timeout=100000 usec_delayed=100000");
	rig_event(r, KSWAPD_SLEEP, 140 * MSEC, 0, 60, "nid=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=throttle dur_ns=100000000 result=NULL"), 1);
	assert_int_equal(rig_get(r, "episode", "kind=kswapd", "throttled_ns"), 100 * MSEC);
	rig_free(r);
}

static void a_dirtier_pauses_as_planned_or_not_at_all(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, "balance_dirty_pages", 10 * MSEC, 0, 5, "dirtied=3 pause=20");
	rig_event(r, "balance_dirty_pages", 50 * MSEC, 0, 5, "dirtied=3 pause=-4");
	rig_event(r, "balance_dirty_pages", 60 * MSEC, 0, 5, "dirtied=3 pause=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", ""), 1);
	assert_int_equal(rig_count(r, "episode",
				   "kind=writeback state=ok from_ns=10000000 "
				   "dur_ns=20000000 reclaimer=NULL"),
			 1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(direct_compaction_takes_order_and_flags_of_its_attempt),
		cmocka_unit_test(an_attempt_ends_where_reclaim_begins),
		cmocka_unit_test(kcompactd_works_for_a_node),
		cmocka_unit_test(scans_outside_of_compaction_are_not_compactions),
		cmocka_unit_test(compaction_inside_reclaim_is_part_of_it),
		cmocka_unit_test(a_throttled_task_slept_before_the_event),
		cmocka_unit_test(old_kernels_waited_for_congestion),
		cmocka_unit_test(a_dirtier_pauses_as_planned_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
