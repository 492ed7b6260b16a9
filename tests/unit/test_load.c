// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "common/err.h"
#include "parse/load.h"
#include "schema/db.h"

static int64_t number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int64_t value;

	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	value = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return value;
}

static sqlite3 *fresh(const char *tables)
{
	sqlite3 *db = NULL;

	assert_int_equal(mms_db_open(":memory:", MMS_DB_CREATE, &db), 0);
	assert_int_equal(mms_db_exec(db, "tables", tables), 0);
	return db;
}

static const struct mms_load_column cols[] = {
	{ "seq", MMS_CELL_KIND_INT },
	{ "order", MMS_CELL_KIND_INT },
	{ "comm", MMS_CELL_KIND_TEXT },
	{ "raw", MMS_CELL_KIND_BLOB },
};

static const char table[] = "CREATE TABLE t(seq INTEGER PRIMARY KEY, \"order\" INTEGER, comm TEXT,"
			    " raw BLOB, other INTEGER)";

static void cells_that_are_not_set_are_null(void **state)
{
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows;

	(void)state;
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_int_equal(mms_load_table(load, "t", cols, 4, &rows), 0);
	assert_true(mms_rows_add(rows));
	mms_row_set(rows, 0, 7);
	mms_row_set(rows, 1, INT64_MIN);
	mms_row_set_bytes(rows, 2, "kswapd0xxx", 7);
	mms_row_set_bytes(rows, 3, "\0\1", 2);
	assert_true(mms_rows_add(rows));
	mms_row_set(rows, 0, 8);
	assert_int_equal(mms_load_finish(load), 0);
	assert_int_equal(
		number(db,
		       "SELECT COUNT(*) FROM t WHERE seq = 7 AND \"order\" = -9223372036854775807 - 1"
		       " AND comm = 'kswapd0' AND raw = x'0001' AND other IS NULL"),
		1);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM t WHERE seq = 8 AND \"order\" IS NULL AND"
				    " comm IS NULL AND raw IS NULL"),
			 1);
}

static void more_than_64_columns_keep_their_nulls(void **state)
{
	struct mms_load_column many[130];
	char names[130][8], sql[4096] = "CREATE TABLE wide(";
	size_t len = strlen(sql);
	struct mms_load *load = NULL;
	struct mms_rows *rows;
	sqlite3 *db mms_auto(db) = NULL;

	(void)state;
	for (int i = 0; i < 130; i++) {
		snprintf(names[i], sizeof(names[i]), "f%d", i);
		many[i] = (struct mms_load_column){ names[i], MMS_CELL_KIND_INT };
		len += (size_t)snprintf(sql + len, sizeof(sql) - len, "%s%s", i ? "," : "",
					names[i]);
	}
	snprintf(sql + len, sizeof(sql) - len, ")");
	db = fresh(sql);
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_int_equal(mms_load_table(load, "wide", many, 130, &rows), 0);
	for (int64_t r = 0; r < 1000; r++) {
		assert_true(mms_rows_add(rows));
		mms_row_set(rows, (size_t)(r % 130), r);
	}
	assert_int_equal(mms_load_finish(load), 0);
	mms_load_free(load);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM wide"), 1000);
	assert_int_equal(number(db, "SELECT SUM(f129) FROM wide"),
			 129 + 259 + 389 + 519 + 649 + 779 + 909);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM wide WHERE f64 IS NOT NULL"), 8);
}

static void text_larger_than_a_batch_keeps_its_bytes(void **state)
{
	static char big[1024 * 1024];
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows;

	(void)state;
	memset(big, 'x', sizeof(big));
	assert_int_equal(mms_load_new_slots(db, 3, &load), 0);
	assert_int_equal(mms_load_table(load, "t", cols, 4, &rows), 0);
	for (int i = 0; i < 20; i++) {
		assert_true(mms_rows_add(rows));
		mms_row_set(rows, 0, i);
		big[0] = (char)('a' + i);
		mms_row_set_bytes(rows, 2, big, sizeof(big));
	}
	assert_int_equal(mms_load_finish(load), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM t WHERE length(comm) = 1048576 AND"
				    " substr(comm, 1, 1) = char(97 + seq)"),
			 20);
}

/* Each of 200 tables holds a part-filled batch; there are three. */
static void more_tables_than_slots_do_not_wait_for_ever(void **state)
{
	struct mms_rows *rows[200];
	struct mms_load *load mms_auto(load) = NULL;
	sqlite3 *db mms_auto(db) = fresh("CREATE TABLE all_of(t INTEGER, n INTEGER)");
	const struct mms_load_column two[] = { { "t", MMS_CELL_KIND_INT },
					       { "n", MMS_CELL_KIND_INT } };

	(void)state;
	assert_int_equal(mms_load_new_slots(db, 0, &load), 0);
	for (int i = 0; i < 200; i++)
		assert_int_equal(mms_load_table(load, "all_of", two, 2, &rows[i]), 0);
	for (int64_t n = 0; n < 20000; n++) {
		struct mms_rows *r = rows[n * 7919 % 200];

		assert_true(mms_rows_add(r));
		mms_row_set(r, 0, n * 7919 % 200);
		mms_row_set(r, 1, n);
	}
	assert_int_equal(mms_load_finish(load), 0);
	assert_int_equal(
		number(db, "SELECT COUNT(DISTINCT n) FROM all_of WHERE t = n * 7919 % 200"), 20000);
}

static void rows_keep_their_order(void **state)
{
	sqlite3 *db mms_auto(db) = fresh("CREATE TABLE o(id INTEGER PRIMARY KEY, seq INTEGER)");
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows;

	(void)state;
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_int_equal(mms_load_table(load, "o", cols, 1, &rows), 0);
	for (int64_t i = 1; i <= 200000; i++) {
		assert_true(mms_rows_add(rows));
		mms_row_set(rows, 0, i);
	}
	assert_int_equal(mms_load_finish(load), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM o WHERE id = seq"), 200000);
}

static void an_error_of_the_thread_is_told_at_the_end(void **state)
{
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows;
	bool stopped = false;

	(void)state;
	assert_int_equal(mms_load_new_slots(db, 3, &load), 0);
	assert_int_equal(mms_load_table(load, "t", cols, 4, &rows), 0);
	for (int i = 0; !stopped && i < 10000000; i++) {
		stopped = !mms_rows_add(rows);
		mms_row_set(rows, 0, 1); /* a primary key cannot be there twice */
		mms_row_set_bytes(rows, 2, "x", 1);
	}
	assert_true(stopped);
	assert_int_equal(mms_load_finish(load), -EINVAL);
	assert_non_null(strstr(mms_err_text(), "rows of t"));
	assert_non_null(strstr(mms_err_text(), "UNIQUE"));
}

static void a_missing_table_is_told_at_once(void **state)
{
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows;

	(void)state;
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_true(mms_load_table(load, "none", cols, 1, &rows) < 0);
	assert_non_null(strstr(mms_err_text(), "none"));
}

static void tables_can_be_made_while_rows_are_loaded(void **state)
{
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load mms_auto(load) = NULL;
	struct mms_rows *rows, *late;

	(void)state;
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_int_equal(mms_load_table(load, "t", cols, 4, &rows), 0);
	for (int64_t i = 0; i < 100000; i++) {
		if (i == 50000) {
			mms_db_exec(mms_load_lock(load), "late",
				    "CREATE TABLE late(seq INTEGER);"
				    "ALTER TABLE t ADD COLUMN more INTEGER");
			mms_load_unlock(load);
			assert_int_equal(mms_load_table(load, "late", cols, 1, &late), 0);
		}
		assert_true(mms_rows_add(rows));
		mms_row_set(rows, 0, i);
	}
	assert_true(mms_rows_add(late));
	mms_row_set(late, 0, 3);
	assert_int_equal(mms_load_finish(load), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM t WHERE more IS NULL"), 100000);
	assert_int_equal(number(db, "SELECT seq FROM late"), 3);
}

static void rows_of_an_unfinished_load_can_be_rolled_back(void **state)
{
	sqlite3 *db mms_auto(db) = fresh(table);
	struct mms_load *load = NULL;
	struct mms_rows *rows;

	(void)state;
	assert_int_equal(mms_db_exec(db, "begin", "SAVEPOINT s"), 0);
	assert_int_equal(mms_load_new(db, &load), 0);
	assert_int_equal(mms_load_table(load, "t", cols, 4, &rows), 0);
	for (int64_t i = 0; i < 50000; i++) {
		assert_true(mms_rows_add(rows));
		mms_row_set(rows, 0, i);
	}
	mms_load_free(load);
	assert_int_equal(mms_db_exec(db, "undo", "ROLLBACK TO s; RELEASE s"), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM t"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_that_are_not_set_are_null),
		cmocka_unit_test(more_than_64_columns_keep_their_nulls),
		cmocka_unit_test(text_larger_than_a_batch_keeps_its_bytes),
		cmocka_unit_test(more_tables_than_slots_do_not_wait_for_ever),
		cmocka_unit_test(rows_keep_their_order),
		cmocka_unit_test(an_error_of_the_thread_is_told_at_the_end),
		cmocka_unit_test(a_missing_table_is_told_at_once),
		cmocka_unit_test(tables_can_be_made_while_rows_are_loaded),
		cmocka_unit_test(rows_of_an_unfinished_load_can_be_rolled_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
