// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/draw.h"
#include "report/format.h"

#define INT(v)                                 \
	{                                      \
		.type = MMS_CELL_INT, .i = (v) \
	}
#define REAL(v)                                 \
	{                                       \
		.type = MMS_CELL_REAL, .r = (v) \
	}
#define TEXT(v)                                 \
	{                                       \
		.type = MMS_CELL_TEXT, .s = (v) \
	}
#define NONE                          \
	{                             \
		.type = MMS_CELL_NULL \
	}

static struct mms_table *table(size_t ncols, const struct mms_column *cols, size_t ncells,
			       const struct mms_cell *cells)
{
	struct mms_table *tb = mms_table_new("t", ncols, cols);

	assert_non_null(tb);
	for (size_t i = 0; i < ncells; i++)
		assert_int_equal(mms_table_add(tb, cells[i]), 0);
	return tb;
}

static char *printed(const struct mms_table *tb, const char *format,
		     const struct mms_format_opts *opts)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	assert_int_equal(mms_format_find(format)->print(&tb, 1, opts, f), 0);
	fclose(f);
	return text;
}

static void assert_prints(const struct mms_table *tb, const char *format, int width,
			  const char *expected)
{
	struct mms_format_opts opts = { .width = width };
	char *text = printed(tb, format, &opts);

	assert_string_equal(text, expected);
	free(text);
}

static void csv_quotes_what_would_break_it(void **state)
{
	const struct mms_column cols[] = { { .name = "a,b", .unit = "" },
					   { .name = "c", .unit = "" } };
	const struct mms_cell cells[] = { TEXT("say \"x\""), TEXT("two\nlines"), NONE,
					  TEXT("plain") };
	struct mms_table *tb mms_auto(table) = table(2, cols, 4, cells);

	(void)state;
	assert_prints(tb, "csv", 0, "\"a,b\",c\n\"say \"\"x\"\"\",\"two\nlines\"\n,plain\n");
}

static void machines_get_all_digits(void **state)
{
	const struct mms_column cols[] = { { .name = "i", .unit = "ns" },
					   { .name = "r", .unit = "" } };
	const struct mms_cell cells[] = { INT(INT64_MIN), REAL(1.0 / 3), INT(INT64_MAX),
					  REAL(1e20) };
	struct mms_table *tb mms_auto(table) = table(2, cols, 4, cells);

	(void)state;
	assert_prints(tb, "csv", 0,
		      "i,r\n-9223372036854775808,0.333333333333333\n9223372036854775807,1e+20\n");
}

static void json_says_null_and_keeps_the_order_of_columns(void **state)
{
	const struct mms_column cols[] = { { .name = "z", .unit = "pages" },
					   { .name = "a", .unit = "" } };
	const struct mms_cell cells[] = { NONE, TEXT("x") };
	struct mms_table *tb mms_auto(table) = table(2, cols, 2, cells);
	char *text = printed(tb, "json", &(struct mms_format_opts){ 0 });
	json_error_t err;
	json_t *root = json_loads(text, 0, &err);

	(void)state;
	assert_non_null(root);
	assert_non_null(strstr(text, "\n{\"z\":null,\"a\":\"x\"}"));
	json_decref(root);
	free(text);
}

static void json_survives_names_that_are_no_utf8(void **state)
{
	const struct mms_column cols[] = { { .name = "comm", .unit = "" } };
	const struct mms_cell cells[] = { TEXT("a\xff\xc3"), TEXT("\xc3\xa4\x01\"") };
	struct mms_table *tb mms_auto(table) = table(1, cols, 2, cells);
	char *text = printed(tb, "json", &(struct mms_format_opts){ 0 });
	json_error_t err;
	json_t *root = json_loads(text, 0, &err);

	(void)state;
	assert_non_null(root);
	assert_non_null(strstr(text, "a\xef\xbf\xbd\xef\xbf\xbd\""));
	assert_non_null(strstr(text, "\xc3\xa4\\u0001\\\""));
	json_decref(root);
	free(text);
}

static void hidden_columns_are_printed_nowhere(void **state)
{
	const struct mms_column cols[] = { { .name = "seen", .unit = "" },
					   { .name = "secret", .unit = "", .hidden = true } };
	const struct mms_cell cells[] = { INT(1), INT(2) };
	struct mms_table *tb mms_auto(table) = table(2, cols, 2, cells);

	(void)state;
	for (const struct mms_format *const *f = mms_formats; *f; f++) {
		char *text = printed(tb, (*f)->name, &(struct mms_format_opts){ 0 });

		assert_non_null(strstr(text, "seen"));
		assert_null(strstr(text, "secret"));
		free(text);
	}
}

static void text_tells_nothing_unknown_and_at_least_apart(void **state)
{
	const struct mms_column cols[] = {
		{ .name = "n", .unit = "pages", .bound = true },
		{ .name = "share_pct", .unit = "pct", .zero_of = "n" },
		{ .name = "lower_bound", .unit = "" },
	};
	const struct mms_cell cells[] = { INT(0), NONE, INT(0), INT(7), REAL(12.345), INT(1),
					  NONE,   NONE, INT(1), INT(3), NONE,         INT(0) };
	struct mms_table *tb mms_auto(table) = table(3, cols, 12, cells);

	(void)state;
	assert_prints(tb, "text", 0,
		      "    n  share\n"
		      "pages      %\n"
		      "    0      -\n"
		      "  >=7  12.35\n"
		      "    ?      ?\n"
		      "    3      ?\n");
}

static void assert_cell(const char *unit, struct mms_cell cell, const char *expected)
{
	const struct mms_column cols[] = { { .name = "x", .unit = unit } };
	struct mms_table *tb mms_auto(table) = table(1, cols, 1, &cell);
	struct mms_buf buf mms_auto(buf) = { 0 };

	mms_cell_print(&buf, tb, 0, 0);
	assert_string_equal(mms_buf_text(&buf), expected);
}

static void durations_and_sizes_carry_a_unit_that_fits(void **state)
{
	(void)state;
	assert_cell("ns", (struct mms_cell)INT(0), "0ns");
	assert_cell("ns", (struct mms_cell)INT(-10), "-10ns");
	assert_cell("ns", (struct mms_cell)INT(999), "999ns");
	assert_cell("ns", (struct mms_cell)INT(1000), "1.00us");
	assert_cell("ns", (struct mms_cell)INT(12345), "12.3us");
	assert_cell("ns", (struct mms_cell)INT(999499), "999us");
	assert_cell("ns", (struct mms_cell)INT(999999), "1.00ms");
	assert_cell("ns", (struct mms_cell)INT(9994999), "9.99ms");
	assert_cell("ns", (struct mms_cell)INT(2500000000), "2.50s");
	assert_cell("ns", (struct mms_cell)INT(150000000000), "2.50min");
	assert_cell("ns", (struct mms_cell)INT(7200000000000), "2.00h");
	assert_cell("bytes", (struct mms_cell)INT(1023), "1023B");
	assert_cell("bytes", (struct mms_cell)INT(65536), "64.0KiB");
	assert_cell("bytes/s", (struct mms_cell)REAL(1572864), "1.50MiB/s");
	assert_cell("s", (struct mms_cell)REAL(1.5), "1.500");
}

static void times_keep_microseconds_however_late(void **state)
{
	(void)state;
	assert_cell("ts_ns", (struct mms_cell)INT(9007199254740993001), "9007199254.740993");
	assert_cell("ts_ns", (struct mms_cell)INT(-1500), "-0.000001");
}

static void a_unit_may_stand_in_another_column(void **state)
{
	const struct mms_column cols[] = { { .name = "value", .unit = "@unit" },
					   { .name = "unit", .unit = "" } };
	const struct mms_cell cells[] = { INT(1500),   TEXT("ns"), REAL(50),
					  TEXT("pct"), INT(3),     TEXT("pages") };
	struct mms_table *tb mms_auto(table) = table(2, cols, 6, cells);

	(void)state;
	assert_prints(tb, "text", 0,
		      " value  unit\n"
		      "1.50us\n"
		      " 50.00  %\n"
		      "     3  pages\n");
}

static void a_narrow_terminal_breaks_names_and_cuts_texts_but_no_number(void **state)
{
	const struct mms_column cols[] = { { .name = "path", .unit = "" },
					   { .name = "pages_reclaimed_from", .unit = "" } };
	const struct mms_cell cells[] = { TEXT("/a/long/path/of/a/cgroup"), INT(1234567890123) };
	struct mms_table *tb mms_auto(table) = table(2, cols, 2, cells);

	(void)state;
	assert_prints(tb, "text", 30,
		      "                         pages\n"
		      "                     reclaimed\n"
		      "path                      from\n"
		      "/a/long/path/o~  1234567890123\n");
}

static void an_escape_sequence_does_not_reach_the_terminal(void **state)
{
	const struct mms_column cols[] = { { .name = "comm", .unit = "" } };
	const struct mms_cell cells[] = { TEXT("x\033[2J") };
	struct mms_table *tb mms_auto(table) = table(1, cols, 1, cells);
	char *text = printed(tb, "text", &(struct mms_format_opts){ 0 });

	(void)state;
	assert_null(strchr(text, '\033'));
	free(text);
}

static void bars_are_of_one_group_and_never_nothing(void **state)
{
	const struct mms_column cols[] = { { .name = "kind", .unit = "" },
					   { .name = "n", .unit = "", .bar = true } };
	const struct mms_cell cells[] = { TEXT("a"), INT(1000), TEXT("a"), INT(1),
					  TEXT("a"), INT(0),    TEXT("b"), INT(5) };
	struct mms_table *tb mms_auto(table) = table(2, cols, 8, cells);
	static const char *const expected[] = { "##########", "#", "", "##########" };

	(void)state;
	for (size_t r = 0; r < 4; r++) {
		struct mms_buf buf mms_auto(buf) = { 0 };

		mms_draw_bar(&buf, tb, r, 1, 10, false);
		assert_string_equal(mms_buf_text(&buf), expected[r]);
	}
}

static void a_series_becomes_one_character_a_number(void **state)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	(void)state;
	mms_draw_spark(&buf, "0,1,,1000,500", false);
	assert_string_equal(mms_buf_text(&buf), " .?#=");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_quotes_what_would_break_it),
		cmocka_unit_test(machines_get_all_digits),
		cmocka_unit_test(json_says_null_and_keeps_the_order_of_columns),
		cmocka_unit_test(json_survives_names_that_are_no_utf8),
		cmocka_unit_test(hidden_columns_are_printed_nowhere),
		cmocka_unit_test(text_tells_nothing_unknown_and_at_least_apart),
		cmocka_unit_test(durations_and_sizes_carry_a_unit_that_fits),
		cmocka_unit_test(times_keep_microseconds_however_late),
		cmocka_unit_test(a_unit_may_stand_in_another_column),
		cmocka_unit_test(a_narrow_terminal_breaks_names_and_cuts_texts_but_no_number),
		cmocka_unit_test(an_escape_sequence_does_not_reach_the_terminal),
		cmocka_unit_test(bars_are_of_one_group_and_never_nothing),
		cmocka_unit_test(a_series_becomes_one_character_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
