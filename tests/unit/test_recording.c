// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/err.h"
#include "common/recording.h"
#include "tests/unit/tmp_dir.h"

static struct mms_recording *open_it(const char *name)
{
	struct mms_recording *rec = NULL;
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", tmp_dir, name);
	assert_int_equal(mms_recording_open(path, &rec), 0);
	return rec;
}

static void a_folder_that_is_none_is_refused(void **state)
{
	struct mms_recording *rec = NULL;

	(void)state;
	assert_int_equal(mms_recording_open(tmp_dir, &rec), -ENOTSUP);
	assert_non_null(strstr(mms_err_text(), "vmstat.before"));
	assert_int_equal(mms_recording_open("/nowhere/at/all", &rec), -ENOENT);
	assert_null(rec);
}

static void a_folder_is_known_by_any_of_three_files(void **state)
{
	struct mms_recording *rec;

	(void)state;
	tmp_dir_write("one/vmstat.before", "");
	tmp_dir_write("two/run.json", "{}");
	tmp_dir_write("three/trace.dat", "x");
	rec = open_it("one");
	assert_null(mms_recording_events(rec));
	assert_string_equal(mms_recording_label(rec), "one");
	mms_recording_close(rec);
	rec = open_it("two/");
	assert_string_equal(mms_recording_label(rec), "two");
	mms_recording_close(rec);
	rec = open_it("three/.");
	assert_non_null(strstr(mms_recording_events(rec), "/three/trace.dat"));
	mms_recording_close(rec);
}

static void siblings_of_a_trace_dat_count_and_of_other_files_not(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_recording *rec;

	(void)state;
	tmp_dir_write("r.x/trace.dat", "x");
	tmp_dir_write("r.x/base.1.dat", "x");
	tmp_dir_write("r.x/uname", "Linux\n");
	rec = open_it("r.x/trace.dat");
	assert_int_equal(mms_recording_line(rec, "uname", &text), 0);
	assert_string_equal(mms_buf_text(&text), "Linux");
	assert_string_equal(mms_recording_label(rec), "trace");
	mms_recording_close(rec);
	rec = open_it("r.x/base.1.dat");
	assert_int_equal(mms_recording_read(rec, "uname", &text), -ENOENT);
	assert_string_equal(mms_recording_label(rec), "base");
	mms_recording_close(rec);
	rec = open_it("r.x");
	assert_string_equal(mms_recording_label(rec), "r.x");
	mms_recording_close(rec);
}

static void run_json_is_read_by_dotted_names(void **state)
{
	struct mms_recording *rec;
	int64_t value = 7;

	(void)state;
	tmp_dir_write("run.json", "{\"label\": \"mine\", \"hz\": 250, \"status\": null,"
				  " \"clock\": {\"name\": \"mono\", \"wall_offset_ns\": 5}}");
	rec = open_it("");
	assert_string_equal(mms_recording_label(rec), "mine");
	assert_string_equal(mms_recording_text(rec, "clock.name"), "mono");
	assert_true(mms_recording_int(rec, "clock.wall_offset_ns", &value));
	assert_int_equal(value, 5);
	assert_false(mms_recording_int(rec, "status", &value));
	assert_false(mms_recording_int(rec, "label", &value));
	assert_false(mms_recording_int(rec, "hz.more", &value));
	assert_null(mms_recording_text(rec, "hz"));
	assert_null(mms_recording_json(rec, "nothing.at.all"));
	assert_int_equal(value, 5);
	mms_recording_close(rec);
}

static void a_damaged_run_json_is_told_and_the_rest_is_read(void **state)
{
	static const char *const texts[] = { "", "{\"label\": ", "[1, 2]", "\xff\xfe{}", "7" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct mms_recording *rec;

		tmp_dir_write("bad/run.json", texts[i]);
		rec = open_it("bad");
		assert_non_null(mms_recording_damage(rec));
		assert_string_equal(mms_recording_label(rec), "bad");
		mms_recording_close(rec);
	}
}

static int print(void *ctx, const struct mms_recording_file *file)
{
	static const char *const when[] = { "before", "series", "after" };

	return mms_buf_printf(ctx, "%s %s %s\n", file->cgroup ? file->cgroup : "-", file->name,
			      when[file->when]);
}

static void files_of_samples_are_told_by_cgroup_and_time(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_recording *rec;
	char path[64];

	(void)state;
	tmp_dir_write("vmstat.before", "");
	tmp_dir_write("vmstat.after", "");
	tmp_dir_write("vmstat.series", "");
	tmp_dir_write("settings", "");
	tmp_dir_write("sub/vmstat.before", "");
	tmp_dir_write(".before", "");
	tmp_dir_write("cgroup/ids.before", "");
	tmp_dir_write("cgroup/root/memory.stat.after", "");
	tmp_dir_write("cgroup/root/a.before/memory.stat.before", "");
	tmp_dir_write("cgroup/root/a.before/b c/io.stat.after", "");
	snprintf(path, sizeof(path), "%s/cgroup/root/loop", tmp_dir);
	assert_int_equal(symlink(tmp_dir, path), 0);
	rec = open_it("");
	assert_int_equal(mms_recording_files(rec, print, &text), 0);
	mms_recording_close(rec);
	assert_string_equal(mms_buf_text(&text), "- vmstat before\n"
						 "- vmstat series\n"
						 "- vmstat after\n"
						 "/ memory.stat after\n"
						 "/a.before memory.stat before\n"
						 "/a.before/b c io.stat after\n");
}

static void what_is_no_file_is_not_read(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_recording *rec;
	char path[64];

	(void)state;
	tmp_dir_write("vmstat.before", "");
	tmp_dir_write("settings/x", "");
	snprintf(path, sizeof(path), "%s/uname", tmp_dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	rec = open_it("");
	assert_int_equal(mms_recording_read(rec, "settings", &text), -ENOENT);
	assert_int_equal(mms_recording_read(rec, "uname", &text), -ENOENT);
	assert_int_equal(mms_recording_line(rec, "vmstat.before", &text), -ENOENT);
	mms_recording_close(rec);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tmp_dir_make, tmp_dir_remove)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_folder_that_is_none_is_refused),
		TEST(a_folder_is_known_by_any_of_three_files),
		TEST(siblings_of_a_trace_dat_count_and_of_other_files_not),
		TEST(run_json_is_read_by_dotted_names),
		TEST(a_damaged_run_json_is_told_and_the_rest_is_read),
		TEST(files_of_samples_are_told_by_cgroup_and_time),
		TEST(what_is_no_file_is_not_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
