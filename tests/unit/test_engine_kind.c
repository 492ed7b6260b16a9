// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "common/file.h"
#include "tests/unit/engine_rig.h"

/*
 * Tracepoint files of a developer who measures something new: they stand in
 * for the ones that are compiled in.
 */
extern const struct mms_file mms_tracepoints[];
const struct mms_file mms_tracepoints[] = {
	{ "my_begin",
	  "-- tracepoint: mine:my_begin\n"
	  "-- engine: begin mywork\n",
	  0 },
	{ "my_end",
	  "-- tracepoint: mine:my_end\n"
	  "-- engine: end mywork\n",
	  0 },
	{ "wrong", "-- tracepoint: mine:wrong\n-- engine: nonsense\n", 0 },
	{ 0 },
};

static void a_new_kind_of_episode_needs_two_files_and_no_code(void **state)
{
	struct rig *r = rig_new();

	(void)state;
	rig_type(r, "mine:my_begin", "order:i4");
	rig_type(r, "mine:my_end", "status:i4");
	rig_start(r);
	rig_event(r, "my_begin", 10, 0, 5, "order=2");
	rig_event(r, "my_end", 30, 1, 5, "status=7");
	rig_event(r, "my_end", 40, 1, 6, "status=7");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode",
				   "kind=mywork state=ok dur_ns=20 alloc_order=2 "
				   "result=7 scanned=NULL reclaimer=NULL"),
			 1);
	assert_int_equal(rig_count(r, "episode", "kind=mywork state=no_begin"), 1);
	rig_free(r);
}

static void a_line_that_names_no_handler_is_refused(void **state)
{
	struct rig *r = rig_new();

	(void)state;
	rig_type(r, "mine:wrong", "");
	assert_int_equal(mms_engine_new(&r->info, &r->opts, &r->load, &r->eng), -EINVAL);
	assert_null(r->eng);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_kind_of_episode_needs_two_files_and_no_code),
		cmocka_unit_test(a_line_that_names_no_handler_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
