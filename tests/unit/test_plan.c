// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/err.h"
#include "record/plan.h"

static const char plain[] = "# two limits\n"
			    "runs: 2\n"
			    "setup: mkdir x\n"
			    "teardown: rmdir x\n"
			    "command: sh load.sh: all of it\n"
			    "\n"
			    "side: base\n"
			    "  before: echo 1 >y\r\n"
			    "side: patched\n"
			    "command: sh other.sh\n"
			    "after: true\n";

static void assert_order(const char *text, const char *should)
{
	struct mms_plan plan mms_auto(plan) = { 0 };
	char is[64] = "";

	assert_int_equal(mms_plan_parse("p", text, &plan), 0);
	for (size_t i = 0; i < mms_plan_nr_steps(&plan); i++) {
		unsigned int run;
		size_t side;

		mms_plan_step(&plan, i, &side, &run);
		snprintf(is + strlen(is), sizeof(is) - strlen(is), "%s%u ", plan.sides[side].name,
			 run);
	}
	assert_string_equal(is, should);
}

static void a_plan_has_sides_with_their_commands(void **state)
{
	struct mms_plan plan mms_auto(plan) = { 0 };

	(void)state;
	assert_int_equal(mms_plan_parse("p", plain, &plan), 0);
	assert_int_equal(plan.nr_sides, 2);
	assert_int_equal(plan.runs, 2);
	assert_string_equal(plan.setup, "mkdir x");
	assert_string_equal(plan.teardown, "rmdir x");
	assert_string_equal(plan.sides[0].name, "base");
	assert_string_equal(plan.sides[0].before, "echo 1 >y");
	assert_string_equal(plan.sides[0].command, "sh load.sh: all of it");
	assert_null(plan.sides[0].after);
	assert_null(plan.sides[1].before);
	assert_string_equal(plan.sides[1].command, "sh other.sh");
	assert_string_equal(plan.sides[1].after, "true");
}

static void sides_take_turns_there_and_back(void **state)
{
	(void)state;
	assert_order("runs: 3\ncommand: x\nside: A\nside: B\n", "A1 B1 B2 A2 A3 B3 ");
	assert_order("runs: 2\ncommand: x\nside: A\nside: B\nside: C\n", "A1 B1 C1 C2 B2 A2 ");
}

static void blocks_are_one_side_after_the_other(void **state)
{
	(void)state;
	assert_order("runs: 2\norder: blocks\ncommand: x\nside: A\nside: B\n", "A1 A2 B1 B2 ");
}

static void what_is_no_plan_is_refused_and_says_where(void **state)
{
	static const struct {
		const char *text;
		const char *why;
	} bads[] = {
		{ "", "two sides" },
		{ "command: x\nside: A\n", "two sides" },
		{ "side: A\nside: B\n", "side A has no command" },
		{ "command: x\nside: A\nside: A\n", "line 3: a second side 'A'" },
		{ "command: x\nside: ../A\n", "line 2" },
		{ "command: x\nside: a/b\n", "line 2" },
		{ "runs: 0\n", "line 1: no number" },
		{ "runs: many\n", "line 1: no number" },
		{ "order: random\n", "line 1: an order" },
		{ "\nsides: A\n", "line 2: no key" },
		{ "side: A\nruns: 3\n", "line 2: it belongs before" },
		{ "command:\n", "line 1: nothing behind 'command'" },
		{ "command: x\ncommand: y\n", "line 2: a second 'command'" },
		{ "hello\n", "line 1: not \"key: value\"" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bads) / sizeof(*bads); i++) {
		struct mms_plan plan mms_auto(plan) = { 0 };

		assert_int_equal(mms_plan_parse("p", bads[i].text, &plan), -EINVAL);
		if (!strstr(mms_err_text(), bads[i].why))
			fail_msg("'%s' is not in '%s'", bads[i].why, mms_err_text());
	}
}

static void a_file_that_is_not_there_is_named(void **state)
{
	struct mms_plan plan mms_auto(plan) = { 0 };

	(void)state;
	assert_int_equal(mms_plan_read("/nonexistent/plan", &plan), -ENOENT);
	assert_non_null(strstr(mms_err_text(), "/nonexistent/plan"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_has_sides_with_their_commands),
		cmocka_unit_test(sides_take_turns_there_and_back),
		cmocka_unit_test(blocks_are_one_side_after_the_other),
		cmocka_unit_test(what_is_no_plan_is_refused_and_says_where),
		cmocka_unit_test(a_file_that_is_not_there_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
