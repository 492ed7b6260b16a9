// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "common/err.h"
#include "common/meta.h"
#include "schema/db.h"

static char dir[] = "/tmp/mms_test_db.XXXXXX";
static char path[64];

static int make_dir(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/x.db", dir);
	return 0;
}

static int remove_file(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	return rmdir(dir);
}

static void exec_file(const char *sql)
{
	sqlite3 *db = NULL;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void a_created_database_opens_again(void **state)
{
	struct sqlite3 *db = NULL;

	(void)state;
	assert_int_equal(mms_db_open(path, MMS_DB_CREATE, &db), 0);
	assert_int_equal(mms_db_exec(db, "run",
				     "INSERT INTO run(label, n, fingerprint, source)"
				     " VALUES ('a', 1, 'f', 's')"),
			 0);
	mms_db_close(db);
	assert_int_equal(mms_db_open(path, MMS_DB_CREATE, &db), -EEXIST);
	assert_int_equal(mms_db_open(path, MMS_DB_WRITE, &db), 0);
	mms_db_close(db);
	assert_int_equal(mms_db_open(path, MMS_DB_READ, &db), 0);
	assert_int_equal(mms_db_exec(db, "run", "DELETE FROM run"), -EACCES);
	mms_db_close(db);
}

static void a_missing_file_is_named(void **state)
{
	struct sqlite3 *db = NULL;

	(void)state;
	assert_int_equal(mms_db_open(path, MMS_DB_READ, &db), -ENOENT);
	assert_non_null(strstr(mms_err_text(), path));
	assert_int_equal(mms_db_open(path, MMS_DB_WRITE, &db), -ENOENT);
	assert_null(db);
}

static void a_foreign_database_is_refused(void **state)
{
	struct sqlite3 *db = NULL;

	(void)state;
	exec_file("CREATE TABLE run(x)");
	assert_int_equal(mms_db_open(path, MMS_DB_WRITE, &db), -EBADMSG);
	assert_non_null(strstr(mms_err_text(), "not a database of mmscope"));
}

static void a_file_that_is_no_database_is_refused(void **state)
{
	FILE *f = fopen(path, "w");
	struct sqlite3 *db = NULL;

	(void)state;
	for (int i = 0; i < 1000; i++)
		fputs("this is text\n", f);
	fclose(f);
	assert_int_equal(mms_db_open(path, MMS_DB_READ, &db), -EBADMSG);
}

static void another_schema_is_refused_with_the_next_step(void **state)
{
	struct sqlite3 *db = NULL;

	(void)state;
	assert_int_equal(mms_db_open(path, MMS_DB_CREATE, &db), 0);
	mms_db_close(db);
	exec_file("PRAGMA user_version = 99");
	assert_int_equal(mms_db_open(path, MMS_DB_READ, &db), -ENOTSUP);
	assert_non_null(strstr(mms_err_text(), "parse the recordings again"));
}

/* So many rows that pages are written before the end; then the program dies. */
static void die_while_writing(void)
{
	struct sqlite3 *db = NULL;

	if (mms_db_open(path, MMS_DB_WRITE, &db) ||
	    mms_db_exec(
		    db, "fill",
		    "PRAGMA cache_size = 2; BEGIN; DELETE FROM env;"
		    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9999)"
		    " INSERT INTO env SELECT i, 'key', hex(zeroblob(99)) FROM n"))
		_exit(1);
	_exit(0);
}

static void what_a_killed_writer_began_is_undone_for_a_reader(void **state)
{
	struct sqlite3 *db = NULL;
	sqlite3_stmt *st = NULL;
	char journal[80];
	int status;

	(void)state;
	assert_int_equal(mms_db_open(path, MMS_DB_CREATE, &db), 0);
	assert_int_equal(mms_db_exec(db, "env", "INSERT INTO env VALUES (1, 'k', 'v')"), 0);
	mms_db_close(db);
	if (!fork())
		die_while_writing();
	assert_true(wait(&status) > 0 && WIFEXITED(status) && !WEXITSTATUS(status));
	snprintf(journal, sizeof(journal), "%s-journal", path);
	assert_int_equal(access(journal, F_OK), 0);
	assert_int_equal(mms_db_open(path, MMS_DB_READ, &db), 0);
	assert_int_equal(
		sqlite3_prepare_v2(db, "SELECT COUNT(*) FROM env WHERE value = 'v'", -1, &st, NULL),
		SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(st, 0), 1);
	sqlite3_finalize(st);
	mms_db_close(db);
	assert_int_not_equal(access(journal, F_OK), 0);
}

static void a_misspelt_column_is_an_error(void **state)
{
	struct sqlite3 *db mms_auto(db) = NULL;

	(void)state;
	assert_int_equal(mms_db_open(":memory:", MMS_DB_CREATE, &db), 0);
	assert_true(mms_db_exec(db, "q", "SELECT \"lable\" FROM run") < 0);
}

/* Views are compiled when they are used, not when they are made. */
static void every_view_compiles(void **state)
{
	struct sqlite3 *db mms_auto(db) = NULL;
	sqlite3_stmt *st = NULL;
	int n = 0;

	(void)state;
	assert_int_equal(mms_db_open(":memory:", MMS_DB_CREATE, &db), 0);
	assert_int_equal(sqlite3_prepare_v2(db,
					    "SELECT name FROM sqlite_schema WHERE type = 'view'",
					    -1, &st, NULL),
			 SQLITE_OK);
	while (sqlite3_step(st) == SQLITE_ROW) {
		char sql[256];

		snprintf(sql, sizeof(sql), "SELECT * FROM \"%s\" LIMIT 0",
			 sqlite3_column_text(st, 0));
		assert_int_equal(mms_db_exec(db, sql, sql), 0);
		n++;
	}
	sqlite3_finalize(st);
	assert_true(n > 0);
}

static int is_documented(const char *text, const char *column)
{
	struct mms_meta m;

	while (mms_meta_next(&text, &m)) {
		const char *v = m.value;
		size_t left = m.value_len, len;
		const char *word;

		if (m.key_len != 6 || memcmp(m.key, "column", 6))
			continue;
		while ((word = mms_meta_word(&v, &left, &len))) {
			int more = word[len - 1] == ',';

			if (len - (size_t)more == strlen(column) &&
			    !memcmp(word, column, strlen(column)))
				return 1;
			if (!more)
				break;
		}
	}
	return 0;
}

/* The dictionaries of samples say what they are beside the columns. */
static void every_column_of_a_table_is_documented(void **state)
{
	(void)state;
	for (const struct mms_file *f = mms_schema_tables; f->name; f++) {
		sqlite3 *db = NULL;
		sqlite3_stmt *st = NULL;

		assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
		assert_int_equal(sqlite3_exec(db, f->text, NULL, NULL, NULL), SQLITE_OK);
		sqlite3_prepare_v2(
			db,
			"SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name)"
			" AS c WHERE t.type = 'table'",
			-1, &st, NULL);
		while (sqlite3_step(st) == SQLITE_ROW)
			if (!is_documented(f->text, (const char *)sqlite3_column_text(st, 1)))
				fail_msg("%s.sql: no '-- column:' line for %s", f->name,
					 sqlite3_column_text(st, 1));
		sqlite3_finalize(st);
		sqlite3_close(db);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_created_database_opens_again, remove_file),
		cmocka_unit_test(a_missing_file_is_named),
		cmocka_unit_test_teardown(a_foreign_database_is_refused, remove_file),
		cmocka_unit_test_teardown(a_file_that_is_no_database_is_refused, remove_file),
		cmocka_unit_test_teardown(another_schema_is_refused_with_the_next_step,
					  remove_file),
		cmocka_unit_test_teardown(what_a_killed_writer_began_is_undone_for_a_reader,
					  remove_file),
		cmocka_unit_test(a_misspelt_column_is_an_error),
		cmocka_unit_test(every_view_compiles),
		cmocka_unit_test(every_column_of_a_table_is_documented),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
