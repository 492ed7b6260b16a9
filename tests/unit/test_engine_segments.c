// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/unit/engine_eras.h"

#define SEC   1000000000ll
#define WRITE "mm_vmscan_write_folio"

/* Type ids of the rig begin at 100. */
static int64_t type_id(const struct rig *r, const char *name)
{
	return 100 + rig_find_type(r, name)->index;
}

static int64_t events_in(const struct rig *r, const char *name, int64_t segment)
{
	char where[128];

	snprintf(where, sizeof(where), "segment=%d type_id=%d", (int)segment,
		 (int)type_id(r, name));
	return rig_sum(r, "rollup_event", where, "n");
}

static void segments_end_at_whole_seconds(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, WRITE, 5 * SEC + 300, 0, 5, "");
	rig_event(r, WRITE, 6 * SEC - 1, 0, 5, "");
	rig_event(r, WRITE, 6 * SEC, 0, 5, "");
	rig_event(r, WRITE, 9 * SEC + 7, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "segment", ""), 3);
	assert_int_equal(
		rig_count(r, "segment", "id=0 from_ns=5000000300 to_ns=6000000000 first_seq=1"), 1);
	assert_int_equal(
		rig_count(r, "segment", "id=1 from_ns=6000000000 to_ns=7000000000 first_seq=3"), 1);
	/* a second without events has none; the last one ends behind the last event */
	assert_int_equal(
		rig_count(r, "segment", "id=2 from_ns=9000000000 to_ns=9000000008 first_seq=4"), 1);
	assert_int_equal(events_in(r, WRITE, 0), 2);
	assert_int_equal(events_in(r, WRITE, 1), 1);
	assert_int_equal(events_in(r, WRITE, 2), 1);
	rig_free(r);
}

static void a_marker_is_the_first_event_of_its_segment(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, WRITE, 1000, 0, 5, "");
	rig_event(r, "print", 1000, 0, 9, "buf=A\n");
	rig_event(r, WRITE, 1000, 0, 5, "");
	rig_event(r, WRITE, 1000, 0, 5, "");
	rig_event(r, "print", 1000, 0, 9, "buf=B\n");
	rig_event(r, WRITE, 1000, 0, 5, "");
	rig_finish(r);
	/* All at one time: from the marker A to the marker B is segment 1 and nothing else. */
	assert_int_equal(rig_count(r, "segment", ""), 3);
	assert_int_equal(rig_count(r, "segment", "id=1 from_ns=1000 to_ns=1000 first_seq=2"), 1);
	assert_int_equal(events_in(r, WRITE, 0), 1);
	assert_int_equal(events_in(r, WRITE, 1), 2);
	assert_int_equal(events_in(r, "print", 1), 1);
	assert_int_equal(events_in(r, WRITE, 2), 1);
	assert_int_equal(rig_count(r, "marker", "seq=2 ts_ns=1000 text=A"), 1);
	assert_int_equal(rig_count(r, "marker", "seq=5 ts_ns=1000 text=B"), 1);
	rig_free(r);
}

static void a_marker_that_opens_a_second_begins_a_segment_once(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, WRITE, 1000, 0, 5, "");
	rig_event(r, "print", 3 * SEC + 5, 0, 9, "buf=A");
	rig_event(r, WRITE, 3 * SEC + 6, 0, 5, "");
	rig_finish(r);
	assert_int_equal(rig_count(r, "segment", ""), 2);
	assert_int_equal(rig_count(r, "segment", "id=1 from_ns=3000000005 first_seq=2"), 1);
	rig_free(r);
}

static void only_the_first_256_markers_cut(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	for (int i = 0; i < 300; i++)
		rig_event(r, "print", 1000 + i, 0, 9, "buf=A");
	rig_finish(r);
	assert_int_equal(rig_count(r, "segment", ""), 256);
	assert_int_equal(rig_count(r, "marker", ""), 300);
	rig_free(r);
}

static void a_clock_that_is_not_in_ns_has_no_seconds(void **state)
{
	struct rig *r = rig_of(ERA_6_18);

	(void)state;
	r->info.clock_is_ns = false;
	rig_start(r);
	rig_event(r, WRITE, 1, 0, 5, "");
	rig_event(r, WRITE, 100 * SEC, 0, 5, "");
	rig_event(r, "print", 100 * SEC, 0, 9, "buf=A");
	rig_finish(r);
	assert_int_equal(rig_count(r, "segment", ""), 2);
	rig_free(r);
}

/* An isolate waits for its shrink, which may come behind a cut. */
static void each_half_of_a_batch_counts_where_it_happened(void **state)
{
	struct rig *r = rig_run(ERA_4_11);

	(void)state;
	rig_event(r, DIRECT_BEGIN, 10, 0, 5, "");
	rig_event(r, ISOLATE, 20, 0, 5, "nr_scanned=30 nr_taken=30 lru=2");
	rig_event(r, "print", 30, 1, 9, "buf=A");
	rig_event(r, SHRINK, 40, 0, 5, "nid=1 nr_scanned=30 nr_reclaimed=25");
	rig_event(r, DIRECT_END, 50, 0, 5, "nr_reclaimed=25");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_lru", "segment=0 node=1", "scanned"), 30);
	assert_int_equal(rig_sum(r, "rollup_lru", "segment=0", "reclaimed"), 0);
	assert_int_equal(rig_sum(r, "rollup_lru", "segment=1 node=1", "reclaimed"), 25);
	assert_int_equal(rig_sum(r, "rollup_lru", "segment=1", "scanned"), 0);
	rig_free(r);
}

static void fields_are_summed_by_segment(void **state)
{
	struct rig *r = rig_run(ERA_6_18);
	char where[128];

	(void)state;
	rig_event(r, DIRECT_END, 10, 0, 5, "nr_reclaimed=7");
	rig_event(r, DIRECT_END, 20, 0, 6, "nr_reclaimed=8");
	rig_event(r, DIRECT_END, SEC, 0, 6, "nr_reclaimed=1");
	rig_finish(r);
	snprintf(where, sizeof(where), "segment=0 field=nr_reclaimed type_id=%d",
		 (int)type_id(r, DIRECT_END));
	assert_int_equal(rig_get(r, "rollup_sum", where, "sum"), 15);
	assert_int_equal(rig_sum(r, "rollup_sum", "segment=1 field=nr_reclaimed", "sum"), 1);
	rig_free(r);
}

static void counts_are_of_the_whole_input(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_event(r, WRITE, 10, 0, 5, "");
	rig_gap(r, 10, 20, 0, 1);
	rig_event(r, WRITE, 5 * SEC, 0, 6, "");
	rig_finish(r);
	assert_int_equal(r->summary.nr_events, 2);
	assert_int_equal(r->summary.counts[rig_find_type(r, WRITE)->index], 2);
	assert_int_equal(r->summary.first_ns, 10);
	assert_int_equal(r->summary.last_ns, 5 * SEC);
	rig_free(r);
}

static void an_input_without_events_has_no_segments(void **state)
{
	struct rig *r = rig_run(ERA_6_18);

	(void)state;
	rig_finish(r);
	assert_int_equal(rig_count(r, "segment", ""), 0);
	assert_int_equal(r->summary.nr_events, 0);
	assert_int_equal(r->summary.mglru, -1);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_end_at_whole_seconds),
		cmocka_unit_test(a_marker_is_the_first_event_of_its_segment),
		cmocka_unit_test(a_marker_that_opens_a_second_begins_a_segment_once),
		cmocka_unit_test(only_the_first_256_markers_cut),
		cmocka_unit_test(a_clock_that_is_not_in_ns_has_no_seconds),
		cmocka_unit_test(each_half_of_a_batch_counts_where_it_happened),
		cmocka_unit_test(fields_are_summed_by_segment),
		cmocka_unit_test(counts_are_of_the_whole_input),
		cmocka_unit_test(an_input_without_events_has_no_segments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
