// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/counter.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"

static int load(void **state)
{
	struct mms_counters *cs = NULL;

	if (mms_counters_load(&cs)) {
		print_error("%s\n", mms_err_text());
		return -1;
	}
	*state = cs;
	return 0;
}

static int unload(void **state)
{
	mms_counters_free(*state);
	return 0;
}

static bool one_of(const char *s, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(s, *list))
			return true;
	return false;
}

static void every_counter_says_what_it_counts(void **state)
{
	const struct mms_counters *cs = *state;
	const char *const kinds[] = { "count", "level", NULL };
	const char *const files[] = { "vmstat", "memory.stat", NULL };
	const char *const memcg[] = { "", "in", "out", "scope", NULL };

	assert_true(cs->nr_counters > 200);
	for (size_t i = 0; i < cs->nr_counters; i++) {
		const struct mms_counter *c = &cs->counters[i];

		if (!*c->what || !*c->unit || !one_of(c->kind, kinds) || !one_of(c->file, files) ||
		    !one_of(c->memcg, memcg))
			fail_msg("%s: its block is incomplete", c->name);
		if (mms_counter_find(cs, c->name) != c && !strchr(c->name, '{'))
			fail_msg("%s: is there twice", c->name);
	}
}

static void every_row_is_made_of_counters_that_grow(void **state)
{
	const struct mms_counters *cs = *state;
	const char *const better[] = { "", "less", "more", NULL };

	assert_true(cs->nr_rows > 60);
	for (size_t i = 0; i < cs->nr_rows; i++) {
		const struct mms_counter_row *row = &cs->rows[i];

		if (!row->nr_sum || !*row->what || !*row->unit || !one_of(row->better, better))
			fail_msg("%s: its block is incomplete", row->name);
		assert_ptr_equal(mms_counter_row_find(cs, row->name), row);
		for (size_t t = 0; t < row->nr_sum; t++)
			assert_string_equal(mms_counter_find(cs, row->sum[t].counter)->kind,
					    "count");
	}
}

/* Names that scripts read, and about eight metrics that get verdicts. */
static void the_names_of_rows_are_kept(void **state)
{
	const char *const names[] = { "Minor Faults",
				      "Major Faults",
				      "Swap Ins",
				      "Swap Outs",
				      "Direct pages scanned",
				      "Kswapd pages scanned",
				      "Kswapd pages reclaimed",
				      "Direct pages reclaimed",
				      "Kswapd efficiency %",
				      "Kswapd velocity",
				      "Direct efficiency %",
				      "Direct velocity",
				      "Percentage direct scans",
				      "Zone normal velocity",
				      "Zone dma32 velocity",
				      "Zone dma velocity",
				      "Page writes by reclaim",
				      "Page writes file",
				      "Page writes anon",
				      "Page reclaim immediate",
				      "Slabs scanned",
				      "Compaction efficiency %",
				      "Compact scan efficiency %",
				      "Compaction cost",
				      "AutoNUMA cost" };
	const struct mms_counters *cs = *state;
	size_t primary = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct mms_counter_row *row = mms_counter_row_find(cs, names[i]);

		assert_non_null(row);
		assert_string_equal(row->name, names[i]);
	}
	for (size_t i = 0; i < cs->nr_rows; i++)
		primary += cs->rows[i].primary;
	assert_int_equal(primary, 5);
}

static void a_zone_has_counters_of_its_own(void **state)
{
	const struct mms_counters *cs = *state;
	const struct mms_counter *c = mms_counter_find(cs, "pgscan_kswapd_dma32");
	char name[32];

	assert_non_null(c);
	assert_string_equal(c->name, "pgscan_kswapd_{zone}");
	assert_null(mms_counter_find(cs, "pgscan_kswapd_dma64"));
	mms_counter_expand(c->name, "high", name, sizeof(name));
	assert_string_equal(name, "pgscan_kswapd_high");
	mms_counter_expand("pgfault", NULL, name, sizeof(name));
	assert_string_equal(name, "pgfault");
}

static void spellings_are_in_order_of_preference(void **state)
{
	const struct mms_counter *c = mms_counter_find(*state, "pgsteal_direct");

	assert_int_equal(c->nr_keys, 3);
	assert_string_equal(c->keys[0], "pgsteal_direct");
	assert_string_equal(c->keys[1], "pgsteal_direct_{zone}");
	assert_string_equal(c->keys[2], "pgsteal_{zone} -kswapd_steal");
	assert_string_equal(c->key_eras[1], "3.4 to 4.7");
	assert_string_equal(c->memcg, "scope");
	assert_int_equal(c->nr_whens, 1);
	assert_string_equal(c->whens[0].absent, "with khugepaged's");
}

static void a_sum_is_written_as_people_do(void **state)
{
	const struct mms_counters *cs = *state;
	struct mms_buf buf mms_auto(buf) = { 0 };
	const struct mms_counter_row *row = mms_counter_row_find(cs, "compaction COST");

	assert_int_equal(mms_counter_sum_text(row->sum, row->nr_sum, &buf), 0);
	assert_string_equal(mms_buf_text(&buf),
			    "7 * compact_migrate_scanned + 19 * compact_isolated + "
			    "1038 * pgmigrate_success + 14 * pgmigrate_fail");
	assert_true(row->per_number == 1000000);
	mms_buf_reset(&buf);
	row = mms_counter_row_find(cs, "NUMA PTE updates");
	assert_true(row->sum[1].hpage && row->sum[1].optional && row->sum[1].factor == -1);
	assert_int_equal(mms_counter_sum_text(row->sum, row->nr_sum, &buf), 0);
	assert_string_equal(mms_buf_text(&buf), "numa_pte_updates - base pages of a huge page * "
						"numa_huge_pte_updates");
}

static void all_counters_are_a_table(void **state)
{
	const struct mms_counters *cs = *state;
	struct mms_table *tb mms_auto(table) = NULL;

	assert_int_equal(mms_counters_table(cs, &tb), 0);
	assert_int_equal(mms_table_nrows(tb), cs->nr_counters);
	assert_string_equal(mms_table_cell(tb, 0, 0)->s, cs->counters[0].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_counter_says_what_it_counts),
		cmocka_unit_test(every_row_is_made_of_counters_that_grow),
		cmocka_unit_test(the_names_of_rows_are_kept),
		cmocka_unit_test(a_zone_has_counters_of_its_own),
		cmocka_unit_test(spellings_are_in_order_of_preference),
		cmocka_unit_test(a_sum_is_written_as_people_do),
		cmocka_unit_test(all_counters_are_a_table),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
