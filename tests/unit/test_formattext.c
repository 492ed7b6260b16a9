// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "parse/formattext.h"

/* The one field of a line. */
static struct mms_format_line line_of(const char *text)
{
	struct mms_format_line line = { 0 };
	const char *pos = text;

	assert_true(mms_format_line_next(&pos, text + strlen(text), &line));
	return line;
}

static struct mms_field field_of(const char *text)
{
	struct mms_format_line line = line_of(text);
	struct mms_field f = { 0 };

	mms_format_line_field(&line, &f);
	return f;
}

static void integers_have_a_place_a_size_and_a_sign(void **state)
{
	struct mms_field f =
		field_of("\tfield:unsigned long nr_taken;\toffset:24;\tsize:8;\tsigned:0;\n");

	(void)state;
	assert_int_equal(f.kind, MMS_FIELD_INT);
	assert_int_equal(f.offset, 24);
	assert_int_equal(f.size, 8);
	assert_false(f.is_signed);
	assert_true(field_of("\tfield:int order;\toffset:8;\tsize:4;\tsigned:1;").is_signed);
	assert_int_equal(field_of("field:char * name;\toffset:8;\tsize:8;\tsigned:0;").kind,
			 MMS_FIELD_INT);
}

static void names_of_all_spellings_are_found(void **state)
{
	static const char *const texts[] = {
		"field:char f[16];\toffset:8;\tsize:16;\tsigned:0;",
		"field:char f[TASK_COMM_LEN];\toffset:8;\tsize:16;\tsigned:0;",
		"field:__data_loc char[] f;\toffset:8;\tsize:4;\tsigned:0;",
		"field:const char __attribute__((btf_type_tag(\"user\"))) * f;\toffset:8;\tsize:8;\tsigned:0;",
		"field special:unsigned long f;\toffset:8;\tsize:8;\tsigned:0;",
		"field:enum some_enum f ;\toffset:8;\tsize:4;\tsigned:0;",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct mms_format_line line = line_of(texts[i]);

		assert_true(mms_format_line_is(&line, "f"));
	}
}

static void text_and_other_arrays_are_told_apart(void **state)
{
	(void)state;
	assert_int_equal(field_of("field:char f[16];\toffset:8;\tsize:16;\tsigned:0;").kind,
			 MMS_FIELD_TEXT);
	assert_int_equal(field_of("field:char buf[];\toffset:16;\tsize:0;\tsigned:0;").kind,
			 MMS_FIELD_TEXT);
	assert_int_equal(field_of("field:u8 f[4];\toffset:8;\tsize:4;\tsigned:0;").kind,
			 MMS_FIELD_BLOB);
	assert_int_equal(field_of("field:unsigned char f[8];\toffset:8;\tsize:8;\tsigned:0;").kind,
			 MMS_FIELD_BLOB);
	assert_int_equal(field_of("field:struct made f;\toffset:8;\tsize:24;\tsigned:0;").kind,
			 MMS_FIELD_BLOB);
	assert_int_equal(field_of("field:char f;\toffset:8;\tsize:1;\tsigned:0;").kind,
			 MMS_FIELD_INT);
}

static void dynamic_fields_say_from_where_they_count(void **state)
{
	struct mms_field f = field_of("field:__rel_loc char[] s;\toffset:8;\tsize:4;\tsigned:0;");

	(void)state;
	assert_int_equal(f.dynamic, MMS_FIELD_REL_LOC);
	assert_int_equal(f.kind, MMS_FIELD_TEXT);
	f = field_of("field:__data_loc unsigned long[] args;\toffset:8;\tsize:4;\tsigned:0;");
	assert_int_equal(f.dynamic, MMS_FIELD_DATA_LOC);
	assert_int_equal(f.kind, MMS_FIELD_BLOB);
}

/* Before 2.6.33 there was no "signed:". */
static void old_formats_have_the_sign_of_the_type(void **state)
{
	(void)state;
	assert_true(field_of("field:int order;\toffset:8;\tsize:4;").is_signed);
	assert_false(field_of("field:unsigned int order;\toffset:8;\tsize:4;").is_signed);
	assert_false(field_of("field:u64 nr;\toffset:8;\tsize:8;").is_signed);
}

static void lines_of_nonsense_and_the_print_format_are_passed_over(void **state)
{
	static const char text[] = "field:int;\toffset:8;\tsize:4;\tsigned:1;\n"
				   "field:int a;\toffset:;\tsize:4;\tsigned:1;\n"
				   "field:int b;\toffset:99999999999;\tsize:4;\tsigned:1;\n"
				   "field:int good;\toffset:8;\tsize:4;\tsigned:1;\n"
				   "print fmt: \"x\"\n"
				   "field:int late;\toffset:8;\tsize:4;\tsigned:1;\n";
	struct mms_format_line line;
	const char *pos = text;

	(void)state;
	assert_true(mms_format_line_next(&pos, text + sizeof(text) - 1, &line));
	assert_true(mms_format_line_is(&line, "good"));
	assert_false(mms_format_line_next(&pos, text + sizeof(text) - 1, &line));
}

static void a_head_has_a_name_and_an_id(void **state)
{
	const char *name;
	size_t len;
	int id;

	(void)state;
	assert_true(mms_format_head("name: mm_x\nID: 42\nformat:\n", 26, &name, &len, &id));
	assert_int_equal(id, 42);
	assert_memory_equal(name, "mm_x", len);
	assert_false(mms_format_head("name: mm_x\nformat:\n", 19, &name, &len, &id));
	assert_false(mms_format_head("", 0, &name, &len, &id));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_have_a_place_a_size_and_a_sign),
		cmocka_unit_test(names_of_all_spellings_are_found),
		cmocka_unit_test(text_and_other_arrays_are_told_apart),
		cmocka_unit_test(dynamic_fields_say_from_where_they_count),
		cmocka_unit_test(old_formats_have_the_sign_of_the_type),
		cmocka_unit_test(lines_of_nonsense_and_the_print_format_are_passed_over),
		cmocka_unit_test(a_head_has_a_name_and_an_id),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
