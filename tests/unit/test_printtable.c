// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parse/printtable.h"

/* All tables of a print format as "field:value=text,value=text;". */
static const char *tables(const char *fmt)
{
	static char out[512];
	const char *pos = fmt, *end = fmt + strlen(fmt), *field, *text;
	size_t field_len, text_len, at = 0;
	int64_t value;

	out[0] = '\0';
	while (mms_printtable_next(&pos, end, &field, &field_len)) {
		at += (size_t)snprintf(out + at, sizeof(out) - at, "%.*s:", (int)field_len, field);
		while (mms_printtable_entry(&pos, end, &value, &text, &text_len))
			at += (size_t)snprintf(out + at, sizeof(out) - at, "%lld=%.*s,",
					       (long long)value, (int)text_len, text);
		at += (size_t)snprintf(out + at, sizeof(out) - at, ";");
	}
	return out;
}

static void symbols_and_flags_are_found_with_their_fields(void **state)
{
	(void)state;
	assert_string_equal(tables("\"%s %s\", __print_symbolic(REC->lru, {0, \"anon\"}, "
				   "{ 2, \"file\" }), (REC->gfp) ? __print_flags(REC->gfp, \"|\", "
				   "{0x4u, \"A\"}) : \"none\""),
			    "lru:0=anon,2=file,;gfp:4=A,;");
	assert_string_equal(tables("__print_symbolic((unsigned long)(REC->a), {1, \"x\"})"),
			    "a:1=x,;");
}

static void constant_expressions_are_computed_as_c_does(void **state)
{
	(void)state;
	assert_string_equal(
		tables("__print_flags(REC->f, \"|\", {(1 << 3) | 1, \"a\"}, "
		       "{ ( unsigned long)(( gfp_t)((((1UL))) << (2))), \"b\" }, "
		       "{ 1 + 2 * 3 << 1, \"c\" }, { ~0 & 0xf0, \"d\" }, { 010, \"e\" }, "
		       "{ -1, \"f\" }, { 7 - 2 - 1, \"g\" }, { 6 ^ 3 & 2, \"h\" })"),
		"f:9=a,4=b,14=c,240=d,8=e,-1=f,4=g,4=h,;");
}

/* Kernel 7.x: enums whose numbers the format does not say. */
static void names_that_are_no_numbers_are_passed_over(void **state)
{
	(void)state;
	assert_string_equal(
		tables("__print_flags(REC->state, \"|\", {I_DIRTY_SYNC, \"I_DIRTY_SYNC\"},"
		       "{(1 << VMSCAN_THROTTLE_WRITEBACK), \"W\"}, {4, \"four\"}, "
		       "{ (NAME), \"n\" }, { 5x, \"x\" }, { 1 || 0, \"o\" })"),
		"state:4=four,;");
}

static void a_table_about_an_expression_has_no_field(void **state)
{
	(void)state;
	assert_string_equal(tables("__print_flags(REC->prev & 7, \"|\", { 1, \"S\" }), "
				   "__print_symbolic(REC->next, { 2, \"D\" })"),
			    "next:2=D,;");
}

static void damaged_formats_end_the_table(void **state)
{
	static const char whole[] = "__print_flags(REC->f, \"|\", {(1 << 3), \"a\"}, { 2, \"b\" })";
	char cut[sizeof(whole)];

	(void)state;
	for (size_t len = 0; len < sizeof(whole); len++) {
		memcpy(cut, whole, len);
		cut[len] = '\0';
		tables(cut);
	}
	memset(cut, '(', sizeof(cut) - 1);
	cut[sizeof(cut) - 1] = '\0';
	tables(cut);
	assert_string_equal(tables("__print_flags(REC->f, \"|\", {1, \"a\" {2, \"b\"})"),
			    "f:1=a,;");
}

static void brackets_nest_only_so_deep(void **state)
{
	char fmt[512] = "__print_symbolic(REC->f, {";

	(void)state;
	memset(fmt + strlen(fmt), '(', 300);
	snprintf(fmt + strlen(fmt), sizeof(fmt) - strlen(fmt), "1, \"deep\"}, {2, \"two\"})");
	assert_string_equal(tables(fmt), "f:2=two,;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(symbols_and_flags_are_found_with_their_fields),
		cmocka_unit_test(constant_expressions_are_computed_as_c_does),
		cmocka_unit_test(names_that_are_no_numbers_are_passed_over),
		cmocka_unit_test(a_table_about_an_expression_has_no_field),
		cmocka_unit_test(damaged_formats_end_the_table),
		cmocka_unit_test(brackets_nest_only_so_deep),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
