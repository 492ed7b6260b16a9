// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyze/query.h"
#include "common/err.h"
#include "common/table.h"
#include "schema/db.h"

static struct sqlite3 *db;

static int make(void **state)
{
	(void)state;
	return mms_db_open(":memory:", MMS_DB_CREATE, &db);
}

static int done(void **state)
{
	(void)state;
	mms_db_close(db);
	return 0;
}

static void statements_are_answered_one_by_one(void **state)
{
	const char *sql =
		"-- what\n; SELECT 1 AS a, 'x' AS b;\n SELECT NULL, 2.5, x'00ff' ; -- end\n";
	struct mms_table *tb = NULL;

	(void)state;
	assert_int_equal(mms_query_run(db, &sql, -1, &tb), 0);
	assert_string_equal(mms_table_column(tb, 1)->name, "b");
	assert_int_equal(mms_table_cell(tb, 0, 0)->i, 1);
	mms_table_free(tb);
	assert_int_equal(mms_query_run(db, &sql, -1, &tb), 0);
	assert_int_equal(mms_table_cell(tb, 0, 0)->type, MMS_CELL_NULL);
	assert_string_equal(mms_table_cell(tb, 0, 2)->s, "x'00ff'");
	mms_table_free(tb);
	assert_int_equal(mms_query_run(db, &sql, -1, &tb), 0);
	assert_null(tb);
	assert_string_equal(sql, "");
}

static void a_query_may_only_read(void **state)
{
	static const char *const texts[] = {
		"DELETE FROM run",
		"CREATE TABLE x(y)",
		"CREATE TEMP TABLE x(y)",
		"ATTACH '/tmp/mms_q.db' AS x",
		"VACUUM INTO '/tmp/mms_q.db'",
		"BEGIN",
		"SELECT load_extension('x')",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const char *sql = texts[i];
		struct mms_table *tb = NULL;

		assert_int_equal(mms_query_run(db, &sql, -1, &tb), -EPERM);
		assert_null(tb);
	}
	assert_int_not_equal(access("/tmp/mms_q.db", F_OK), 0);
}

static void an_error_says_what_and_where_to_look(void **state)
{
	const char *sql = "SELECT * FROM mm_never_recorded", *bad = "SELEC 1";
	struct mms_table *tb = NULL;

	(void)state;
	assert_int_equal(mms_query_run(db, &sql, -1, &tb), -EINVAL);
	assert_non_null(strstr(mms_err_text(), "mm_never_recorded"));
	assert_non_null(strstr(mms_err_text(), ".tables"));
	assert_int_equal(mms_query_run(db, &bad, -1, &tb), -EINVAL);
	assert_non_null(strstr(mms_err_text(), "SELEC"));
}

static void rows_beyond_top_are_counted_in_a_note(void **state)
{
	const char *sql =
		"WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
		" SELECT i FROM n";
	struct mms_table *tb = NULL;

	(void)state;
	assert_int_equal(mms_query_run(db, &sql, 4, &tb), 0);
	assert_int_equal(mms_table_nrows(tb), 4);
	assert_non_null(strstr(mms_table_note(tb, 0), "4 of 9 rows"));
	mms_table_free(tb);
}

static void what_there_is_can_be_listed(void **state)
{
	struct mms_table *tb = NULL;

	(void)state;
	assert_int_equal(mms_query_list(db, "tables", "rollup_l*", &tb), 0);
	assert_int_equal(mms_table_nrows(tb), 1);
	assert_string_equal(mms_table_cell(tb, 0, 0)->s, "rollup_lru");
	mms_table_free(tb);
	assert_int_equal(mms_query_list(db, "schema", "loss", &tb), 0);
	assert_non_null(strstr(mms_table_cell(tb, 0, 0)->s, "CREATE TABLE loss"));
	mms_table_free(tb);
	assert_int_equal(mms_query_list(db, "nothing", NULL, &tb), -ENOENT);
}

static void a_statement_is_complete_with_its_semicolon(void **state)
{
	(void)state;
	assert_true(mms_query_is_complete("SELECT ';';\n"));
	assert_false(mms_query_is_complete("SELECT ';'\n"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make, done)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(statements_are_answered_one_by_one),
		TEST(a_query_may_only_read),
		TEST(an_error_says_what_and_where_to_look),
		TEST(rows_beyond_top_are_counted_in_a_note),
		TEST(what_there_is_can_be_listed),
		TEST(a_statement_is_complete_with_its_semicolon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
