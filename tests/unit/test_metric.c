// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/metric.h"
#include "analyze/window.h"
#include "common/err.h"
#include "common/meta.h"
#include "common/table.h"
#include "schema/db.h"

static int open_db(void **state)
{
	struct sqlite3 *db = NULL;
	struct mms_window_opts all = { 0 };

	if (mms_db_open(":memory:", MMS_DB_CREATE, &db) ||
	    mms_db_exec(
		    db, "run",
		    "INSERT INTO run(id, label, n, fingerprint, source, win_from_ns, win_to_ns, page_size)"
		    " VALUES (1, 'a', 1, 'x', 'x', 0, 1000000000, 4096),"
		    " (2, 'a', 2, 'y', 'y', 0, 1000000000, 65536),"
		    " (3, 'b', 1, 'z', 'z', 0, 1000000000, 4096)") ||
	    mms_window_make(db, &all))
		return -1;
	*state = db;
	return 0;
}

static int close_db(void **state)
{
	mms_db_close(*state);
	return 0;
}

static int run_text(struct sqlite3 *db, const char *text, const struct mms_metric_opts *opts,
		    struct mms_table **ret_tb)
{
	struct mms_file metric = { "mine", text, strlen(text) };

	return mms_metric_run(db, &metric, opts, ret_tb);
}

static size_t documented_columns(const struct mms_file *metric, const struct mms_table *tb)
{
	const char *pos = metric->text;
	struct mms_meta m;
	size_t n = 0;

	while (mms_meta_next(&pos, &m)) {
		size_t len;
		const char *word;

		if (m.key_len != 6 || memcmp(m.key, "column", 6))
			continue;
		word = mms_meta_word(&m.value, &m.value_len, &len);
		assert_non_null(word);
		assert_true(n < mms_table_ncols(tb));
		if (strncmp(mms_table_column(tb, n)->name, word, len) ||
		    mms_table_column(tb, n)->name[len])
			fail_msg("%s: column %zu is '%s', documented as '%.*s'", metric->name, n,
				 mms_table_column(tb, n)->name, (int)len, word);
		n++;
	}
	return n;
}

static void every_metric_runs_and_documents_its_columns(void **state)
{
	for (const struct mms_file *f = mms_metrics; f->name; f++) {
		struct mms_table *tb mms_auto(table) = NULL;

		if (mms_metric_run(*state, f, NULL, &tb))
			fail_msg("%s", mms_err_text());
		assert_string_equal(mms_table_name(tb), f->name);
		assert_true(*mms_table_title(tb));
		assert_int_equal(documented_columns(f, tb), mms_table_ncols(tb));
		assert_string_equal(mms_table_column(tb, 0)->name, "run");
	}
}

/* A column that says "bound" without lower_bound in the row would never be marked. */
static void bounds_and_zeros_name_columns_that_are_there(void **state)
{
	for (const struct mms_file *f = mms_metrics; f->name; f++) {
		struct mms_table *tb mms_auto(table) = NULL;

		assert_int_equal(mms_metric_run(*state, f, NULL, &tb), 0);
		for (size_t c = 0; c < mms_table_ncols(tb); c++) {
			const struct mms_column *col = mms_table_column(tb, c);

			assert_true(!col->bound || mms_table_find(tb, "lower_bound") >= 0);
			assert_true(!col->zero_of || mms_table_find(tb, col->zero_of) >= 0);
		}
	}
}

static void a_header_line_says_what_a_column_is(void **state)
{
	struct mms_table *tb mms_auto(table) = NULL;
	const struct mms_column *c;

	assert_int_equal(
		run_text(*state,
			 "-- summary: Mine.\n"
			 "-- column: a pages bound zero_of=b of it\n"
			 "-- column: b -\n"
			 "SELECT 1 AS a, 2.5 AS b, 'x' AS c, NULL AS d, x'00' AS e;\n-- end",
			 NULL, &tb),
		0);
	c = mms_table_column(tb, 0);
	assert_string_equal(mms_table_title(tb), "Mine");
	assert_string_equal(c->unit, "pages");
	assert_string_equal(c->zero_of, "b");
	assert_string_equal(c->doc, "of it");
	assert_true(c->bound);
	assert_string_equal(mms_table_column(tb, 1)->unit, "");
	assert_string_equal(mms_table_column(tb, 2)->unit, "");
	assert_int_equal(mms_table_cell(tb, 0, 0)->type, MMS_CELL_INT);
	assert_int_equal(mms_table_cell(tb, 0, 1)->type, MMS_CELL_REAL);
	assert_int_equal(mms_table_cell(tb, 0, 3)->type, MMS_CELL_NULL);
}

static void what_is_more_than_one_select_is_refused(void **state)
{
	static const char *const bad[] = {
		"DELETE FROM run",
		"SELECT 1; DELETE FROM run",
		"SELECT 1; SELECT 2",
		"ATTACH '/tmp/x' AS x",
		"PRAGMA user_version = 3",
		"SELECT * FROM pragma_database_list",
		"SELECT load_extension('x')",
		"CREATE TEMP TABLE x(a)",
		"INSERT INTO win(run_id) VALUES (9) RETURNING 1",
		"SELECT 1) FROM (SELECT 2",
		"VACUUM INTO '/tmp/x'",
		"",
		"-- nothing",
		"SELECT no_such_column FROM run",
		"SELECT \"label\" || \"labell\" FROM run",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct mms_table *tb = NULL;

		if (run_text(*state, bad[i], NULL, &tb) >= 0)
			fail_msg("took: %s", bad[i]);
		assert_null(tb);
	}
}

static void parameters_are_bound_and_never_text_of_sql(void **state)
{
	const struct mms_metric_param params[] = { { "a", "12" }, { "b", "x' OR 1 --" }, { 0 } };
	struct mms_metric_opts opts = { .params = params };
	struct mms_table *tb mms_auto(table) = NULL;

	assert_int_equal(
		run_text(*state, "SELECT :a + 1 AS a, :b AS b, :c IS NULL AS c", &opts, &tb), 0);
	assert_int_equal(mms_table_cell(tb, 0, 0)->i, 13);
	assert_string_equal(mms_table_cell(tb, 0, 1)->s, "x' OR 1 --");
	assert_int_equal(mms_table_cell(tb, 0, 2)->i, 1);
}

static void rows_are_sorted_and_cut_as_asked(void **state)
{
	static const char sql[] =
		"-- top: 2\nSELECT column1 AS \"a b\", 1 AS z FROM (VALUES (3), (9), (5))";
	struct mms_metric_opts opts = { .sort = "a b", .columns = "a b" };
	struct mms_table *tb mms_auto(table) = NULL, *all mms_auto(table) = NULL;

	assert_int_equal(run_text(*state, sql, &opts, &tb), 0);
	assert_int_equal(mms_table_ncols(tb), 1);
	assert_int_equal(mms_table_nrows(tb), 2);
	assert_int_equal(mms_table_cell(tb, 0, 0)->i, 9);
	assert_string_equal(mms_table_note(tb, 0), "mine: 2 of 3 rows; --top N shows more");
	opts.sort = "+a b";
	opts.top = -1;
	assert_int_equal(run_text(*state, sql, &opts, &all), 0);
	assert_int_equal(mms_table_nrows(all), 3);
	assert_int_equal(mms_table_cell(all, 0, 0)->i, 3);
}

static void what_a_chosen_column_refers_to_comes_along_hidden(void **state)
{
	struct mms_metric_opts opts = { .columns = "p" };
	struct mms_table *tb mms_auto(table) = NULL;

	assert_int_equal(run_text(*state,
				  "-- column: p pct bound zero_of=n\n"
				  "SELECT 'r' AS run, 1 AS lower_bound, 0 AS n, 5 AS x, NULL AS p",
				  &opts, &tb),
			 0);
	assert_int_equal(mms_table_ncols(tb), 4);
	assert_false(mms_table_column(tb, 0)->hidden);
	assert_true(mms_table_column(tb, (size_t)mms_table_find(tb, "lower_bound"))->hidden);
	assert_true(mms_table_column(tb, (size_t)mms_table_find(tb, "n"))->hidden);
	assert_int_equal(mms_table_find(tb, "x"), -1);
}

static void an_unknown_column_is_named_with_those_there_are(void **state)
{
	struct mms_metric_opts opts = { .columns = "a,\"; DROP" };
	struct mms_table *tb = NULL;

	assert_int_equal(run_text(*state, "SELECT 1 AS a, 2 AS b", &opts, &tb), -EINVAL);
	assert_string_equal(mms_err_text(), "--columns: no column '\"; DROP'; there are a,b");
}

static void pages_become_bytes_by_the_page_size_of_the_run(void **state)
{
	struct mms_table *tb mms_auto(table) = NULL, *bytes mms_auto(table) = NULL;

	assert_int_equal(
		run_text(
			*state,
			"-- column: p pages\n-- column: v @u\n"
			"SELECT run, 3 AS p, 1.5 AS v, 'pages/s' AS u, 7 AS n FROM win ORDER BY run",
			NULL, &tb),
		0);
	assert_int_equal(mms_metric_to_bytes(*state, tb, &bytes), 0);
	assert_string_equal(mms_table_column(bytes, 1)->unit, "bytes");
	assert_int_equal(mms_table_cell(bytes, 0, 1)->i, 3 * 4096);
	assert_int_equal(mms_table_cell(bytes, 1, 1)->i, 3 * 65536);
	assert_true(mms_table_cell(bytes, 1, 2)->r == 1.5 * 65536);
	assert_string_equal(mms_table_cell(bytes, 1, 3)->s, "bytes/s");
	assert_int_equal(mms_table_cell(bytes, 1, 4)->i, 7);
}

static void pages_of_different_sizes_are_not_guessed(void **state)
{
	struct mms_table *tb mms_auto(table) = NULL, *bytes = NULL;

	assert_int_equal(run_text(*state, "-- column: p pages\nSELECT 3 AS p", NULL, &tb), 0);
	assert_int_equal(mms_metric_to_bytes(*state, tb, &bytes), -EINVAL);
}

static size_t runs_of(struct sqlite3 *db, const char *pattern)
{
	const char *const runs[] = { pattern, NULL };
	struct mms_window_opts opts = { .runs = runs };
	struct mms_table *tb mms_auto(table) = NULL;

	if (mms_window_make(db, &opts))
		return 0;
	assert_int_equal(run_text(db, "SELECT run FROM win", NULL, &tb), 0);
	return mms_table_nrows(tb);
}

static void runs_are_chosen_by_label_iteration_or_glob(void **state)
{
	assert_int_equal(runs_of(*state, "a"), 2);
	assert_int_equal(runs_of(*state, "a/2"), 1);
	assert_int_equal(runs_of(*state, "*"), 3);
	assert_int_equal(runs_of(*state, "[ab]/1"), 2);
	assert_int_equal(runs_of(*state, "c"), 0);
	assert_non_null(strstr(mms_err_text(), "no run 'c'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_metric_runs_and_documents_its_columns),
		cmocka_unit_test(bounds_and_zeros_name_columns_that_are_there),
		cmocka_unit_test(a_header_line_says_what_a_column_is),
		cmocka_unit_test(what_is_more_than_one_select_is_refused),
		cmocka_unit_test(parameters_are_bound_and_never_text_of_sql),
		cmocka_unit_test(rows_are_sorted_and_cut_as_asked),
		cmocka_unit_test(what_a_chosen_column_refers_to_comes_along_hidden),
		cmocka_unit_test(an_unknown_column_is_named_with_those_there_are),
		cmocka_unit_test(pages_become_bytes_by_the_page_size_of_the_run),
		cmocka_unit_test(pages_of_different_sizes_are_not_guessed),
		cmocka_unit_test(runs_are_chosen_by_label_iteration_or_glob),
	};

	return cmocka_run_group_tests(tests, open_db, close_db);
}
