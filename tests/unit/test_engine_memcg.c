// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

/* Whose pages, for whom, by whom. */

#define COUNT_EVENT "count_memcg_events"
#define MOD_LRUVEC  "mod_memcg_lruvec_state"

/* Numbers of items in these tests. */
static const char *enum_text(void *ctx, const char *name, int64_t value)
{
	static const char *const vm_events[] = {
		[20] = "PGSCAN_DIRECT", [21] = "PGSTEAL_DIRECT", [22] = "PGREFILL"
	};
	static const char *const node_stats[] = { [30] = "pgscan_direct",
						  [31] = "pgsteal_direct",
						  [32] = "pgscan_file",
						  [33] = "pgsteal_file" };

	(void)ctx;
	if (!strcmp(name, "vm_event_item") && value >= 0 && value <= 22)
		return vm_events[value];
	if (!strcmp(name, "node_stat_item") && value >= 0 && value <= 33)
		return node_stats[value];
	return NULL;
}

static struct rig *memcg_run(enum rig_era era, int mglru)
{
	struct rig *r = rig_of(era);

	r->opts.enum_text = enum_text;
	r->opts.mglru = mglru;
	rig_start(r);
	return r;
}

/* Two batches of cgroups 77 and 88, as the classic LRU counts them. */
static void classic_batches(struct rig *r)
{
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_event(r, COUNT_EVENT, 20, 0, 5, "id=77 item=20 val=32");
	rig_event(r, COUNT_EVENT, 29, 0, 5, "id=77 item=21 val=28");
	rig_event(r, SHRINK, 30, 0, 5, "nid=1 nr_scanned=32 nr_reclaimed=28");
	rig_event(r, ISOLATE, 40, 0, 5, "nr_requested=32 nr_scanned=30 nr_taken=30 lru=3");
	rig_event(r, COUNT_EVENT, 40, 0, 5, "id=88 item=22 val=30");
	rig_event(r, "mm_vmscan_lru_shrink_active", 45, 0, 5, "nid=1 nr_taken=30");
	rig_event(r, ISOLATE, 50, 0, 5, "nr_requested=32 nr_scanned=9 nr_taken=0 lru=2");
	rig_event(r, COUNT_EVENT, 50, 0, 5, "id=88 item=20 val=9");
	rig_event(r, MEMCG_END, 90, 0, 5, "nr_reclaimed=28");
}

static void expect_classic(const struct rig *r)
{
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77", "scanned"), 32);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77", "reclaimed"), 28);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=88 node=NULL", "scanned"), 9);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=NULL inactive=0 node=1", "scanned"),
			 30);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=NULL inactive=1", "scanned"), 0);
}

static void classic_counters_come_behind_the_isolate(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 0);

	(void)state;
	classic_batches(r);
	rig_finish(r);
	expect_classic(r);
	rig_free(r);
}

static void counters_are_matched_by_value_when_the_lru_is_unknown(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, -1);

	(void)state;
	classic_batches(r);
	rig_finish(r);
	expect_classic(r);
	rig_free(r);
}

static void mglru_counters_come_before_the_isolate(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 1);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, COUNT_EVENT, 20, 0, 5, "id=77 item=20 val=64");
	rig_event(r, COUNT_EVENT, 20, 0, 5, "id=77 item=22 val=5");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=4096 nr_scanned=100 nr_taken=64 lru=2");
	rig_event(r, SHRINK, 30, 0, 5, "nid=0 nr_scanned=100 nr_reclaimed=50");
	rig_event(r, COUNT_EVENT, 31, 0, 5, "id=77 item=21 val=50");
	rig_event(r, COUNT_EVENT, 40, 0, 5, "id=88 item=20 val=10");
	rig_event(r, ISOLATE, 40, 0, 5, "nr_requested=4096 nr_scanned=64 nr_taken=10 lru=0");
	rig_event(r, SHRINK, 50, 0, 5, "nid=0 nr_scanned=64 nr_reclaimed=3");
	rig_event(r, COUNT_EVENT, 51, 0, 5, "id=88 item=21 val=3");
	rig_event(r, MEMCG_END, 90, 0, 5, "nr_reclaimed=53");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77", "taken"), 64);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77", "reclaimed"), 50);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=88", "taken"), 10);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=88", "reclaimed"), 3);
	rig_free(r);
}

/* Each page is counted by reclaimer and by kind; only one of them is a batch's. */
static void from_7_1_kinds_of_pages_are_not_batches(void **state)
{
	struct rig *r = memcg_run(ERA_7_2, -1);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "memcg_id=70");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=32 lru=2");
	rig_event(r, MOD_LRUVEC, 20, 0, 5, "id=77 item=30 val=32");
	rig_event(r, MOD_LRUVEC, 20, 0, 5, "id=77 item=32 val=32");
	rig_event(r, SHRINK, 30, 0, 5, "nid=0 nr_scanned=32 nr_reclaimed=32");
	rig_event(r, ISOLATE, 40, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=32 lru=2");
	rig_event(r, MOD_LRUVEC, 40, 0, 5, "id=88 item=30 val=32");
	rig_event(r, MOD_LRUVEC, 40, 0, 5, "id=88 item=32 val=32");
	rig_event(r, MEMCG_END, 90, 0, 5, "memcg_id=70 nr_reclaimed=32");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77 for_cgroup=70", "scanned"), 32);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=88 for_cgroup=70", "scanned"), 32);
	assert_int_equal(rig_get(r, "episode", "kind=memcg", "for_cgroup"), 70);
	rig_free(r);
}

static void another_task_and_an_interrupt_are_not_beside(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 0);

	(void)state;
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_event(r, COUNT_EVENT, 21, 1, 6, "id=66 item=20 val=32");
	rig_event_flags(r, COUNT_EVENT, 22, 0, 5, 0x08, "id=55 item=20 val=32");
	rig_event(r, COUNT_EVENT, 23, 0, 5, "id=44 item=20 val=31"); /* another batch's */
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=NULL", "scanned"), 32);
	rig_free(r);
}

static void a_gap_between_isolate_and_counter_leaves_the_cgroup_unknown(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 0);

	(void)state;
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_gap(r, 20, 25, 0, -1);
	rig_event(r, COUNT_EVENT, 26, 0, 5, "id=44 item=20 val=32");
	rig_event(r, SHRINK, 30, 0, 5, "nid=0 nr_scanned=32 nr_reclaimed=28");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=NULL node=NULL", "scanned"), 32);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=NULL node=0", "reclaimed"), 28);
	rig_free(r);
}

static void reclaimed_pages_alone_tell_the_cgroup_too(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 0);

	(void)state;
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=32 nr_taken=30 lru=2");
	rig_event(r, COUNT_EVENT, 29, 0, 5, "id=77 item=21 val=28");
	rig_event(r, SHRINK, 30, 0, 5, "nid=0 nr_scanned=32 nr_reclaimed=28");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "from_cgroup=77", "reclaimed"), 28);
	rig_free(r);
}

static void by_is_the_cgroup_of_the_task(void **state)
{
	struct rig *r = rig_of(ERA_7_2);
	const struct mms_engine_task task = { 5, 5, "cat", 33 };

	(void)state;
	rig_start(r);
	assert_int_equal(mms_engine_add_task(r->eng, &task), 0);
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "memcg_id=70");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=3 nr_taken=3 lru=2");
	rig_event(r, MEMCG_END, 30, 0, 5, "memcg_id=70");
	rig_event(r, DIRECT_BEGIN, 40, 0, 5, "memcg_id=0");
	rig_event(r, ISOLATE, 50, 0, 5, "nr_requested=32 nr_scanned=4 nr_taken=4 lru=2");
	rig_event(r, DIRECT_END, 60, 0, 5, "memcg_id=0");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "by_cgroup=33 for_cgroup=70", "scanned"), 3);
	assert_int_equal(rig_sum(r, "rollup_lru", "by_cgroup=33 for_cgroup=0", "scanned"), 4);
	assert_int_equal(rig_count(r, "episode", "by_cgroup=33"), 2);
	rig_free(r);
}

static void for_whom_is_unknown_before_7_1(void **state)
{
	struct rig *r = memcg_run(ERA_6_18, 0);

	(void)state;
	rig_event(r, MEMCG_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_requested=32 nr_scanned=3 nr_taken=3 lru=2");
	rig_event(r, MEMCG_END, 30, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "for_cgroup=NULL by_cgroup=NULL", "scanned"), 3);
	rig_free(r);
}

static void counters_are_folded_by_cgroup_item_and_segment(void **state)
{
	struct rig *r = memcg_run(ERA_7_2, 0);

	(void)state;
	rig_event(r, MOD_LRUVEC, 10, 0, 5, "id=77 item=30 val=32");
	rig_event(r, MOD_LRUVEC, 20, 0, 5, "id=77 item=3 val=-5");
	rig_event(r, MOD_LRUVEC, 30, 0, 6, "id=77 item=30 val=8");
	rig_event(r, MOD_LRUVEC, 1000000030, 0, 5, "id=77 item=30 val=1");
	rig_finish(r);
	assert_int_equal(rig_count(r, "rollup_memcg", ""), 3);
	assert_int_equal(rig_count(r, "rollup_memcg", "segment=0 cgroup_id=77 item=30 n=2 sum=40"),
			 1);
	assert_int_equal(rig_count(r, "rollup_memcg", "segment=0 cgroup_id=77 item=3 n=1 sum=-5"),
			 1);
	assert_int_equal(rig_count(r, "rollup_memcg", "segment=1 cgroup_id=77 item=30 n=1 sum=1"),
			 1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classic_counters_come_behind_the_isolate),
		cmocka_unit_test(counters_are_matched_by_value_when_the_lru_is_unknown),
		cmocka_unit_test(mglru_counters_come_before_the_isolate),
		cmocka_unit_test(from_7_1_kinds_of_pages_are_not_batches),
		cmocka_unit_test(another_task_and_an_interrupt_are_not_beside),
		cmocka_unit_test(a_gap_between_isolate_and_counter_leaves_the_cgroup_unknown),
		cmocka_unit_test(reclaimed_pages_alone_tell_the_cgroup_too),
		cmocka_unit_test(by_is_the_cgroup_of_the_task),
		cmocka_unit_test(for_whom_is_unknown_before_7_1),
		cmocka_unit_test(counters_are_folded_by_cgroup_item_and_segment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
