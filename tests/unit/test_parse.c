// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "common/err.h"
#include "parse/input.h"
#include "parse/parse.h"
#include "schema/db.h"
#include "tests/unit/tmp_dir.h"

static struct sqlite3 *db;

static int make(void **state)
{
	return tmp_dir_make(state) || mms_db_open(":memory:", MMS_DB_CREATE, &db);
}

static int done(void **state)
{
	mms_db_close(db);
	return tmp_dir_remove(state);
}

/* First column of the first row, "NULL" for NULL, "" when there is no row. */
static const char *ask(const char *sql)
{
	static char text[256];
	sqlite3_stmt *st = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	text[0] = '\0';
	if (sqlite3_step(st) == SQLITE_ROW)
		snprintf(text, sizeof(text), "%s",
			 sqlite3_column_text(st, 0) ? (const char *)sqlite3_column_text(st, 0)
						    : "NULL");
	sqlite3_finalize(st);
	return text;
}

static int parse(const char *name, const struct mms_parse_opts *opts)
{
	static const struct mms_parse_opts plain = { .detail = MMS_DETAIL_EVENTS };
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", tmp_dir, name);
	return mms_parse(db, path, opts ? opts : &plain, NULL);
}

static const char run_json[] =
	"{\"format\": 1, \"state\": \"complete\", \"label\": \"mine\","
	" \"command\": [\"make\", \"-j 2\", \"it's\"], \"status\": 3,"
	" \"start\": {\"wall\": \"2026-01-02T03:04:05Z\"},"
	" \"wall_ns\": 5000000000, \"user_ns\": 1, \"sys_ns\": 2,"
	" \"kernel\": {\"release\": \"6.18.5\", \"machine\": \"aarch64\"},"
	" \"nr_cpus\": 64, \"page_size\": 65536, \"hz\": 250, \"lru_gen\": \"0x0007\","
	" \"clock\": {\"name\": \"mono\", \"sample_clock\": \"mono\", \"wall_offset_ns\": 99},"
	" \"cpus\": [{\"overrun\": 5, \"commit_overrun\": 1, \"dropped\": 2}, {\"overrun\": 7}],"
	" \"tracing\": {\"on_ns\": 1000, \"off_ns\": 9000, \"stopped\": \"disk full\"},"
	" \"buffer\": {\"per_cpu_kb\": 2048}, \"notes\": [\"a\", \"b\"], \"cgroup\": {\"memory\": \"v2\"}}";

static void what_run_json_says_is_in_the_run(void **state)
{
	(void)state;
	tmp_dir_write("r/run.json", run_json);
	tmp_dir_write("r/vmstat.before", "nr_inactive_anon 1\npgpgin 2\npgscan_kswapd 3\n");
	assert_int_equal(parse("r", NULL), 0);
	assert_string_equal(ask("SELECT label || '/' || n FROM run"), "mine/1");
	assert_string_equal(
		ask("SELECT kernel || ' ' || machine || ' ' || nr_cpus || ' ' || page_size"
		    " || ' ' || hz || ' ' || clock || ' ' || wall_offset_ns FROM run"),
		"6.18.5 aarch64 64 65536 250 mono 99");
	assert_string_equal(ask("SELECT command FROM run"), "make '-j 2' 'it'\\''s'");
	assert_string_equal(ask("SELECT status || ' ' || wall_ns || ' ' || user_ns || ' ' || sys_ns"
				" || ' ' || recorded_at FROM run"),
			    "3 5000000000 1 2 2026-01-02T03:04:05Z");
	assert_string_equal(
		ask("SELECT win_from_ns || ' ' || win_to_ns || ' ' || win_kind FROM run"),
		"1000 9000 tracing");
	assert_string_equal(ask("SELECT lost_events || ' ' || lost_unknown FROM run"), "15 0");
	assert_string_equal(ask("SELECT incomplete_why FROM run"),
			    "tracing was stopped before the end: disk full");
	assert_string_equal(ask("SELECT mglru || ' ' || counter_scope FROM run"), "1 global");
	assert_string_equal(ask("SELECT value FROM env WHERE key = 'buffer.per_cpu_kb'"), "2048");
	assert_string_equal(ask("SELECT value FROM env WHERE key = 'notes'"), "[\"a\",\"b\"]");
}

static void files_of_other_recorders_say_it_too(void **state)
{
	(void)state;
	tmp_dir_write("r/vmstat.before", "nr_inactive_anon 1\npgscan_kswapd 3\npgpgin 2\n");
	tmp_dir_write("r/uname", "Linux (none) 6.1.0-57-amd64 #1 SMP Debian x86_64 GNU/Linux\n");
	tmp_dir_write("r/trace_clock", "local [global] counter\n");
	tmp_dir_write("r/lru_gen.enabled", "absent\n");
	tmp_dir_write("r/settings", "/proc/sys/vm/swappiness: 60\n/sys/x: a: b\n");
	tmp_dir_write("r/config", "# comment\nCONFIG_HZ=250\nCONFIG_X=\"a=b\"\n");
	tmp_dir_write("r/ring_buffer.stats", "cpu0\nentries: 9\noverrun: 4\ncommit overrun: 1\n"
					     "dropped events: 0\ncpu1\noverrun: 6\n");
	tmp_dir_write("r/time.json", "{\"user_s\": 1.5, \"system_s\": 0.25, \"elapsed_s\": 2}");
	assert_int_equal(parse("r", NULL), 0);
	assert_string_equal(
		ask("SELECT label || ' ' || kernel || ' ' || machine || ' ' || clock FROM run"),
		"r 6.1.0-57-amd64 x86_64 global");
	assert_string_equal(
		ask("SELECT mglru || ' ' || counter_scope || ' ' || page_size FROM run"),
		"0 all 4096");
	assert_string_equal(ask("SELECT lost_events FROM run"), "11");
	assert_string_equal(ask("SELECT value FROM env WHERE key = '/sys/x'"), "a: b");
	assert_string_equal(ask("SELECT value FROM env WHERE key = 'CONFIG_X'"), "\"a=b\"");
	assert_string_equal(ask("SELECT wall_ns || ' ' || user_ns || ' ' || sys_ns FROM run"),
			    "2000000000 1500000000 250000000");
	assert_string_equal(
		ask("SELECT win_from_ns || ' ' || win_to_ns || ' ' || win_kind || ' ' ||"
		    " clock_is_ns FROM run"),
		"0 2000000000 snapshots 1");
}

static void without_any_time_there_are_no_rates(void **state)
{
	(void)state;
	tmp_dir_write("r/vmstat.before", "pgpgin 2\n");
	tmp_dir_write("r/vmstat.after", "pgpgin 5\n");
	assert_int_equal(parse("r", NULL), 0);
	assert_string_equal(
		ask("SELECT win_from_ns || ' ' || win_to_ns || ' ' || win_kind || ' ' ||"
		    " clock_is_ns FROM run"),
		"0 1 snapshots 0");
	assert_string_equal(ask("SELECT group_concat(ts_ns || '=' || value) FROM sample"),
			    "0=2,1=5");
	assert_string_equal(ask("SELECT kernel FROM run"), "NULL");
	assert_string_equal(ask("SELECT counter_scope FROM run"), "NULL");
	assert_string_equal(ask("SELECT mglru FROM run"), "NULL");
	assert_string_equal(ask("SELECT incomplete FROM run"), "0");
}

static const char samples[] =
	"SELECT group_concat(s.ts_ns || '=' || COALESCE(s.value, 'max'), ' ') FROM"
	" sample AS s JOIN sample_key AS k ON k.id = s.key_id JOIN sample_scope AS"
	" c ON c.id = s.scope_id WHERE k.key || '@' || c.scope = '%s'";

static const char *sampled(const char *key_at_scope)
{
	char *sql = sqlite3_mprintf(samples, key_at_scope);
	const char *text = ask(sql);

	sqlite3_free(sql);
	return text;
}

static void a_value_has_a_row_where_it_changed(void **state)
{
	(void)state;
	tmp_dir_write("r/run.json", "{\"label\": \"x\"}");
	tmp_dir_write("r/snapshots", "before 0.5 1.000000001\nafter 5.0 5.1\n");
	tmp_dir_write("r/vmstat.before", "a 1\nb 5\n");
	tmp_dir_write("r/vmstat.series", "=== 3.000000000 /proc/vmstat\na 2\nb 5\n"
					 "=== 2.25 /proc/vmstat\na 1\nb 5\n"
					 "=== bad /proc/vmstat\na 77\n"
					 "=== 4 /proc/vmstat\na 2\nb 6\n"
					 "=== 5 /proc/vmstat\na 9\nb 9\n");
	tmp_dir_write("r/vmstat.after", "a 3\nb 6\n");
	tmp_dir_write("r/cgroup/root/A/memory.high.before", "max\n");
	tmp_dir_write("r/cgroup/root/A/memory.high.series",
		      "=== 2 x\n4096\n=== 3 x\nmax\n=== 4 x\nmax\n");
	assert_int_equal(parse("r", NULL), 0);
	assert_string_equal(
		ask("SELECT win_from_ns || ' ' || win_to_ns || ' ' || win_kind || ' ' ||"
		    " clock_is_ns FROM run"),
		"1000000001 5000000000 markers 1");
	assert_string_equal(sampled("vmstat.a@"), "1000000001=1 3000000000=2 5000000000=3");
	assert_string_equal(sampled("vmstat.b@"), "1000000001=5 4000000000=6");
	assert_string_equal(sampled("memory.high@/A"),
			    "1000000001=max 2000000000=4096 3000000000=max");
}

static void dictionaries_are_shared_by_runs(void **state)
{
	(void)state;
	tmp_dir_write("a/vmstat.before", "x 1\n");
	tmp_dir_write("b/vmstat.before", "x 2\ny 3\n");
	assert_int_equal(parse("a", NULL), 0);
	assert_int_equal(parse("b", NULL), 0);
	assert_string_equal(ask("SELECT group_concat(id || key) FROM sample_key"),
			    "1vmstat.x,2vmstat.y");
	assert_string_equal(ask("SELECT group_concat(run_id || '.' || key_id) FROM sample"),
			    "1.1,2.1,2.2");
}

static void counter_items_are_named_by_the_file_else_by_vmstat(void **state)
{
	(void)state;
	tmp_dir_write("a/vmstat.before",
		      "nr_free_pages 1\nnr_inactive_anon 1\nnr_active_anon 1\n"
		      "nr_dirty_threshold 1\nnr_memmap 1\npgpgin 2\npgpgout 1\nnr_unstable 0\n");
	tmp_dir_write("b/vmstat.before", "pgpgin 2\n");
	tmp_dir_write("b/enums",
		      "# from BTF\nvm_event_item 7 PGSCAN_KSWAPD\nvm_event_item 7 TWICE\nbad\n");
	assert_int_equal(parse("a", NULL), 0);
	assert_int_equal(parse("b", NULL), 0);
	assert_string_equal(
		ask("SELECT group_concat(name || value || text, ' ') FROM enum WHERE run_id = 1"),
		"node_stat_item0NR_INACTIVE_ANON node_stat_item1NR_ACTIVE_ANON"
		" vm_event_item0PGPGIN vm_event_item1PGPGOUT");
	assert_string_equal(
		ask("SELECT group_concat(name || value || text, ' ') FROM enum WHERE run_id = 2"),
		"vm_event_item7PGSCAN_KSWAPD");
}

static void tasks_and_cgroups_are_taken_from_the_snapshot(void **state)
{
	(void)state;
	tmp_dir_write("r/vmstat.before", "x 1\n");
	tmp_dir_write("r/cgroup/ids.before", "# inode path\n1 /\n20 /a b\nx\n");
	tmp_dir_write("r/cgroup/ids.after", "1 /\n20 /a b\n33 /new\n");
	tmp_dir_write("r/tasks",
		      "7 7 /a\\040b  odd name \n8 7 - x\n9 9 /gone y\n10 9 /gone z\nrubbish\n11\n");
	assert_int_equal(parse("r", NULL), 0);
	assert_string_equal(
		ask("SELECT group_concat(id || path, ' ') FROM (SELECT * FROM cgroup ORDER BY id)"),
		"1/ 20/a b 33/new");
	assert_string_equal(
		ask("SELECT group_concat(pid || ':' || tgid || ':' || comm || ':' ||"
		    " COALESCE(cgroup_id, '?')) FROM (SELECT * FROM task ORDER BY pid)"),
		"7:7: odd name :20,8:7:x:?,9:9:y:?,10:9:z:?");
}

static void a_failure_leaves_nothing(void **state)
{
	static const sig_atomic_t stop = 1;
	const struct mms_parse_opts stopped = { .detail = MMS_DETAIL_EVENTS, .stop = &stop };

	(void)state;
	tmp_dir_write("r/vmstat.before", "x 1\n");
	tmp_dir_write("bad/trace.dat", "no trace at all");
	tmp_dir_write("cut/run.json", "{\"state\": \"running\"}");
	assert_int_equal(parse("r", &stopped), -EINTR);
	assert_true(parse("bad", NULL) < 0);
	assert_non_null(strstr(mms_err_text(), "trace.dat"));
	assert_int_equal(parse("cut", NULL), -EBUSY);
	assert_non_null(strstr(mms_err_text(), "--finish"));
	assert_string_equal(
		ask("SELECT (SELECT COUNT(*) FROM run) + (SELECT COUNT(*) FROM sample_key)"), "0");
	assert_int_equal(parse("r", NULL), 0);
	assert_int_equal(parse("r", NULL), -EEXIST);
	assert_non_null(strstr(mms_err_text(), "r/1"));
	assert_string_equal(ask("SELECT COUNT(*) FROM run"), "1");
}

static void a_run_can_be_loaded_anew(void **state)
{
	const struct mms_parse_opts force = { .detail = MMS_DETAIL_ALL,
					      .force = true,
					      .label = "new" };
	char path[] = MMS_TEST_DATA "/tracedat/v7-zstd.dat";
	const struct mms_parse_opts plain = { .detail = MMS_DETAIL_ALL };
	char before[64], rows[64];

	(void)state;
	assert_int_equal(mms_parse(db, path, &plain, NULL), 0);
	snprintf(rows, sizeof(rows), "%s", ask("SELECT SUM(n) FROM rollup_event"));
	snprintf(before, sizeof(before), "%s", ask("SELECT COUNT(*) FROM sqlite_master"));
	assert_int_equal(mms_parse(db, path, &force, NULL), 0);
	assert_string_equal(ask("SELECT label || '/' || n FROM run"), "new/1");
	assert_string_equal(ask("SELECT SUM(n) FROM rollup_event"), rows);
	assert_string_equal(ask("SELECT SUM(count) FROM event_type"), rows);
	assert_string_equal(ask("SELECT COUNT(*) FROM sqlite_master"), before);
	assert_string_equal(ask("SELECT COUNT(*) FROM event_type WHERE table_name <> name"), "0");
}

static void a_recording_is_an_input_like_a_database(void **state)
{
	char path[128];

	(void)state;
	mms_db_close(db);
	db = NULL;
	tmp_dir_write("r/vmstat.before", "x 1\n");
	snprintf(path, sizeof(path), "%s/r", tmp_dir);
	assert_int_equal(mms_input_open(path, MMS_DETAIL_NONE, &db), 0);
	assert_string_equal(ask("SELECT label || detail FROM run"), "rnone");
	mms_db_close(db);
	db = NULL;
	snprintf(path, sizeof(path), "%s/x.db", tmp_dir);
	assert_int_equal(mms_input_open(path, MMS_DETAIL_NONE, &db), -ENOENT);
	assert_int_equal(mms_db_open(path, MMS_DB_CREATE, &db), 0);
	mms_db_close(db);
	assert_int_equal(mms_input_open(path, MMS_DETAIL_NONE, &db), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, make, done)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_run_json_says_is_in_the_run),
		TEST(files_of_other_recorders_say_it_too),
		TEST(without_any_time_there_are_no_rates),
		TEST(a_value_has_a_row_where_it_changed),
		TEST(dictionaries_are_shared_by_runs),
		TEST(counter_items_are_named_by_the_file_else_by_vmstat),
		TEST(tasks_and_cgroups_are_taken_from_the_snapshot),
		TEST(a_failure_leaves_nothing),
		TEST(a_run_can_be_loaded_anew),
		TEST(a_recording_is_an_input_like_a_database),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
