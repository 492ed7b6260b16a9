// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/comms.h"
#include "record/symbols.h"

static void the_latest_name_of_a_thread_holds(void **state)
{
	struct mms_comms *comms mms_auto(comms) = mms_comms_new();
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_comms_set(comms, 7, 20, "new", 3);
	mms_comms_set(comms, 7, 10, "old", 3);
	mms_comms_set(comms, 3, 1, "a b", 3);
	mms_comms_set(comms, 0, 1, "swapper", 7);
	assert_int_equal(mms_comms_print(comms, &buf), 0);
	assert_string_equal(buf.data, "3 a b\n7 new\n");
}

static void names_of_a_task_snapshot_may_hold_blanks(void **state)
{
	struct mms_comms *comms mms_auto(comms) = mms_comms_new();
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_comms_add_tasks(comms, "12 12 /a\\040b my name\n13 12 - x\n14 14\nbad\n");
	assert_int_equal(mms_comms_print(comms, &buf), 0);
	assert_string_equal(buf.data, "12 my name\n13 x\n");
}

static void many_threads_are_kept_apart(void **state)
{
	struct mms_comms *comms mms_auto(comms) = mms_comms_new();
	struct mms_buf buf mms_auto(buf) = { 0 };
	const char *p;
	int n = 0;

	(void)state;
	for (int pid = 1; pid <= 5000; pid++)
		assert_int_equal(mms_comms_set(comms, pid, 1, "thread", 6), 0);
	assert_int_equal(mms_comms_print(comms, &buf), 0);
	for (p = buf.data; (p = strchr(p, '\n')); p++)
		n++;
	assert_int_equal(n, 5000);
	assert_non_null(strstr(buf.data, "\n5000 thread\n"));
}

static const char kallsyms[] = "1000 T first\n1100 T second\n1100 t alias\n1200 T third\n"
			       "1300 T fourth\n0900 T module_sym\t[mod]\n";

static void a_symbol_comes_with_aliases_and_successor(void **state)
{
	struct mms_symbols *syms mms_auto(symbols) = mms_symbols_new();
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_symbols_need(syms, 0x1150);
	assert_int_equal(mms_symbols_print(syms, kallsyms, &buf), 0);
	assert_string_equal(buf.data, "1100 T second\n1100 t alias\n1200 T third\n");
}

static void an_address_below_all_symbols_needs_the_first(void **state)
{
	struct mms_symbols *syms mms_auto(symbols) = mms_symbols_new();
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_symbols_need(syms, 0x10);
	mms_symbols_need(syms, 0);
	assert_int_equal(mms_symbols_print(syms, kallsyms, &buf), 0);
	assert_string_equal(buf.data, "0900 T module_sym\t[mod]\n");
}

static void all_are_kept_when_it_cannot_be_told(void **state)
{
	struct mms_symbols *syms mms_auto(symbols) = mms_symbols_new();
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_symbols_need_all(syms);
	assert_int_equal(mms_symbols_print(syms, kallsyms, &buf), 0);
	assert_string_equal(buf.data, kallsyms);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_latest_name_of_a_thread_holds),
		cmocka_unit_test(names_of_a_task_snapshot_may_hold_blanks),
		cmocka_unit_test(many_threads_are_kept_apart),
		cmocka_unit_test(a_symbol_comes_with_aliases_and_successor),
		cmocka_unit_test(an_address_below_all_symbols_needs_the_first),
		cmocka_unit_test(all_are_kept_when_it_cannot_be_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
