// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/err.h"
#include "parse/parse.h"
#include "parse/values.h"
#include "schema/db.h"
#include "schema/stmt.h"

#define HEADING "label,run,metric,unit,value"

static char path[] = "/tmp/test-values-XXXXXX";

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

static int load(struct sqlite3 *db, const char *text, bool force, struct mms_parse_result *res)
{
	const struct mms_parse_opts opts = { .force = force };
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return mms_parse(db, path, &opts, res);
}

static struct sqlite3 *new_db(void)
{
	struct sqlite3 *db = NULL;

	assert_int_equal(mms_db_open(":memory:", MMS_DB_CREATE, &db), 0);
	return db;
}

/* "LABEL/N METRIC UNIT BETTER VALUE;" of all results. */
static const struct mms_file queries[] = {
	{ "all",
	  "SELECT GROUP_CONCAT(r.label || '/' || r.n || ' ' || v.metric || ' ' || v.unit || ' '"
	  " || COALESCE(v.better, '-') || ' ' || COALESCE(v.value, '?'), ';')"
	  " FROM result AS v JOIN run AS r ON r.id = v.run_id ORDER BY v.id",
	  0 },
	{ NULL, NULL, 0 },
};

static void assert_results(struct sqlite3 *db, const char *should)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	struct mms_file files[2] = { queries[0], { 0 } };
	const char *text;

	files[0].len = strlen(files[0].text);
	assert_int_equal(mms_stmt_open(db, files, "all", &st), 0);
	assert_int_equal(mms_stmt_step(st), 1);
	text = mms_stmt_text(st, 0);
	assert_string_equal(text ? text : "", should);
}

static void lines_become_results_of_runs_that_are_made(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db,
			      HEADING "\nbase,1,wall,s,1.5\nbase,2,wall,s,2e3\r\n\n# later\n"
				      "new,1,rate,ops/s,-7\n",
			      false, &res),
			 0);
	assert_results(db, "base/1 wall s - 1.5;base/2 wall s - 2000.0;new/1 rate ops/s - -7.0");
	assert_string_equal(res.name, "3 values");
	assert_string_equal(res.notes, "3 runs were made for them: they have no recording");
}

static void a_run_that_is_there_gets_the_result(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db, HEADING "\nbase,1,a,s,1\n", false, &res), 0);
	assert_int_equal(load(db, HEADING "\nbase,1,b,s,2\n", false, &res), 0);
	assert_string_equal(res.notes, "");
	assert_results(db, "base/1 a s - 1.0;base/1 b s - 2.0");
}

static void fields_may_be_quoted_and_tell_what_is_better(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db,
			      HEADING ",better\n\"a, b\",1,\"say \"\"x\"\"\",%,99,more\n"
				      "a,1,no unit,,4,\n",
			      false, &res),
			 0);
	assert_results(db, "a, b/1 say \"x\" pct more 99.0;a/1 no unit  - 4.0");
}

static void unknown_values_are_null(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db, HEADING "\na,1,x,s,\na,2,x,s,NaN\na,3,x,s,?\n", false, &res), 0);
	assert_results(db, "a/1 x s - ?;a/2 x s - ?;a/3 x s - ?");
}

static void lines_that_are_none_are_refused_by_number(void **state)
{
	const char *const lines[] = {
		"a,1,x,s",  "a,1,x,s,1,less,7", "a,one,x,s,1", "a,0,x,s,1",        ",1,x,s,1",
		"a,1,,s,1", "a,1,x,s,fast",     "a,1,x,s,inf", "a,1,x,s,1,better", "a,,x,s,1",
	};
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;
	char text[128];

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		snprintf(text, sizeof(text), HEADING "\na,1,good,s,1\n%s\n", lines[i]);
		assert_int_equal(load(db, text, false, &res), -EBADMSG);
		assert_non_null(strstr(mms_err_text(), "line 3"));
		assert_results(db, ""); /* all or nothing */
	}
}

static void a_second_value_needs_force(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db, HEADING "\na,1,x,s,1\n", false, &res), 0);
	assert_int_equal(load(db, HEADING "\na,1,x,s,2\n", false, &res), -EEXIST);
	assert_results(db, "a/1 x s - 1.0");
	assert_int_equal(load(db, HEADING "\na,1,x,s,2\n", true, &res), 0);
	assert_results(db, "a/1 x s - 2.0");
}

static void no_value_is_an_error(void **state)
{
	struct sqlite3 *db mms_auto(db) = new_db();
	struct mms_parse_result res;

	(void)state;
	assert_int_equal(load(db, HEADING "\n", false, &res), -ENODATA);
	assert_int_equal(load(db, HEADING, false, &res), -ENODATA);
}

static void other_files_are_not_taken_for_one(void **state)
{
	FILE *f = fopen(path, "w");

	(void)state;
	fputs("label,run,metric\n", f);
	fclose(f);
	assert_false(mms_values_is(path));
	assert_false(mms_values_is("/nonexistent"));
	assert_false(mms_values_is("/tmp"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_become_results_of_runs_that_are_made),
		cmocka_unit_test(a_run_that_is_there_gets_the_result),
		cmocka_unit_test(fields_may_be_quoted_and_tell_what_is_better),
		cmocka_unit_test(unknown_values_are_null),
		cmocka_unit_test(lines_that_are_none_are_refused_by_number),
		cmocka_unit_test(a_second_value_needs_force),
		cmocka_unit_test(no_value_is_an_error),
		cmocka_unit_test(other_files_are_not_taken_for_one),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
