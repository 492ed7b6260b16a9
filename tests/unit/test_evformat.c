// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/evformat.h"

#define COMMON                                                                            \
	"format:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static const char shrink[] =
	"name: mm_shrink_slab_start\nID: 631\n" COMMON
	"\tfield:struct shrinker * shr;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:void * shrink;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:int nid;\toffset:24;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"%pS %p: nid: %d 100%% flags %s, (x)\", REC->shrink, REC->shr, REC->nid, "
	"(REC->nid) ? __print_flags(REC->nid, \"|\", {1, \"a,b\"}) : \"none\"\n";

static const char stack[] =
	"name: kernel_stack\nID: 4\n" COMMON "\tfield:int size;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:unsigned long caller[8];\toffset:16;\tsize:64;\tsigned:0;\n\n"
	"print fmt: \"\\t=> %ps\\n\" \"\\t=> %ps\\n\", (void *)REC->caller[0], "
	"(void *)REC->caller[1]\n";

static const char fork_format[] =
	"name: sched_process_fork\nID: 366\n" COMMON
	"\tfield:__data_loc char[] child_comm;\toffset:16;\tsize:4;\tsigned:0;\n"
	"\tfield:char comm[16];\toffset:20;\tsize:16;\tsigned:0;\n"
	"\tfield:pid_t child_pid;\toffset:36;\tsize:4;\tsigned:1;\n\n"
	"print fmt: \"%s %*pbl %d\", __get_str(child_comm), 3, REC->child_pid, REC->child_pid\n";

static const char unclear[] =
	"name: x\nID: 9\n" COMMON "\tfield:void * f;\toffset:8;\tsize:8;\tsigned:0;\n\n"
	"print fmt: \"%ps\", f_of(REC->f, 1)\n";

static struct mms_evfield field(const char *format, const char *name)
{
	struct mms_evfield f = { 0 };

	assert_true(mms_evformat_field(format, name, strlen(name), &f));
	return f;
}

static void ids_are_read(void **state)
{
	(void)state;
	assert_int_equal(mms_evformat_id(shrink), 631);
	assert_int_equal(mms_evformat_id("name: x\n"), -1);
	assert_int_equal(mms_evformat_id("name: x\nID: 70000\n"), -1);
}

static void fields_are_found_by_their_whole_name(void **state)
{
	struct mms_evfield f = { 0 };

	(void)state;
	assert_int_equal(field(shrink, "shrink").offset, 16);
	assert_int_equal(field(fork_format, "child_pid").offset, 36);
	assert_true(field(fork_format, "child_comm").is_data_loc);
	assert_int_equal(field(fork_format, "comm").size, 16);
	assert_true(field(fork_format, "comm").is_array);
	assert_false(field(fork_format, "comm").is_data_loc);
	assert_false(mms_evformat_field(fork_format, "pid", 3, &f));
	assert_false(mms_evformat_field(shrink, "shrinker", 8, &f));
}

static void fields_printed_as_symbols_are_found(void **state)
{
	struct mms_evfield f[4];

	(void)state;
	assert_int_equal(mms_evformat_symbols(shrink, f, 4), 1);
	assert_int_equal(f[0].offset, 16);
	assert_int_equal(mms_evformat_symbols(stack, f, 4), 1);
	assert_int_equal(f[0].offset, 16);
	assert_true(f[0].is_array);
	assert_int_equal(mms_evformat_symbols(fork_format, f, 4), 0);
}

static void a_pointer_that_is_computed_cannot_be_told(void **state)
{
	struct mms_evfield f[4];

	(void)state;
	assert_int_equal(mms_evformat_symbols(unclear, f, 4), -1);
}

static void a_format_cut_anywhere_does_no_harm(void **state)
{
	char part[sizeof(shrink)];
	struct mms_evfield f[4];

	(void)state;
	for (size_t cut = 0; cut < sizeof(shrink); cut++) {
		memcpy(part, shrink, cut);
		part[cut] = '\0';
		assert_in_range(mms_evformat_symbols(part, f, 4) + 1, 0, 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_are_read),
		cmocka_unit_test(fields_are_found_by_their_whole_name),
		cmocka_unit_test(fields_printed_as_symbols_are_found),
		cmocka_unit_test(a_pointer_that_is_computed_cannot_be_told),
		cmocka_unit_test(a_format_cut_anywhere_does_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
