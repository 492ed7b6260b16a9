// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <pthread.h>
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
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "common/buf.h"
#include "common/err.h"
#include "parse/unpack.h"

/* Longer than what is worked on at a time, and not all the same. */
static void make_content(struct mms_buf *content)
{
	for (int i = 0; i < 100000; i++)
		mms_buf_printf(content, "line %d of the content\n", i);
	assert_int_equal(content->err, 0);
}

static size_t pack_gzip(const struct mms_buf *in, uint8_t *out, size_t room)
{
	z_stream z = { .next_in = (uint8_t *)in->data,
		       .avail_in = (uInt)in->len,
		       .next_out = out,
		       .avail_out = (uInt)room };

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

static size_t pack_zstd(const struct mms_buf *in, uint8_t *out, size_t room)
{
	return ZSTD_compress(out, room, in->data, in->len, 3);
}

static size_t pack_xz(const struct mms_buf *in, uint8_t *out, size_t room)
{
	size_t len = 0;

	assert_int_equal(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (uint8_t *)in->data,
						 in->len, out, &len, room),
			 LZMA_OK);
	return len;
}

typedef size_t (*pack_fn)(const struct mms_buf *in, uint8_t *out, size_t room);
static const pack_fn packers[] = { pack_gzip, pack_zstd, pack_xz };

#define NR_PACKERS (sizeof(packers) / sizeof(packers[0]))

/* A file with a made name; returns that. */
static char *write_file(const void *data, size_t len)
{
	char *path = strdup("/tmp/mmscope-test-XXXXXX");
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, len), len);
	close(fd);
	return path;
}

static void remove_file(char *path)
{
	unlink(path);
	free(path);
}

static void expect_content(int fd, const struct mms_buf *want, unsigned int times)
{
	struct mms_buf got mms_auto(buf) = { 0 };

	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	assert_int_equal(mms_buf_read_fd(&got, fd, 64 << 20), 0);
	assert_int_equal(got.len, times * want->len);
	for (unsigned int i = 0; i < times; i++)
		assert_memory_equal(got.data + i * want->len, want->data, want->len);
	close(fd);
}

/* Packed by each, once and twice: the second one behind the first. */
static void what_is_packed_is_unpacked(void **state)
{
	struct mms_buf content mms_auto(buf) = { 0 };
	uint8_t *out = malloc(8 << 20);

	(void)state;
	make_content(&content);
	for (size_t i = 0; i < NR_PACKERS; i++) {
		size_t len = packers[i](&content, out, 4 << 20);

		memcpy(out + len, out, len);
		for (unsigned int times = 1; times <= 2; times++) {
			char *path = write_file(out, times * len);
			int fd = -1;

			assert_int_equal(mms_unpack_open(path, &fd), 0);
			expect_content(fd, &content, times);
			remove_file(path);
		}
	}
	free(out);
}

static void what_is_cut_or_damaged_is_refused(void **state)
{
	struct mms_buf content mms_auto(buf) = { 0 };
	uint8_t *out = malloc(4 << 20);

	(void)state;
	make_content(&content);
	for (size_t i = 0; i < NR_PACKERS; i++) {
		size_t len = packers[i](&content, out, 4 << 20);
		char *path = write_file(out, len - 10);
		int fd = -1;

		assert_int_equal(mms_unpack_open(path, &fd), -EBADMSG);
		assert_non_null(strstr(mms_err_text(), "ends early"));
		remove_file(path);
		memset(out + len / 2, 0xee, 100);
		path = write_file(out, len);
		assert_int_equal(mms_unpack_open(path, &fd), -EBADMSG);
		assert_non_null(strstr(mms_err_text(), "is damaged"));
		assert_int_equal(fd, -1);
		remove_file(path);
	}
	free(out);
}

static void a_plain_file_is_read_itself(void **state)
{
	char *path = write_file("plain", 5);
	struct stat a, b;
	int fd = -1;

	(void)state;
	assert_int_equal(mms_unpack_open(path, &fd), 0);
	assert_int_equal(fstat(fd, &a), 0);
	assert_int_equal(stat(path, &b), 0);
	assert_int_equal(a.st_ino, b.st_ino);
	close(fd);
	remove_file(path);
	assert_int_equal(mms_unpack_open(path = write_file("", 0), &fd), 0);
	close(fd);
	remove_file(path);
	assert_int_equal(mms_unpack_open("/nowhere/at/all", &fd), -ENOENT);
}

struct pipe_job {
	int fd;
	const uint8_t *data;
	size_t len;
};

static void *fill_pipe(void *arg)
{
	const struct pipe_job *job = arg;

	for (size_t done = 0; done < job->len;) {
		ssize_t n = write(job->fd, job->data + done, job->len - done);

		if (n <= 0)
			break;
		done += (size_t)n;
	}
	close(job->fd);
	return NULL;
}

static void expect_of_pipe(const void *data, size_t len, const struct mms_buf *want)
{
	struct pipe_job job = { .data = data, .len = len };
	pthread_t thread;
	char path[64];
	int fds[2], fd = -1;

	assert_int_equal(pipe(fds), 0);
	job.fd = fds[1];
	assert_int_equal(pthread_create(&thread, NULL, fill_pipe, &job), 0);
	snprintf(path, sizeof(path), "/dev/fd/%d", fds[0]);
	assert_int_equal(mms_unpack_open(path, &fd), 0);
	pthread_join(thread, NULL);
	close(fds[0]);
	expect_content(fd, want, 1);
}

static void a_pipe_is_kept_to_be_read_twice(void **state)
{
	struct mms_buf content mms_auto(buf) = { 0 };
	uint8_t *out = malloc(4 << 20);

	(void)state;
	make_content(&content);
	expect_of_pipe(content.data, content.len, &content);
	expect_of_pipe(out, pack_zstd(&content, out, 4 << 20), &content);
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_packed_is_unpacked),
		cmocka_unit_test(what_is_cut_or_damaged_is_refused),
		cmocka_unit_test(a_plain_file_is_read_itself),
		cmocka_unit_test(a_pipe_is_kept_to_be_read_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
