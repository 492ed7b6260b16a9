// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <zstd.h>

#include "common/buf.h"
#include "record/datout.h"

enum { SUBBUF = 4096, PAGES = 40 };

struct files {
	char dir[64];
	int dirfd, cpu_fd;
	struct mms_buf dat;
};

static uint64_t u64_at(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint32_t u32_at(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint16_t u16_at(const char *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* Page n is filled with n. */
static int make_files(void **state)
{
	struct files *f = calloc(1, sizeof(*f));
	char page[SUBBUF];

	snprintf(f->dir, sizeof(f->dir), "/tmp/mmscope-unit-XXXXXX");
	if (!mkdtemp(f->dir))
		return -1;
	f->dirfd = open(f->dir, O_RDONLY | O_DIRECTORY);
	f->cpu_fd = openat(f->dirfd, "cpu", O_RDWR | O_CREAT, 0600);
	for (int i = 0; i < PAGES; i++) {
		memset(page, i, sizeof(page));
		if (write(f->cpu_fd, page, sizeof(page)) != sizeof(page))
			return -1;
	}
	*state = f;
	return 0;
}

static int remove_files(void **state)
{
	struct files *f = *state;

	unlinkat(f->dirfd, "cpu", 0);
	unlinkat(f->dirfd, "dat", 0);
	close(f->cpu_fd);
	close(f->dirfd);
	rmdir(f->dir);
	mms_buf_release(&f->dat);
	free(f);
	return 0;
}

/* The head, then the rest by another writer, as after a crash. */
static void make_dat(struct files *f, const struct mms_datout_opts *opts)
{
	const struct mms_datout_cpu cpus[] = {
		{ 0, f->cpu_fd, (off_t)SUBBUF * PAGES },
		{ 1, -1, 0 },
		{ 2, f->cpu_fd, SUBBUF },
	};
	const struct mms_datout_buffer buffer = { "mono", SUBBUF, 3, cpus, false };
	struct mms_datout *dat = NULL;
	off_t head;

	assert_int_equal(mms_datout_create(f->dirfd, "dat", opts, &dat), 0);
	assert_int_equal(mms_datout_section(dat, MMS_DATOUT_HEADER_INFO, "head", 4), 0);
	head = mms_datout_end_head(dat);
	assert_true(head > 0);
	mms_datout_free(dat);
	assert_int_equal(mms_datout_reopen(f->dirfd, "dat", opts, head, &dat), 0);
	assert_int_equal(mms_datout_section(dat, MMS_DATOUT_CMDLINES, "names", 5), 0);
	assert_int_equal(mms_datout_option(dat, MMS_DATOUT_UNAME, "me", 3), 0);
	assert_int_equal(mms_datout_buffers(dat, &buffer), 0);
	mms_datout_free(dat);
	assert_int_equal(mms_buf_read_file(&f->dat, f->dirfd, "dat", 1 << 20), 0);
}

/* The data of option @id in the chain that begins at @at; NULL: there is none. */
static const char *find_option(const struct mms_buf *dat, uint64_t at, uint16_t id)
{
	const char *found = NULL;

	for (uint64_t next; at; at = next) {
		const char *p = dat->data + at;
		const char *end = p + 16 + u64_at(p + 8);

		assert_int_equal(u16_at(p), 0);
		for (p += 16; u16_at(p); p += 6 + u32_at(p + 2))
			if (u16_at(p) == id)
				found = p + 6;
		next = u64_at(p + 6);
		assert_ptr_equal(p + 14, end);
	}
	return found;
}

/* Where the options begin; @compression is what the file must name. */
static uint64_t first_options(const struct mms_buf *dat, const char *compression)
{
	const char *p = dat->data;

	assert_memory_equal(p, "\x17\x08\x44tracing7", 12);
	p += 12 + 2 + 4;
	assert_string_equal(p, compression);
	p += strlen(p) + 1;
	p += strlen(p) + 1;
	return u64_at(p);
}

/* Names of sections are offsets into all string sections, one behind another. */
static void check_names(const struct mms_buf *dat, uint64_t at)
{
	char names[256];
	size_t len = 0, size;

	for (uint64_t p = at; p < dat->len; p += 16 + size) {
		size = u64_at(dat->data + p + 8);
		if (u16_at(dat->data + p) != 15)
			continue;
		memcpy(names + len, dat->data + p + 16, size);
		len += size;
	}
	for (uint64_t p = at; p < dat->len; p += 16 + size) {
		const char *name = names + u32_at(dat->data + p + 4);

		size = u64_at(dat->data + p + 8);
		assert_true(name < names + len);
		if (u16_at(dat->data + p) == 21)
			assert_string_equal(name, "command lines");
		if (u16_at(dat->data + p) == 3)
			assert_string_equal(name, "buffer flyrecord");
		if (!u16_at(dat->data + p))
			assert_string_equal(name, "options");
	}
}

static void version_7_chains_the_options_of_both_halves(void **state)
{
	const struct mms_datout_opts opts = { 7, false };
	struct files *f = *state;
	const char *buffer, *names;
	uint64_t options;

	make_dat(f, &opts);
	options = first_options(&f->dat, "none");
	assert_string_equal(find_option(&f->dat, options, MMS_DATOUT_UNAME), "me");
	names = f->dat.data + u64_at(find_option(&f->dat, options, MMS_DATOUT_CMDLINES));
	assert_memory_equal(names + 16, "names", 5);
	buffer = find_option(&f->dat, options, 3);
	assert_string_equal(buffer + 8, "");
	assert_string_equal(buffer + 9, "mono");
	assert_int_equal(u32_at(buffer + 14), SUBBUF);
	assert_int_equal(u32_at(buffer + 18), 3);
	assert_int_equal(u32_at(buffer + 22 + 2 * 20), 2);
	check_names(&f->dat, (uint64_t)(strlen("none") + 10 + 2 + 6 + 2 + 8));
}

static void pages_lie_aligned_and_whole(void **state)
{
	const struct mms_datout_opts opts = { 7, false };
	struct files *f = *state;
	const char *cpu;

	make_dat(f, &opts);
	cpu = find_option(&f->dat, first_options(&f->dat, "none"), 3) + 22;
	assert_int_equal(u64_at(cpu + 4) % SUBBUF, 0);
	assert_int_equal(u64_at(cpu + 12), SUBBUF * PAGES);
	assert_int_equal(f->dat.data[u64_at(cpu + 4) + SUBBUF * 33], 33);
	assert_int_equal(u64_at(cpu + 20 + 12), 0);
}

static void chunks_unpack_to_the_same_pages(void **state)
{
	const struct mms_datout_opts opts = { 7, true };
	static char page[SUBBUF * PAGES];
	struct files *f = *state;
	size_t at = 0;
	const char *p;

	make_dat(f, &opts);
	p = f->dat.data + u64_at(find_option(&f->dat, first_options(&f->dat, "zstd"), 3) + 22 + 4);
	for (uint32_t n = u32_at(p), i = (uint32_t)(p += 4, 0); i < n; i++) {
		size_t raw = ZSTD_decompress(page + at, sizeof(page) - at, p + 8, u32_at(p));

		assert_int_equal(raw, u32_at(p + 4));
		p += 8 + u32_at(p);
		at += raw;
	}
	assert_int_equal(at, sizeof(page));
	for (int i = 0; i < PAGES; i++)
		assert_int_equal(page[i * SUBBUF + 5], i);
}

static void version_6_has_its_parts_in_order(void **state)
{
	const struct mms_datout_opts opts = { 6, false };
	struct files *f = *state;
	const char *p;

	make_dat(f, &opts);
	p = f->dat.data;
	assert_memory_equal(p, "\x17\x08\x44tracing6", 12);
	assert_memory_equal(p + 18, "headnames", 9);
	assert_int_equal(u32_at(p + 27), 3);
	assert_memory_equal(p + 31, "options  ", 10);
	assert_int_equal(u16_at(p + 41), MMS_DATOUT_UNAME);
	assert_int_equal(u16_at(p + 50), 0);
	assert_memory_equal(p + 52, "flyrecord", 10);
	assert_int_equal(u64_at(p + 62) % SUBBUF, 0);
	assert_int_equal(u64_at(p + 70), SUBBUF * PAGES);
	assert_int_equal(p[u64_at(p + 62) + SUBBUF * 39], 39);
	assert_int_equal(u64_at(p + 86), 0);
}

static void a_head_that_is_too_short_is_refused(void **state)
{
	const struct mms_datout_opts opts = { 7, false };
	struct files *f = *state;
	struct mms_datout *dat = NULL;

	assert_int_not_equal(mms_datout_reopen(f->dirfd, "cpu", &opts, 1 << 24, &dat), 0);
	assert_null(dat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(version_7_chains_the_options_of_both_halves,
						make_files, remove_files),
		cmocka_unit_test_setup_teardown(pages_lie_aligned_and_whole, make_files,
						remove_files),
		cmocka_unit_test_setup_teardown(chunks_unpack_to_the_same_pages, make_files,
						remove_files),
		cmocka_unit_test_setup_teardown(version_6_has_its_parts_in_order, make_files,
						remove_files),
		cmocka_unit_test_setup_teardown(a_head_that_is_too_short_is_refused, make_files,
						remove_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
