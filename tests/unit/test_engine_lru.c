// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

/* Which isolates are "scanned", by era. */

static void up_to_3_1_modes_0_and_2_are_inactive(void **state)
{
	struct rig *r = rig_run(ERA_2_6_37);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_scanned=1 nr_taken=1 isolate_mode=0");
	rig_event(r, ISOLATE, 30, 0, 5, "nr_scanned=2 nr_taken=2 isolate_mode=1");
	rig_event(r, ISOLATE, 40, 0, 5, "nr_scanned=4 nr_taken=4 isolate_mode=2");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=1", "scanned"), 5);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=0", "scanned"), 2);
	assert_int_equal(rig_count(r, "rollup_lru", "lru=NULL"), rig_count(r, "rollup_lru", ""));
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 5);
	assert_string_equal(r->summary.scan_source, "isolate.nr_scanned");
	rig_free(r);
}

static void from_3_2_to_3_4_bit_0_is_inactive(void **state)
{
	struct rig *r = rig_run(ERA_3_2);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_scanned=1 isolate_mode=1"); /* inactive */
	rig_event(r, ISOLATE, 30, 0, 5, "nr_scanned=2 isolate_mode=2"); /* active */
	rig_event(r, ISOLATE, 40, 0, 5, "nr_scanned=4 isolate_mode=3"); /* both */
	rig_event(r, ISOLATE, 45, 0, 5, "nr_scanned=8 isolate_mode=5"); /* inactive, clean */
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=1", "scanned"), 13);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 13);
	rig_free(r);
}

static void from_3_5_to_4_10_only_shrinks_tell_what_was_scanned(void **state)
{
	struct rig *r = rig_run(ERA_4_8);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_scanned=100 nr_taken=90 isolate_mode=1 file=1");
	rig_event(r, SHRINK, 30, 0, 5, "nr_scanned=33 nr_reclaimed=20 reclaim_flags=0xa");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_string_equal(r->summary.scan_source, "shrink_inactive.nr_scanned");
	assert_int_equal(rig_count(r, "episode",
				   "kind=direct scanned=33 reclaimed=20 batches=1 "
				   "taken=NULL activated=NULL"),
			 1);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=NULL", "scanned"), 100);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=1 lru=2", "shrink_scanned"), 33);
	rig_free(r);
}

static void from_4_11_the_list_tells(void **state)
{
	struct rig *r = rig_run(ERA_4_11);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_scanned=1 lru=0");
	rig_event(r, ISOLATE, 21, 0, 5, "nr_scanned=2 lru=1");
	rig_event(r, ISOLATE, 22, 0, 5, "nr_scanned=4 lru=2 nr_skipped=3");
	rig_event(r, ISOLATE, 23, 0, 5, "nr_scanned=8 lru=3");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "inactive=1", "scanned"), 5);
	assert_int_equal(rig_sum(r, "rollup_lru", "lru=2", "skipped"), 3);
	assert_int_equal(rig_sum(r, "rollup_lru", "lru=3 inactive=0", "scanned"), 8);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 5);
	assert_int_equal(r->summary.mglru, 0);
	rig_free(r);
}

static void a_batch_that_takes_nothing_is_scanned_all_the_same(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=0 lru=2");
	rig_event(r, ISOLATE, 30, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=31 lru=2");
	rig_event(r, SHRINK, 40, 0, 5, "nid=1 nr_scanned=32 nr_reclaimed=31");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 64);
	assert_int_equal(rig_sum(r, "rollup_lru", "", "shrink_scanned"), 32);
	/* The shrink, and with it the node, is only the second one's. */
	assert_int_equal(rig_sum(r, "rollup_lru", "node=NULL", "scanned"), 32);
	assert_int_equal(rig_sum(r, "rollup_lru", "node=1", "scanned"), 32);
	rig_free(r);
}

static void mglru_scanned_is_taken(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=4096 nr_scanned=900 nr_taken=64 lru=2");
	/* generations it advanced are in it, and a retry tells it twice */
	rig_event(r, SHRINK, 30, 0, 5, "nr_scanned=901 nr_reclaimed=40");
	rig_event(r, SHRINK, 35, 0, 5, "nr_scanned=901 nr_reclaimed=8");
	rig_event(r, DIRECT_END, 50, 0, 5, "nr_reclaimed=48");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=direct scanned=64 taken=64 reclaimed=48 "
				   "batches=1"),
			 1);
	assert_string_equal(r->summary.scan_source, "isolate.nr_taken");
	assert_int_equal(r->summary.mglru, 1);
	rig_free(r);
}

static void the_recording_may_say_that_it_is_mglru(void **state)
{
	struct rig *r = rig_of(ERA_6_18);

	(void)state;
	r->opts.mglru = 1;
	rig_start(r);
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=20 nr_scanned=9 nr_taken=4 lru=2");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 4);
	rig_free(r);
}

/* What is known later counts for all of the run. */
static void episodes_wait_until_the_lru_is_known(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=20 nr_scanned=9 nr_taken=4 lru=2");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	assert_int_equal(rig_count(r, "episode", ""), 0);
	rig_event(r, DIRECT_BEGIN, 60, 0, 6, "");
	rig_event(r, ISOLATE, 70, 0, 6, "nr_requested=4000 nr_scanned=90 nr_taken=40 lru=2");
	assert_int_equal(rig_get(r, "episode", "pid=5", "scanned"), 4);
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "pid=6 state=open", "scanned"), 40);
	rig_free(r);
}

static void small_requests_alone_are_the_classic_lru(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=20 nr_scanned=9 nr_taken=4 lru=2");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "scanned"), 9);
	assert_int_equal(r->summary.mglru, 0);
	rig_free(r);
}

static void mglru_without_lru_events_is_unknown_not_zero(void **state)
{
	struct rig *r = rig_of(ERA_6_1);

	(void)state;
	r->opts.mglru = 1;
	rig_start(r);
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, MEMCG_END, 50, 0, 5, "nr_reclaimed=40");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=memcg scanned=NULL taken=NULL "
				   "reclaimed=NULL batches=NULL end_reclaimed=40"),
			 1);
	assert_null(r->summary.scan_source);
	rig_free(r);
}

static void pages_freed_without_any_lru_event_are_unknown_too(void **state)
{
	struct rig *r = rig_run(ERA_6_1);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, MEMCG_END, 50, 0, 5, "nr_reclaimed=40");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=memcg", "reclaimed"), RIG_NULL);
	assert_null(r->summary.scan_source);
	rig_free(r);
}

static int only_calls(void *ctx, const char *system, const char *name)
{
	(void)ctx;
	(void)system;
	return strstr(name, "_reclaim_") != NULL;
}

/* The format of an event may be there though the event was not recorded. */
static void what_was_not_recorded_is_unknown_not_zero(void **state)
{
	struct rig *r = rig_of(ERA_6_18);

	(void)state;
	r->opts.recorded = only_calls;
	rig_start(r);
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, MEMCG_END, 50, 0, 5, "nr_reclaimed=0");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=memcg scanned=NULL reclaimed=NULL "
				   "written=NULL slab_ns=NULL throttled_ns=NULL"),
			 1);
	assert_null(r->summary.scan_source);
	rig_free(r);
}

static void the_end_of_a_call_counts_more_than_lru_pages(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_event(r, SHRINK, 30, 0, 5, "nr_scanned=32 nr_reclaimed=30 priority=12");
	rig_event(r, "mm_shrink_slab_start", 40, 0, 5, "nid=0 priority=11");
	rig_event(r, "mm_shrink_slab_end", 47, 0, 5, "nid=0 retval=128");
	rig_event(r, DIRECT_END, 50, 0, 5, "nr_reclaimed=52");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=direct reclaimed=30 end_reclaimed=52 "
				   "slab_ns=7 slab_objects=128 priority=11"),
			 1);
	assert_int_equal(rig_count(r, "episode",
				   "kind=slab dur_ns=7 slab_objects=128 result=128 "
				   "parent_seq=1 reclaimer=direct scanned=NULL"),
			 1);
	rig_free(r);
}

static void what_shrinkers_freed_is_unknown_before_3_16(void **state)
{
	struct rig *r = rig_run(ERA_3_2);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, "mm_shrink_slab_start", 40, 0, 5, "");
	rig_event(r, "mm_shrink_slab_end", 47, 0, 5, "retval=128");
	rig_event(r, DIRECT_END, 50, 0, 5, "nr_reclaimed=52");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=slab dur_ns=7 slab_objects=NULL result=128"),
			 1);
	assert_int_equal(rig_count(r, "episode", "kind=direct slab_ns=7 slab_objects=NULL"), 1);
	rig_free(r);
}

static void activated_pages_are_anon_and_file_together(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, SHRINK, 30, 0, 5, "nr_activate0=3 nr_activate1=4 nr_dirty=2");
	rig_event(r, "mm_vmscan_write_folio", 31, 0, 5, "");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=direct activated=7 written=1"), 1);
	assert_int_equal(rig_count(r, "rollup_lru", "activated=7 dirty=2"), 1);
	rig_free(r);
}

static void pages_outside_of_any_call_are_nobodys(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=7 nr_taken=6 lru=0");
	rig_event(r, SHRINK, 30, 0, 5, "nr_scanned=7 nr_reclaimed=5 reclaim_flags=9");
	rig_event(r, "mm_vmscan_reclaim_pages", 40, 0, 5, "nid=0 nr_scanned=64 nr_reclaimed=60");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=none lru=0", "scanned"), 7);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=none lru=0", "reclaimed"), 5);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=pageout inactive=NULL", "reclaimed"),
			 60);
	rig_free(r);
}

static void an_episode_over_two_nodes_has_none(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, SHRINK, 30, 0, 5, "nid=0");
	rig_event(r, SHRINK, 31, 0, 5, "nid=1");
	rig_event(r, SHRINK, 32, 0, 5, "nid=0");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_event(r, DIRECT_BEGIN, 60, 0, 6, "");
	rig_event(r, SHRINK, 70, 0, 6, "nid=1");
	rig_event(r, DIRECT_END, 80, 0, 6, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "pid=5", "node"), RIG_NULL);
	assert_int_equal(rig_get(r, "episode", "pid=6", "node"), 1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_to_3_1_modes_0_and_2_are_inactive),
		cmocka_unit_test(from_3_2_to_3_4_bit_0_is_inactive),
		cmocka_unit_test(from_3_5_to_4_10_only_shrinks_tell_what_was_scanned),
		cmocka_unit_test(from_4_11_the_list_tells),
		cmocka_unit_test(a_batch_that_takes_nothing_is_scanned_all_the_same),
		cmocka_unit_test(mglru_scanned_is_taken),
		cmocka_unit_test(the_recording_may_say_that_it_is_mglru),
		cmocka_unit_test(episodes_wait_until_the_lru_is_known),
		cmocka_unit_test(small_requests_alone_are_the_classic_lru),
		cmocka_unit_test(mglru_without_lru_events_is_unknown_not_zero),
		cmocka_unit_test(pages_freed_without_any_lru_event_are_unknown_too),
		cmocka_unit_test(what_was_not_recorded_is_unknown_not_zero),
		cmocka_unit_test(the_end_of_a_call_counts_more_than_lru_pages),
		cmocka_unit_test(what_shrinkers_freed_is_unknown_before_3_16),
		cmocka_unit_test(activated_pages_are_anon_and_file_together),
		cmocka_unit_test(pages_outside_of_any_call_are_nobodys),
		cmocka_unit_test(an_episode_over_two_nodes_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
