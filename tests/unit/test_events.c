// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/err.h"
#include "record/events.h"
#include "record/items.h"
#include "record/preset.h"

static const char available[] = "vmscan:mm_vmscan_kswapd_wake\n"
				"vmscan:mm_vmscan_direct_reclaim_begin\n"
				"vmscan:mm_vmscan_direct_reclaim_end\n"
				"sched:sched_switch\n"
				"sched:sched_process_fork\n"
				"memcg:count_memcg_events\n"
				"writeback:writeback_start\n";

static void one_event_a_system_and_globs_match(void **state)
{
	struct mms_events *evs mms_auto(events) = mms_events_new(available);

	(void)state;
	assert_int_equal(mms_events_add(evs, "sched:sched_switch", NULL, false), 0);
	assert_int_equal(mms_events_count(evs), 1);
	assert_int_equal(mms_events_add(evs, "vmscan", NULL, false), 0);
	assert_int_equal(mms_events_count(evs), 4);
	assert_int_equal(mms_events_add(evs, "sched_*", NULL, false), 0);
	assert_int_equal(mms_events_count(evs), 5);
	assert_int_equal(mms_events_add(evs, "all", NULL, false), 0);
	assert_int_equal(mms_events_count(evs), 7);
}

static void the_last_filter_holds_and_a_stack_stays(void **state)
{
	struct mms_events *evs mms_auto(events) = mms_events_new(available);
	const struct mms_event_pick *p;

	(void)state;
	assert_int_equal(mms_events_add(evs, "vmscan", "nid==0", true), 0);
	assert_int_equal(mms_events_add(evs, "vmscan:mm_vmscan_kswapd_wake", "nid==1", false), 0);
	for (size_t i = 0; i < mms_events_count(evs); i++) {
		p = mms_events_get(evs, i);
		assert_string_equal(p->filter, strstr(p->name, "kswapd") ? "nid==1" : "nid==0");
		assert_true(p->stacktrace);
	}
}

static void an_unknown_event_names_near_ones(void **state)
{
	struct mms_events *evs mms_auto(events) = mms_events_new(available);

	(void)state;
	assert_int_equal(mms_events_add(evs, "sched:sched_swich", NULL, false), -ENOENT);
	assert_non_null(strstr(mms_err_text(), "near: sched:sched_switch"));
}

static void a_preset_skips_what_the_kernel_lacks_and_says_so(void **state)
{
	struct mms_root nowhere = { "/nonexistent" };
	struct mms_events *evs mms_auto(events) = mms_events_new(available);
	struct mms_items *items mms_auto(items) = NULL;
	bool said = false;

	(void)state;
	assert_int_equal(mms_items_new(&nowhere, &items), 0);
	assert_int_equal(mms_events_add_preset(evs, "reclaim", items), 0);
	/* Without a filter on items, counter events are not recorded at all. */
	assert_int_equal(mms_events_count(evs), 5);
	for (size_t i = 0; i < mms_events_count(evs); i++)
		assert_string_not_equal(mms_events_get(evs, i)->system, "memcg");
	for (size_t i = 0; i < mms_events_nr_skipped(evs); i++)
		said |= !strcmp(mms_events_skipped(evs, i)->event, "memcg:count_memcg_events");
	assert_true(said);
}

static void writeback_of_the_recorder_itself_is_left_out_by_presets(void **state)
{
	struct mms_root nowhere = { "/nonexistent" };
	struct mms_events *evs mms_auto(events) = mms_events_new(available);
	struct mms_items *items mms_auto(items) = NULL;

	(void)state;
	assert_int_equal(mms_items_new(&nowhere, &items), 0);
	assert_int_equal(mms_events_add_preset(evs, "all", items), 0);
	for (size_t i = 0; i < mms_events_count(evs); i++) {
		const struct mms_event_pick *p = mms_events_get(evs, i);

		assert_int_equal(p->not_self, !strcmp(p->system, "writeback"));
	}
}

static void every_preset_can_be_read(void **state)
{
	(void)state;
	for (const struct mms_file *f = mms_presets; f->name; f++) {
		struct mms_preset_line line;
		const char *pos = f->text;
		int ret, line_no = 0;

		while ((ret = mms_preset_next(&pos, &line_no, f->name, &line)) == 1)
			assert_non_null(strchr(line.event, ':'));
		assert_int_equal(ret, 0);
	}
}

static void a_preset_line_that_makes_no_sense_is_named(void **state)
{
	static const char *const bad[] = { "vmscan\n", "a:b what\n", "a:b items\n",
					   "a:b items enum\n", "a:b not-self more\n" };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct mms_preset_line line;
		const char *pos = bad[i];
		int line_no = 0;

		assert_int_equal(mms_preset_next(&pos, &line_no, "x", &line), -EINVAL);
		assert_non_null(strstr(mms_err_text(), "preset x, line 1"));
	}
}

static void items_of_a_preset_line_are_words(void **state)
{
	const char *pos = "# comment\n\na:b items some_enum X_* !X_1\n";
	struct mms_preset_line line;
	int line_no = 0;

	(void)state;
	assert_int_equal(mms_preset_next(&pos, &line_no, "x", &line), 1);
	assert_int_equal(line_no, 3);
	assert_string_equal(line.enum_name, "some_enum");
	assert_int_equal(line.nr_patterns, 2);
	assert_string_equal(line.patterns[1], "!X_1");
	assert_int_equal(mms_preset_next(&pos, &line_no, "x", &line), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_event_a_system_and_globs_match),
		cmocka_unit_test(the_last_filter_holds_and_a_stack_stays),
		cmocka_unit_test(an_unknown_event_names_near_ones),
		cmocka_unit_test(a_preset_skips_what_the_kernel_lacks_and_says_so),
		cmocka_unit_test(writeback_of_the_recorder_itself_is_left_out_by_presets),
		cmocka_unit_test(every_preset_can_be_read),
		cmocka_unit_test(a_preset_line_that_makes_no_sense_is_named),
		cmocka_unit_test(items_of_a_preset_line_are_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
