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
#include "parse/source.h"
#include "tests/unit/made_tracedat.h"

#define DATA MMS_TEST_DATA "/tracedat/"

/* A folder for the files that a test makes. */
static char dir[64];
static char path[128];

static const struct dw_opts plain = {
	.version = 7,
	.long_size = 8,
	.codec = "none",
	.page_size = 512,
	.nr_cpus = 2,
	.nr_pages = 3,
	.nr_records = 4,
	.step_ns = 300000000, /* needs a time extend */
	.lose_before_page1 = true,
};

static void put_file(const char *to, const void *data, size_t len)
{
	FILE *f;

	unlink(to); /* else file systems flush what replaces it */
	f = fopen(to, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static struct mms_source *open_file(const char *file, int nr_workers)
{
	struct mms_source_opts opts = { .nr_workers = nr_workers };
	struct mms_source *src = NULL;
	int ret = mms_source_open(file, &opts, &src);

	if (ret)
		fail_msg("%s: %s", file, mms_err_text());
	return src;
}

static struct mms_source *open_made(const struct dw_opts *opts, int nr_workers)
{
	struct dw w = { .o = *opts };

	dw_write(&w);
	put_file(path, w.out.data, w.out.len);
	mms_buf_release(&w.out);
	return open_file(path, nr_workers);
}

static const struct mms_event_type *find_type(const struct mms_source_info *info, const char *name)
{
	for (unsigned int i = 0; i < info->nr_types; i++)
		if (!strcmp(info->types[i].name, name))
			return &info->types[i];
	return NULL;
}

static int64_t int_of(const struct mms_event *ev, const char *name)
{
	int64_t value = 0;

	assert_true(mms_field_int(ev, mms_field_find(ev->type, name), &value));
	return value;
}

static void check_text(const struct mms_event *ev, const char *name, const char *text)
{
	uint32_t len = 0;
	const uint8_t *p = mms_field_bytes(ev, mms_field_find(ev->type, name), &len);

	assert_non_null(p);
	assert_int_equal(len, strlen(text));
	assert_memory_equal(p, text, len);
}

static void check_record(const struct dw_opts *o, const struct mms_event *ev, unsigned int nr)
{
	unsigned int cpu = (unsigned int)ev->cpu;

	assert_string_equal(ev->type->name, "made_event");
	assert_int_equal(ev->ts_ns, dw_time(o, cpu, nr));
	assert_int_equal(ev->pid, 100 + ev->cpu);
	assert_int_equal(ev->flags, 1);
	assert_int_equal(ev->len, 44);
	assert_int_equal(int_of(ev, "big"), (int64_t)dw_big(cpu, nr));
	assert_int_equal(int_of(ev, "small"), dw_small(nr));
	check_text(ev, "text", DW_TEXT);
	check_text(ev, "comm", "comm");
}

/* Each CPU's records are all there, in order, with their gap. Return: records. */
static unsigned int check_all(const struct dw_opts *o, struct mms_source *src)
{
	unsigned int *seen = calloc(o->nr_cpus, sizeof(*seen)), nr = 0, gaps = 0;
	struct mms_event ev;
	int ret;

	while ((ret = mms_source_next(src, &ev)) > 0) {
		assert_in_range(ev.cpu, 0, o->nr_cpus - 1);
		if (ev.type) {
			check_record(o, &ev, seen[ev.cpu]++);
			nr++;
			continue;
		}
		gaps++;
		assert_int_equal(ev.nr_lost, DW_LOST);
		assert_int_equal(seen[ev.cpu], o->nr_records);
		assert_int_equal(ev.ts_ns, dw_time(o, (unsigned int)ev.cpu, o->nr_records));
		assert_int_equal(ev.lost_from_ns,
				 dw_time(o, (unsigned int)ev.cpu, o->nr_records - 1));
	}
	assert_int_equal(ret, 0);
	assert_int_equal(mms_source_next(src, &ev), 0);
	assert_int_equal(gaps, o->lose_before_page1 ? o->nr_cpus : 0);
	free(seen);
	return nr;
}

static unsigned int nr_all(const struct dw_opts *o)
{
	return o->nr_cpus * o->nr_pages * o->nr_records;
}

static const char *const codecs[] = { "none", "zlib", "zstd" };

/* Versions, byte orders, sizes of long, compressions: bit by bit of @kind. */
static bool made_kind(unsigned int kind, struct dw_opts *ret)
{
	*ret = plain;
	ret->version = kind & 1 ? 7 : 6;
	ret->big_endian = kind & 2;
	ret->long_size = kind & 4 ? 8 : 4;
	ret->codec = codecs[kind / 8];
	return ret->version == 7 || kind < 8;
}

#define NR_KINDS 24

static void files_of_every_kind_give_the_same_records(void **state)
{
	struct dw_opts o;

	(void)state;
	for (unsigned int kind = 0; kind < NR_KINDS; kind++) {
		struct mms_source *src mms_auto(source) = NULL;

		if (!made_kind(kind, &o))
			continue;
		src = open_made(&o, 1 + (int)kind % 3);
		assert_int_equal(check_all(&o, src), nr_all(&o));
		assert_null(mms_source_info(src)->incomplete);
	}
}

static void pages_of_64_kib_are_read(void **state)
{
	struct dw_opts o = plain;

	(void)state;
	o.page_size = 65536;
	o.nr_records = 900;
	o.step_ns = 1000;
	struct mms_source *src mms_auto(source) = open_made(&o, 2);
	assert_int_equal(check_all(&o, src), nr_all(&o));
}

static void the_file_says_what_it_is(void **state)
{
	struct mms_source *src mms_auto(source) = open_made(&plain, 1);
	const struct mms_source_info *info = mms_source_info(src);

	(void)state;
	assert_string_equal(info->kind, "trace.dat");
	assert_string_equal(info->clock, "mono");
	assert_true(info->clock_is_ns);
	assert_string_equal(info->uname, "Linux made 6.1 x86_64");
	assert_int_equal(info->nr_cpus, 2);
	assert_int_equal(info->nr_buffers, 1);
	assert_string_equal(info->buffers[0], "");
	assert_null(info->incomplete);
	assert_null(info->notes);
	assert_int_equal(strlen(info->fingerprint), 16);
	assert_int_equal(info->nr_cpu_stats, 1);
	assert_int_equal(info->cpu_stats[0].cpu, 1);
	assert_int_equal(info->cpu_stats[0].overrun, 9);
	assert_int_equal(info->cpu_stats[0].dropped, 2);
}

static void the_file_names_threads_events_and_numbers(void **state)
{
	struct mms_source *src mms_auto(source) = open_made(&plain, 1);
	const struct mms_source_info *info = mms_source_info(src);
	const struct mms_event_type *print = find_type(info, "print");

	(void)state;
	assert_int_equal(info->nr_comms, 2);
	assert_int_equal(info->comms[0].pid, 100);
	assert_string_equal(info->comms[0].comm, "a b");
	assert_int_equal(info->nr_enums, 2);
	assert_string_equal(info->enums[1].name, "made_event.small");
	assert_string_equal(info->enums[1].text, "four");
	assert_int_equal(info->enums[1].value, 4);
	assert_string_equal(find_type(info, "made_event")->system, "made");
	assert_string_equal(print->system, "ftrace");
	assert_int_equal(print->id, 5);
	assert_int_equal(mms_field_find(print, "buf")->kind, MMS_FIELD_TEXT);
	assert_string_equal(info->types[info->nr_types - 1].name, "unknown");
}

static void get_fingerprint(const struct dw_opts *o, char *ret)
{
	struct mms_source *src mms_auto(source) = open_made(o, 1);

	snprintf(ret, 17, "%s", mms_source_info(src)->fingerprint);
}

static void fingerprints_tell_files_apart(void **state)
{
	char a[17], same[17], other[17];
	struct dw_opts o = plain;

	(void)state;
	get_fingerprint(&o, a);
	get_fingerprint(&o, same);
	o.step_ns++;
	get_fingerprint(&o, other);
	assert_string_equal(a, same);
	assert_string_not_equal(a, other);
}

/* Many lanes, few threads, rings of two batches. */
static void five_hundred_cpus_are_merged_by_any_number_of_threads(void **state)
{
	struct dw_opts o = plain;

	(void)state;
	o.nr_cpus = 512;
	o.nr_pages = 70;
	o.nr_records = 2;
	o.page_size = 1024;
	o.step_ns = 1000;
	for (int nr_workers = 1; nr_workers < 5; nr_workers += 3) {
		struct mms_source *src mms_auto(source) = open_made(&o, nr_workers);

		assert_int_equal(check_all(&o, src), nr_all(&o));
	}
}

static void equal_times_come_in_the_order_of_cpus(void **state)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct dw_opts o = plain;
	struct mms_event ev;
	int32_t last = -1;

	(void)state;
	o.nr_cpus = 7;
	o.step_ns = 0; /* dw_time() adds the CPU: all of CPU 0, then of CPU 1 ... */
	o.lose_before_page1 = false;
	src = open_made(&o, 2);
	while (mms_source_next(src, &ev) > 0) {
		assert_true(ev.cpu >= last);
		last = ev.cpu;
	}
	assert_int_equal(last, 6);
}

static void a_clock_that_goes_back_keeps_the_cpus_order_and_its_times(void **state)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct dw_opts o = plain;

	(void)state;
	o.step_ns = 1000;
	o.back_at_page1 = true;
	src = open_made(&o, 2);
	assert_int_equal(check_all(&o, src), nr_all(&o));
}

static void a_reader_may_stop_at_any_event(void **state)
{
	struct mms_event ev;

	(void)state;
	for (unsigned int n = 0; n < 5; n++) {
		struct mms_source *src mms_auto(source) = open_made(&plain, 2);

		for (unsigned int i = 0; i < n; i++)
			assert_int_equal(mms_source_next(src, &ev), 1);
	}
}

/* Records that a file gives, whatever else it gives; -1: it does not open. */
static int drain(const char *file, struct mms_source **ret_src)
{
	struct mms_source_opts opts = { .nr_workers = 1 };
	struct mms_event ev;
	int nr = 0, ret;

	if (mms_source_open(file, &opts, ret_src)) {
		assert_true(strlen(mms_err_text()) > 0);
		return -1;
	}
	while ((ret = mms_source_next(*ret_src, &ev)) > 0)
		nr += ev.type != NULL;
	assert_int_equal(ret, 0);
	return nr;
}

static void a_file_cut_anywhere_gives_what_is_before_the_cut(void **state)
{
	struct dw_opts o;

	(void)state;
	for (unsigned int kind = 0; kind < NR_KINDS; kind++) {
		struct dw w = { 0 };
		int best = 0;

		if (!made_kind(kind, &w.o))
			continue;
		o = w.o;
		dw_write(&w);
		for (size_t cut = 10; cut + 1 < w.out.len; cut += 1 + cut % 41) {
			struct mms_source *src mms_auto(source) = NULL;
			int nr;

			put_file(path, w.out.data, cut);
			nr = drain(path, &src);
			if (nr < 0)
				continue;
			assert_non_null(mms_source_info(src)->incomplete);
			assert_true(nr <= (int)nr_all(&o));
			best = nr > best ? nr : best;
		}
		/* the cut is in the last page, or behind it in the options */
		assert_true(best >= (int)(nr_all(&o) - 2 * o.nr_records));
		mms_buf_release(&w.out);
	}
}

/* Version 6 has its table in front: exactly the whole pages are there. */
static void a_version_6_file_cut_in_a_page_gives_all_pages_before(void **state)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct dw w = { .o = plain };

	(void)state;
	w.o.version = 6;
	dw_write(&w);
	put_file(path, w.out.data, w.out.len - w.o.page_size - 7);
	mms_buf_release(&w.out);
	assert_in_range(drain(path, &src), nr_all(&plain) - 2 * plain.nr_records,
			nr_all(&plain) - plain.nr_records);
	assert_non_null(strstr(mms_source_info(src)->incomplete, "CPU 1"));
}

/* What a recorder leaves that was killed: a head, and raw pages beside it. */
static void check_pages_beside(bool no_buffers)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct dw w = { .o = plain };
	char names[2][160];

	w.o.no_buffers = no_buffers;
	w.o.nr_pages = 0;
	w.o.codec = "zstd";
	dw_write(&w);
	put_file(path, w.out.data, w.out.len);
	mms_buf_release(&w.out);
	w.o = plain;
	for (unsigned int cpu = 0; cpu < 2; cpu++) {
		struct mms_buf pages mms_auto(buf) = { 0 };

		snprintf(names[cpu], sizeof(names[cpu]), "%s.cpu%u", path, cpu);
		dw_cpu_data(&w, &pages, cpu);
		put_file(names[cpu], pages.data, pages.len);
	}
	src = open_file(path, 2);
	assert_int_equal(check_all(&plain, src), nr_all(&plain));
	assert_non_null(strstr(mms_source_info(src)->incomplete, "recorder did not end"));
	assert_string_equal(mms_source_info(src)->clock, "mono");
	unlink(names[0]);
	unlink(names[1]);
}

static void pages_beside_a_file_without_pages_are_taken(void **state)
{
	(void)state;
	check_pages_beside(true);
	check_pages_beside(false);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void hostile_bytes_do_no_harm(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (unsigned int kind = 0; kind < NR_KINDS; kind++) {
		struct dw w = { 0 };

		if (!made_kind(kind, &w.o))
			continue;
		dw_write(&w);
		for (int i = 0; i < 60; i++) {
			struct mms_source *src mms_auto(source) = NULL;
			uint8_t *byte = (uint8_t *)w.out.data + next_random(&seed) % w.out.len;

			*byte = (uint8_t)next_random(&seed);
			put_file(path, w.out.data, w.out.len);
			drain(path, &src);
		}
		mms_buf_release(&w.out);
	}
}

/* The first page of CPU 0 claims more bytes than a page has. */
static void a_damaged_page_is_a_loss_and_is_told(void **state)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct dw w = { .o = plain };
	struct mms_event ev;
	size_t at;

	(void)state;
	w.o.version = 6;
	dw_write(&w);
	at = w.out.len - w.o.nr_cpus * w.o.nr_pages * w.o.page_size + 8;
	w.out.data[at + 1] = 0x7f;
	put_file(path, w.out.data, w.out.len);
	mms_buf_release(&w.out);
	src = open_file(path, 1);
	assert_int_equal(mms_source_next(src, &ev), 1);
	while (mms_source_next(src, &ev) > 0 && ev.type)
		assert_int_equal(ev.cpu, 1);
	assert_null(ev.type);
	assert_int_equal(ev.nr_lost, -1);
	assert_non_null(strstr(mms_source_info(src)->incomplete, "CPU 0"));
}

static void what_is_no_trace_is_refused_with_a_reason(void **state)
{
	struct mms_source *src = NULL;

	(void)state;
	assert_int_equal(mms_source_open("/nowhere/trace.dat", NULL, &src), -ENOENT);
	put_file(path, "", 0);
	assert_int_equal(mms_source_open(path, NULL, &src), -EBADMSG);
	assert_non_null(strstr(mms_err_text(), "empty"));
	put_file(path, "\x17\x08\x44tracing5", 12);
	assert_int_equal(mms_source_open(path, NULL, &src), -ENOTSUP);
	assert_non_null(strstr(mms_err_text(), "version '5'"));
	assert_null(src);
}

/* A recording of a real kernel; the numbers are those of trace-cmd report. */
static void records_of_a_real_kernel_come_in_time_order(void **state)
{
	struct mms_source *src mms_auto(source) = open_file(DATA "v7-zstd.dat", 2);
	int64_t last = INT64_MIN, sum = 0;
	struct mms_event ev;
	unsigned int nr = 0;

	(void)state;
	while (mms_source_next(src, &ev) > 0) {
		assert_non_null(ev.type);
		assert_true(ev.ts_ns >= last);
		last = ev.ts_ns;
		nr++;
		if (!strcmp(ev.type->name, "mm_vmscan_lru_shrink_inactive"))
			sum += int_of(&ev, "nr_reclaimed");
	}
	assert_int_equal(nr, 1184);
	assert_int_equal(sum, 62354);
}

static int make_dir(void **state)
{
	(void)state;
	snprintf(dir, sizeof(dir), "/tmp/mmscope-test-XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/trace.dat", dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_of_every_kind_give_the_same_records),
		cmocka_unit_test(pages_of_64_kib_are_read),
		cmocka_unit_test(the_file_says_what_it_is),
		cmocka_unit_test(the_file_names_threads_events_and_numbers),
		cmocka_unit_test(fingerprints_tell_files_apart),
		cmocka_unit_test(five_hundred_cpus_are_merged_by_any_number_of_threads),
		cmocka_unit_test(equal_times_come_in_the_order_of_cpus),
		cmocka_unit_test(a_clock_that_goes_back_keeps_the_cpus_order_and_its_times),
		cmocka_unit_test(a_reader_may_stop_at_any_event),
		cmocka_unit_test(a_file_cut_anywhere_gives_what_is_before_the_cut),
		cmocka_unit_test(a_version_6_file_cut_in_a_page_gives_all_pages_before),
		cmocka_unit_test(pages_beside_a_file_without_pages_are_taken),
		cmocka_unit_test(hostile_bytes_do_no_harm),
		cmocka_unit_test(a_damaged_page_is_a_loss_and_is_told),
		cmocka_unit_test(what_is_no_trace_is_refused_with_a_reason),
		cmocka_unit_test(records_of_a_real_kernel_come_in_time_order),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
