// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/table.h"
#include "report/format.h"
#include "report/wrap.h"

static char *mail(const struct mms_table *tb)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(mms_format_find("mail")->print(&tb, 1, NULL, out), 0);
	fclose(out);
	return text;
}

static struct mms_table *table(size_t ncols, const char *long_text)
{
	struct mms_column cols[20] = { 0 };
	struct mms_table *tb;

	for (size_t i = 0; i < ncols; i++)
		cols[i] = (struct mms_column){ .name = i ? "a_side-of-many" : "metric",
					       .unit = i ? "n=5" : "",
					       .doc = "",
					       .right = i != 0 };
	tb = mms_table_new("t", ncols, cols);
	mms_table_set_title(tb, "Title");
	for (size_t i = 0; i < 3 * ncols; i++)
		mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_TEXT,
						     .s = i % ncols ? "12345 (6%)" : long_text });
	return tb;
}

static void assert_fits(const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		if (len > 78)
			fail_msg("%zu columns: %.*s", len, (int)len, text);
		assert_true(!len || text[len - 1] != ' ');
		for (size_t i = 0; i < len; i++)
			assert_true(text[i] >= ' ' && text[i] <= '~');
		text += len + (text[len] != 0);
	}
}

static void a_table_is_aligned_and_has_its_notes_below(void **state)
{
	struct mms_table *tb mms_auto(table) = table(3, "name");
	char *text;

	(void)state;
	mms_table_add_note(tb, "a note");
	text = mail(tb);
	assert_string_equal(text, "Title\n"
				  "\n"
				  "metric  a_side-of-  a_side-of-\n"
				  "              many        many\n"
				  "               n=5         n=5\n"
				  "name    12345 (6%)  12345 (6%)\n"
				  "name    12345 (6%)  12345 (6%)\n"
				  "name    12345 (6%)  12345 (6%)\n"
				  "\n"
				  "a note\n");
	free(text);
}

static void no_line_is_longer_than_78(void **state)
{
	(void)state;
	for (size_t ncols = 1; ncols <= 20; ncols++) {
		struct mms_table *tb mms_auto(table) = table(
			ncols, "a metric with a rather long name and_no-blanks/in_it_at:all,so "
			       "that it has to be wrapped (pages/s)");
		char *text;

		mms_table_add_note(tb, "%s",
				   "words of a note that is a good deal longer than a line of "
				   "mail may be, so it goes on below");
		text = mail(tb);
		assert_fits(text);
		free(text);
	}
}

static void what_is_no_ascii_is_replaced(void **state)
{
	struct mms_table *tb mms_auto(table) = table(2, "\xc2\xb5s \xe2\x80\xa6\tx");
	char *text = mail(tb);

	(void)state;
	assert_non_null(strstr(text, "?s ? x"));
	assert_fits(text);
	free(text);
}

static void an_empty_table_has_only_its_notes(void **state)
{
	const struct mms_column col = { .name = "x", .unit = "", .doc = "" };
	struct mms_table *tb mms_auto(table) = mms_table_new("t", 1, &col);
	char *text;

	(void)state;
	mms_table_set_title(tb, "Title");
	mms_table_add_note(tb, "nothing");
	text = mail(tb);
	assert_string_equal(text, "nothing\n");
	free(text);
}

static void lines_break_at_blanks_then_at_signs_then_anywhere(void **state)
{
	const char *pos = "one two-three fourfivesix";
	size_t len;

	(void)state;
	assert_memory_equal(mms_wrap_next(&pos, 7, &len), "one", 3);
	assert_int_equal(len, 3);
	assert_memory_equal(mms_wrap_next(&pos, 7, &len), "two-", 4);
	assert_int_equal(len, 4);
	assert_memory_equal(mms_wrap_next(&pos, 7, &len), "three", 5);
	assert_int_equal(len, 5);
	mms_wrap_next(&pos, 7, &len);
	assert_int_equal(len, 7);
	mms_wrap_next(&pos, 7, &len);
	assert_int_equal(len, 4);
	assert_null(mms_wrap_next(&pos, 7, &len));
	assert_int_equal(mms_wrap_lines("", 7), 1);
	assert_int_equal(mms_wrap_lines("one two-three fourfivesix", 7), 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_is_aligned_and_has_its_notes_below),
		cmocka_unit_test(no_line_is_longer_than_78),
		cmocka_unit_test(what_is_no_ascii_is_replaced),
		cmocka_unit_test(an_empty_table_has_only_its_notes),
		cmocka_unit_test(lines_break_at_blanks_then_at_signs_then_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
