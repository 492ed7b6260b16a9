// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

static void a_call_lasts_from_begin_to_end(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "order=3 gfp_flags=0xcc0");
	assert_int_equal(r->episode_seq, 1);
	rig_event(r, DIRECT_END, 1700, 0, 42, "nr_reclaimed=35");
	assert_int_equal(r->episode_seq, 1);
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", ""), 1);
	assert_int_equal(rig_count(r, "episode",
				   "seq=1 kind=direct state=ok from_ns=1000 to_ns=1700 dur_ns=700 "
				   "pid=42 alloc_order=3 gfp=0xcc0 end_reclaimed=35 "
				   "reclaimer=direct parent_seq=NULL for_cgroup=NULL"),
			 1);
	rig_free(r);
}

static void pairs_by_pid_not_by_cpu(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, DIRECT_BEGIN, 1100, 1, 43, "");
	rig_event(r, DIRECT_END, 1300, 0, 43, ""); /* migrated to CPU 0 */
	rig_event(r, DIRECT_END, 1900, 1, 42, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "pid=42 state=ok", "dur_ns"), 900);
	assert_int_equal(rig_get(r, "episode", "pid=43 state=ok", "dur_ns"), 200);
	rig_free(r);
}

static void softlimit_nests_inside_direct_and_counts_once(void **state)
{
	struct rig *r = rig_run(ERA_4_11);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, SOFT_BEGIN, 1100, 0, 42, "");
	rig_event(r, ISOLATE, 1200, 0, 42, "nr_requested=32 nr_scanned=30 nr_taken=20 lru=2");
	assert_int_equal(r->episode_seq, 2);
	rig_event(r, SHRINK, 1300, 0, 42, "nr_scanned=30 nr_reclaimed=18 priority=10");
	rig_event(r, SOFT_END, 1400, 0, 42, "nr_reclaimed=18");
	rig_event(r, ISOLATE, 1500, 0, 42, "nr_requested=32 nr_scanned=7 nr_taken=5 lru=0");
	rig_event(r, SHRINK, 1600, 0, 42, "nr_scanned=7 nr_reclaimed=4 priority=12");
	rig_event(r, DIRECT_END, 1700, 0, 42, "nr_reclaimed=22");
	rig_finish(r);
	/* Episodes are inclusive ... */
	assert_int_equal(rig_count(r, "episode",
				   "kind=softlimit parent_seq=1 scanned=30 taken=20 "
				   "reclaimed=18 batches=1 priority=10 dur_ns=300"),
			 1);
	assert_int_equal(rig_count(r, "episode",
				   "kind=direct parent_seq=NULL scanned=37 taken=25 "
				   "reclaimed=22 batches=2 priority=10 dur_ns=700"),
			 1);
	/* ... rollups count a page once, for the innermost. */
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=softlimit", "scanned"), 30);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=direct", "scanned"), 7);
	assert_int_equal(rig_sum(r, "rollup_lru", "", "reclaimed"), 22);
	rig_free(r);
}

/* Possible before 4.9: memcg reclaim did not set PF_MEMALLOC. */
static void direct_reclaim_nests_inside_memcg_reclaim(void **state)
{
	struct rig *r = rig_run(ERA_4_8);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 100, 0, 7, "");
	rig_event(r, DIRECT_BEGIN, 200, 0, 7, "order=1");
	rig_event(r, SHRINK, 250, 0, 7, "nr_scanned=9 nr_reclaimed=3");
	rig_event(r, DIRECT_END, 300, 0, 7, "nr_reclaimed=3");
	rig_event(r, SHRINK, 350, 0, 7, "nr_scanned=5 nr_reclaimed=1");
	rig_event(r, MEMCG_END, 400, 0, 7, "nr_reclaimed=4");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=direct state=ok parent_seq=1", "dur_ns"), 100);
	assert_int_equal(rig_get(r, "episode", "kind=memcg state=ok", "dur_ns"), 300);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=memcg", "shrink_scanned"), 5);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=direct", "shrink_scanned"), 9);
	rig_free(r);
}

static void an_end_without_begin_is_kept_with_its_pages(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, MEMCG_END, 1700, 0, 42, "nr_reclaimed=35");
	assert_int_equal(r->episode_seq, 1);
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=memcg state=no_begin from_ns=NULL to_ns=1700 "
				   "dur_ns=NULL end_reclaimed=35"),
			 1);
	rig_free(r);
}

static void a_begin_without_end_is_open(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 1700, 0, 42, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=memcg state=open from_ns=1700 to_ns=NULL dur_ns=NULL"),
			 1);
	rig_free(r);
}

static void a_second_begin_proves_that_the_end_was_lost(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 1000, 0, 42, "");
	rig_event(r, "mm_shrink_slab_start", 1100, 0, 42, "");
	rig_event(r, MEMCG_BEGIN, 2000, 0, 42, "");
	rig_event(r, MEMCG_END, 2500, 0, 42, "nr_reclaimed=1");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "kind=memcg state=lost from_ns=1000 dur_ns=NULL"),
			 1);
	assert_int_equal(rig_count(r, "episode", "kind=slab state=lost"), 1);
	assert_int_equal(rig_get(r, "episode", "kind=memcg state=ok", "dur_ns"), 500);
	rig_free(r);
}

static void an_end_closes_what_is_open_inside_as_lost(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 1000, 0, 42, "");
	rig_event(r, "mm_shrink_slab_start", 1100, 0, 42, "");
	rig_event(r, MEMCG_END, 2500, 0, 42, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=memcg state=ok", "slab_ns"), 0);
	assert_int_equal(rig_count(r, "episode", "kind=slab state=lost dur_ns=NULL parent_seq=1"),
			 1);
	rig_free(r);
}

/* begin on CPU 0, end on @end_cpu, a loss on @gap_cpu between them */
static void expect_loss(int gap_cpu, int end_cpu, const char *state)
{
	struct rig *r = rig_run(ERA_6_18);

	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_gap(r, 1100, 1200, gap_cpu, 5);
	rig_event(r, DIRECT_END, 1300, end_cpu, 42, "nr_reclaimed=8");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", ""), 1);
	assert_int_equal(rig_count(r, "episode", state), 1);
	assert_int_equal(rig_sum(r, "episode", "", "end_reclaimed"), 8);
	rig_free(r);
}

static void a_gap_on_either_cpu_drops_the_pair(void **state)
{
	(void)state;
	expect_loss(0, 0, "state=lost dur_ns=NULL from_ns=1000 to_ns=1300");
	expect_loss(0, 1, "state=lost dur_ns=NULL");
	expect_loss(1, 1, "state=lost dur_ns=NULL");
}

static void a_gap_on_another_cpu_does_no_harm(void **state)
{
	(void)state;
	expect_loss(2, 0, "state=ok dur_ns=300");
	expect_loss(2, 1, "state=ok dur_ns=300");
}

static void a_gap_on_a_cpu_the_task_was_on_inside_drops_the_pair(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, "mm_vmscan_write_folio", 1050, 1, 42, "");
	rig_event(r, "mm_vmscan_write_folio", 1060, 0, 42, "");
	rig_gap(r, 1100, 1200, 1, -1);
	rig_event(r, DIRECT_END, 1300, 0, 42, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "state=lost"), 1);
	rig_free(r);
}

/* It may have been there already, ended and begun again, in what was lost. */
static void a_task_that_comes_to_a_cpu_with_a_gap_behind_it_drops_the_pair(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_gap(r, 1100, 1200, 1, -1);
	rig_event(r, "mm_vmscan_write_folio", 1250, 0, 42, "");
	rig_event(r, DIRECT_END, 1300, 1, 42, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "state=lost written=1"), 1);
	rig_free(r);
}

static void a_gap_before_the_begin_does_no_harm(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_gap(r, 800, 900, 1, 3);
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, DIRECT_END, 1300, 1, 42, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "state=ok dur_ns=300"), 1);
	rig_free(r);
}

static void what_comes_after_a_gap_is_not_counted_for_the_lost_call(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 1000, 0, 42, "");
	rig_event(r, SHRINK, 1050, 0, 42, "nr_scanned=4 nr_reclaimed=4");
	rig_gap(r, 1100, 1200, 0, -1);
	rig_event(r, SHRINK, 1250, 0, 42, "nr_scanned=2 nr_reclaimed=2");
	assert_int_equal(r->episode_seq, 0);
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "state=lost", "reclaimed"), 4);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=memcg", "reclaimed"), 4);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=none", "reclaimed"), 2);
	rig_free(r);
}

static void losses_are_rows_and_numbers(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_gap(r, INT64_MIN, 900, 1, 3);
	rig_gap(r, 1000, 1100, 2, -1);
	rig_finish(r);
	assert_int_equal(rig_count(r, "loss", "cpu=1 from_ns=NULL to_ns=900 count=3"), 1);
	assert_int_equal(rig_count(r, "loss", "cpu=2 from_ns=1000 to_ns=1100 count=NULL"), 1);
	assert_int_equal(r->summary.nr_lost, 3);
	assert_true(r->summary.lost_unknown);
	rig_free(r);
}

/* Clocks of CPUs that are not in step. */
static void a_negative_duration_is_kept_and_counted(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, DIRECT_END, 990, 1, 42, "");
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "state=ok", "dur_ns"), -10);
	assert_int_equal(r->summary.nr_negative, 1);
	rig_free(r);
}

static void a_softirq_lies_in_no_episode_of_the_task_it_interrupted(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event_flags(r, "count_memcg_events", 1100, 0, 42, 0x10, "id=3 item=1 val=1");
	assert_int_equal(r->episode_seq, 0);
	rig_event(r, "count_memcg_events", 1100, 0, 42, "id=3 item=1 val=1");
	assert_int_equal(r->episode_seq, 1);
	rig_finish(r);
	rig_free(r);
}

static void an_exit_ends_what_is_open_as_lost(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 1000, 0, 42, "");
	rig_event(r, "sched_process_exit", 1500, 0, 42, "pid=42 comm=cat");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "state=lost to_ns=NULL"), 1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_lasts_from_begin_to_end),
		cmocka_unit_test(pairs_by_pid_not_by_cpu),
		cmocka_unit_test(softlimit_nests_inside_direct_and_counts_once),
		cmocka_unit_test(direct_reclaim_nests_inside_memcg_reclaim),
		cmocka_unit_test(an_end_without_begin_is_kept_with_its_pages),
		cmocka_unit_test(a_begin_without_end_is_open),
		cmocka_unit_test(a_second_begin_proves_that_the_end_was_lost),
		cmocka_unit_test(an_end_closes_what_is_open_inside_as_lost),
		cmocka_unit_test(a_gap_on_either_cpu_drops_the_pair),
		cmocka_unit_test(a_gap_on_another_cpu_does_no_harm),
		cmocka_unit_test(a_gap_on_a_cpu_the_task_was_on_inside_drops_the_pair),
		cmocka_unit_test(a_task_that_comes_to_a_cpu_with_a_gap_behind_it_drops_the_pair),
		cmocka_unit_test(a_gap_before_the_begin_does_no_harm),
		cmocka_unit_test(what_comes_after_a_gap_is_not_counted_for_the_lost_call),
		cmocka_unit_test(losses_are_rows_and_numbers),
		cmocka_unit_test(a_negative_duration_is_kept_and_counted),
		cmocka_unit_test(a_softirq_lies_in_no_episode_of_the_task_it_interrupted),
		cmocka_unit_test(an_exit_ends_what_is_open_as_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
