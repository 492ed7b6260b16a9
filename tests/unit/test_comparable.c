// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/comparable.h"
#include "analyze/metric.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"

static struct mms_comparable parse(const char *line)
{
	struct mms_comparable c;

	assert_int_equal(mms_comparable_next(&line, &c), 1);
	return c;
}

/* Two rows: direct, less, 1; slab, "", 0. */
static struct mms_table *rows(void)
{
	const struct mms_column cols[] = {
		{ .name = "kind", .unit = "" },
		{ .name = "way", .unit = "" },
		{ .name = "first", .unit = "" },
	};
	struct mms_table *tb = mms_table_new("t", 3, cols);

	for (int r = 0; r < 2; r++) {
		mms_table_add(
			tb, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = r ? "slab" : "direct" });
		mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = r ? "" : "less" });
		mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_INT, .i = !r });
	}
	return tb;
}

static void flags_stand_between_the_column_and_the_name(void **state)
{
	struct mms_comparable c =
		parse("-- compare: p99_ns less headline absent=0 primary {kind} stall p99\n");

	(void)state;
	assert_memory_equal(c.column.s, "p99_ns", 6);
	assert_int_equal(c.column.len, 6);
	assert_int_equal(c.better, MMS_BETTER_LESS);
	assert_true(c.headline && c.absent_zero && c.primary && !c.outcome);
	assert_int_equal(c.name.len, strlen("{kind} stall p99"));
	c = parse("-- compare: x more outcome way more\n");
	assert_int_equal(c.better, MMS_BETTER_MORE);
	assert_true(c.outcome);
	assert_memory_equal(c.name.s, "way more", 8);
}

static void the_name_is_made_of_the_row(void **state)
{
	struct mms_comparable c = parse("-- compare: x {kind} stall no. {first} {none}\n");
	struct mms_buf name mms_auto(buf) = { 0 };
	struct mms_table *tb mms_auto(table) = rows();

	(void)state;
	assert_int_equal(mms_comparable_name(&c, tb, 1, &name), 0);
	assert_string_equal(mms_buf_text(&name), "slab stall no. 0 ?");
}

static void rows_are_chosen_and_are_primary_by_their_columns(void **state)
{
	struct mms_comparable c = parse(
		"-- compare: x if=kind:direct primary=kind:slab primary=kind:direct better=@way n\n");
	struct mms_table *tb mms_auto(table) = rows();

	(void)state;
	assert_true(mms_comparable_has(&c, tb, 0));
	assert_false(mms_comparable_has(&c, tb, 1));
	assert_true(mms_comparable_is_primary(&c, tb, 0));
	assert_true(mms_comparable_is_primary(&c, tb, 1));
	assert_int_equal(mms_comparable_better(&c, tb, 0), MMS_BETTER_LESS);
	assert_int_equal(mms_comparable_better(&c, tb, 1), MMS_BETTER_NEUTRAL);
	c = parse("-- compare: x primary=@first n\n");
	assert_true(mms_comparable_is_primary(&c, tb, 0));
	assert_false(mms_comparable_is_primary(&c, tb, 1));
}

static void lines_that_are_none_are_told(void **state)
{
	const char *const lines[] = {
		"-- compare: x\n",
		"-- compare: x less\n",
		"-- compare: x primary=kind n\n",
		"-- compare: x if=kind n\n",
		"-- compare: x if=a:b if=a:b if=a:b if=a:b if=a:b n\n",
	};
	struct mms_comparable c;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		const char *pos = lines[i];

		assert_int_equal(mms_comparable_next(&pos, &c), -EBADMSG);
		assert_non_null(strstr(mms_err_text(), "COLUMN [FLAG...] NAME"));
	}
}

static void every_metric_compares_columns_that_it_has(void **state)
{
	int n = 0;

	(void)state;
	for (const struct mms_file *f = mms_metrics; f->name; f++) {
		const char *pos = f->text;
		struct mms_comparable c;
		char line[80];

		while (mms_comparable_next(&pos, &c) > 0) {
			snprintf(line, sizeof(line), "-- column: %.*s ", (int)c.column.len,
				 c.column.s);
			if (!strstr(f->text, line))
				fail_msg("%s compares %.*s", f->name, (int)c.column.len,
					 c.column.s);
			n++;
		}
	}
	assert_true(n > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_stand_between_the_column_and_the_name),
		cmocka_unit_test(the_name_is_made_of_the_row),
		cmocka_unit_test(rows_are_chosen_and_are_primary_by_their_columns),
		cmocka_unit_test(lines_that_are_none_are_told),
		cmocka_unit_test(every_metric_compares_columns_that_it_has),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
