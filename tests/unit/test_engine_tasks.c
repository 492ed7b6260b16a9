// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

#define WRITE  "mm_vmscan_write_folio"
#define RENAME "task_rename"
#define FORK   "sched_process_fork"
#define EXIT   "sched_process_exit"
#define NEW    "task_newtask"
#define ATTACH "cgroup_attach_task"
#define MKDIR  "cgroup_mkdir"
#define RMDIR  "cgroup_rmdir"

static void every_thread_seen_has_a_row(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, WRITE, 10, 0, 5, "");
	rig_event(r, WRITE, 20, 0, 5, "");
	rig_finish(r);
	assert_int_equal(
		rig_count(r, "task", "pid=5 comm=NULL from_ns=NULL to_ns=NULL cgroup_id=NULL"), 1);
	rig_free(r);
}

static void saved_names_are_for_threads_that_were_seen(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_source_comm comms[] = { { 5, "cat" }, { 6, "dog" } };

	(void)state;
	r->info.comms = comms;
	r->info.nr_comms = 2;
	rig_start(r);
	rig_event(r, WRITE, 10, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", ""), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 comm=cat"), 1);
	rig_free(r);
}

static void a_rename_begins_a_stretch(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, DIRECT_END, 20, 0, 5, "");
	rig_event(r, RENAME, 30, 0, 5, "pid=5 oldcomm=sh newcomm=cat");
	rig_event(r, DIRECT_BEGIN, 40, 0, 5, "");
	rig_event(r, DIRECT_END, 50, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=5 comm=sh from_ns=NULL to_ns=30"), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 comm=cat from_ns=30 to_ns=NULL"), 1);
	assert_int_equal(rig_get(r, "episode", "from_ns=10", "task_id"),
			 rig_get(r, "task", "comm=sh", "id"));
	assert_int_equal(rig_get(r, "episode", "from_ns=40", "task_id"),
			 rig_get(r, "task", "comm=cat", "id"));
	rig_free(r);
}

static void a_saved_name_gives_way_to_a_recorded_one(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_source_comm comms[] = { { 5, "cat" } };

	(void)state;
	r->info.comms = comms;
	r->info.nr_comms = 1;
	rig_start(r);
	rig_event(r, WRITE, 10, 0, 5, "");
	rig_event(r, RENAME, 30, 0, 5, "pid=5 oldcomm=sh newcomm=cat");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", ""), 2);
	assert_int_equal(rig_count(r, "task", "comm=sh to_ns=30"), 1);
	rig_free(r);
}

static void a_forked_thread_inherits_the_cgroup(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_engine_task parent = { 5, 5, "sh", 33 };

	(void)state;
	rig_start(r);
	mms_engine_add_task(r->eng, &parent);
	rig_event(r, FORK, 10, 0, 5, "parent_comm=sh parent_pid=5 child_comm=sh child_pid=6");
	rig_event(r, WRITE, 20, 0, 6, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=6 comm=sh from_ns=10 cgroup_id=33 tgid=NULL"),
			 1);
	rig_free(r);
}

static void newtask_and_fork_are_one_birth(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_engine_task parent = { 5, 5, "sh", 33 };

	(void)state;
	rig_start(r);
	mms_engine_add_task(r->eng, &parent);
	rig_event(r, NEW, 10, 0, 5, "pid=6 comm=sh clone_flags=0x10000"); /* a thread */
	rig_event(r, FORK, 10, 0, 5, "parent_comm=sh parent_pid=5 child_comm=sh child_pid=6");
	rig_event(r, NEW, 11, 0, 5, "pid=7 comm=sh clone_flags=0");
	rig_event(r, FORK, 11, 0, 5, "parent_comm=sh parent_pid=5 child_comm=sh child_pid=7");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=6 tgid=5 from_ns=10"), 1);
	assert_int_equal(rig_count(r, "task", "pid=7 tgid=7 from_ns=11"), 1);
	assert_int_equal(rig_count(r, "task", ""), 3);
	rig_free(r);
}

static void a_pid_that_is_used_again_is_another_task(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 6, "");
	rig_event(r, DIRECT_END, 20, 0, 6, "");
	rig_event(r, EXIT, 30, 0, 6, "comm=old pid=6");
	rig_event(r, WRITE, 31, 0, 6, ""); /* on its way out */
	rig_event(r, FORK, 50, 0, 5, "parent_comm=sh parent_pid=5 child_comm=new child_pid=6");
	rig_event(r, DIRECT_BEGIN, 60, 1, 6, "");
	rig_event(r, DIRECT_END, 70, 1, 6, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=6 comm=old from_ns=NULL to_ns=30"), 1);
	assert_int_equal(rig_count(r, "task", "pid=6 comm=new from_ns=50 to_ns=NULL"), 1);
	assert_int_equal(rig_get(r, "episode", "from_ns=60", "task_id"),
			 rig_get(r, "task", "comm=new", "id"));
	rig_free(r);
}

static void a_call_does_not_end_in_another_life(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 6, "");
	rig_event(r, FORK, 50, 0, 5, "parent_comm=sh parent_pid=5 child_comm=new child_pid=6");
	rig_event(r, DIRECT_END, 70, 0, 6, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", "from_ns=10 state=lost"), 1);
	assert_int_equal(rig_count(r, "episode", "to_ns=70 state=no_begin"), 1);
	rig_free(r);
}

static void exec_names_a_task_where_renames_are_not_recorded(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, FORK, 10, 0, 5, "parent_comm=sh parent_pid=5 child_comm=sh child_pid=6");
	rig_event(r, "sched_process_exec", 20, 0, 6, "filename=/usr/bin/longer-than-a-comm pid=6");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=6 comm=sh from_ns=10 to_ns=20"), 1);
	assert_int_equal(rig_count(r, "task", "pid=6 comm=longer-than-a-c from_ns=20"), 1);
	rig_free(r);
}

/* ---- cgroups ---- */

static void attached_threads_move_with_their_leader(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_engine_task leader = { 5, 5, "a", 33 }, thread = { 6, 5, "b", 33 },
				     other = { 7, 7, "c", 33 };

	(void)state;
	rig_start(r);
	mms_engine_add_task(r->eng, &leader);
	mms_engine_add_task(r->eng, &thread);
	mms_engine_add_task(r->eng, &other);
	rig_event(r, ATTACH, 10, 0, 99, "dst_root=0 dst_id=44 pid=5 dst_path=/x comm=a");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=33 to_ns=10"), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=44 from_ns=10"), 1);
	assert_int_equal(rig_count(r, "task", "pid=6 cgroup_id=44 from_ns=10"), 1);
	assert_int_equal(rig_count(r, "task", "pid=7 cgroup_id=33 to_ns=NULL"), 1);
	assert_int_equal(rig_count(r, "cgroup", "id=44 path=/x from_ns=NULL to_ns=NULL"), 1);
	rig_free(r);
}

static void cgroups_are_made_and_removed(void **state)
{
	struct rig *r = rig_of(ERA_6_18);

	(void)state;
	r->opts.memory_hierarchy = 1; /* v2 */
	rig_start(r);
	mms_engine_add_cgroup(r->eng, 1, "/", INT64_MIN);
	mms_engine_add_cgroup(r->eng, 20, "/old", INT64_MIN);
	rig_event(r, MKDIR, 10, 0, 9, "root=0 id=44 path=/x");
	rig_event(r, RMDIR, 20, 0, 9, "root=0 id=44 path=/x");
	rig_event(r, MKDIR, 30, 0, 9, "root=0 id=55 path=/x");
	rig_event(r, RMDIR, 40, 0, 9, "root=0 id=20 path=/old");
	rig_finish(r);
	assert_int_equal(rig_count(r, "cgroup", ""), 4);
	assert_int_equal(rig_count(r, "cgroup", "id=1 path=/ from_ns=NULL to_ns=NULL"), 1);
	assert_int_equal(rig_count(r, "cgroup", "id=20 path=/old from_ns=NULL to_ns=40"), 1);
	assert_int_equal(rig_count(r, "cgroup", "id=44 path=/x from_ns=10 to_ns=20"), 1);
	assert_int_equal(rig_count(r, "cgroup", "id=55 path=/x from_ns=30 to_ns=NULL"), 1);
	rig_free(r);
}

/* Every v1 hierarchy numbers its cgroups from 1. */
static void only_the_memory_hierarchy_counts(void **state)
{
	struct rig *r = rig_of(ERA_6_18);
	const struct mms_engine_task task = { 5, 5, "a", 20 };

	(void)state;
	r->opts.memory_hierarchy = 1 + 7;
	rig_start(r);
	mms_engine_add_task(r->eng, &task);
	mms_engine_add_cgroup(r->eng, 20, "/work", INT64_MIN);
	rig_event(r, MKDIR, 10, 0, 9, "root=3 id=21 path=/cpu");
	rig_event(r, ATTACH, 20, 0, 9, "dst_root=3 dst_id=21 pid=5 dst_path=/cpu comm=a");
	rig_event(r, MKDIR, 30, 0, 9, "root=7 id=21 path=/mem");
	rig_event(r, ATTACH, 40, 0, 9, "dst_root=7 dst_id=21 pid=5 dst_path=/mem comm=a");
	rig_finish(r);
	assert_int_equal(rig_count(r, "cgroup", "id=21"), 1);
	assert_int_equal(rig_count(r, "cgroup", "id=21 path=/mem from_ns=30"), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=20 to_ns=40"), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=21 from_ns=40"), 1);
	rig_free(r);
}

static void the_memory_hierarchy_is_learnt_from_the_snapshot(void **state)
{
	struct rig *r = rig_of(ERA_6_18);

	(void)state;
	rig_start(r);
	mms_engine_add_cgroup(r->eng, 1, "/", INT64_MIN);
	mms_engine_add_cgroup(r->eng, 20, "/work", INT64_MIN);
	rig_event(r, ATTACH, 10, 0, 9, "dst_root=3 dst_id=1 pid=5 dst_path=/ comm=a");
	rig_event(r, ATTACH, 20, 0, 9, "dst_root=3 dst_id=12 pid=5 dst_path=/work comm=a");
	rig_event(r, ATTACH, 30, 0, 9, "dst_root=7 dst_id=20 pid=5 dst_path=/work comm=a");
	rig_event(r, ATTACH, 40, 0, 9, "dst_root=3 dst_id=20 pid=5 dst_path=/elsewhere comm=a");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=NULL to_ns=30"), 1);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=20 to_ns=NULL"), 1);
	assert_int_equal(rig_count(r, "cgroup", ""), 2);
	rig_free(r);
}

/* Up to 5.4 the events have numbers of another kind. */
static void a_path_wins_over_a_number_that_differs(void **state)
{
	struct rig *r = rig_of(ERA_4_11);

	(void)state;
	r->opts.memory_hierarchy = 1;
	rig_start(r);
	mms_engine_add_cgroup(r->eng, 2000, "/work", INT64_MIN);
	rig_event(r, ATTACH, 10, 0, 9, "dst_root=0 dst_id=3 pid=5 dst_path=/work comm=a");
	rig_event(r, MKDIR, 20, 0, 9, "root=0 id=4 path=/new");
	rig_event(r, ATTACH, 30, 0, 9, "dst_root=0 dst_id=4 pid=6 dst_path=/new comm=b");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", "pid=5 cgroup_id=2000"), 1);
	assert_int_equal(rig_count(r, "task", "pid=6 cgroup_id=NULL"), 1);
	assert_int_equal(rig_count(r, "cgroup", ""), 1);
	rig_free(r);
}

static void an_input_may_not_say_the_thread(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, -1, -1, "");
	rig_event(r, ISOLATE, 20, -1, -1, "nr_requested=32 nr_scanned=3 nr_taken=3 lru=2");
	rig_event(r, DIRECT_END, 30, -1, -1, "nr_reclaimed=2");
	rig_finish(r);
	assert_int_equal(rig_count(r, "task", ""), 0);
	assert_int_equal(rig_count(r, "episode", "pid=NULL cpu=NULL task_id=NULL dur_ns=NULL"), 2);
	assert_int_equal(rig_sum(r, "rollup_lru", "reclaimer=none", "scanned"), 3);
	assert_int_equal(rig_sum(r, "episode", "", "end_reclaimed"), 2);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_thread_seen_has_a_row),
		cmocka_unit_test(saved_names_are_for_threads_that_were_seen),
		cmocka_unit_test(a_rename_begins_a_stretch),
		cmocka_unit_test(a_saved_name_gives_way_to_a_recorded_one),
		cmocka_unit_test(a_forked_thread_inherits_the_cgroup),
		cmocka_unit_test(newtask_and_fork_are_one_birth),
		cmocka_unit_test(a_pid_that_is_used_again_is_another_task),
		cmocka_unit_test(a_call_does_not_end_in_another_life),
		cmocka_unit_test(exec_names_a_task_where_renames_are_not_recorded),
		cmocka_unit_test(attached_threads_move_with_their_leader),
		cmocka_unit_test(cgroups_are_made_and_removed),
		cmocka_unit_test(only_the_memory_hierarchy_counts),
		cmocka_unit_test(the_memory_hierarchy_is_learnt_from_the_snapshot),
		cmocka_unit_test(a_path_wins_over_a_number_that_differs),
		cmocka_unit_test(an_input_may_not_say_the_thread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
