// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "common/auto.h"
#include "common/err.h"
#include "parse/unpack.h"

#define BLOCK_BYTES (256 << 10)

/* What xz may take for its dictionary. */
#define XZ_MEMORY_BYTES (96 << 20)

/* A piece of work: bytes to be unpacked, and room for what comes of them. */
struct piece {
	const uint8_t *in, *in_end;
	uint8_t *out, *out_end;
	bool at_end; /* nothing comes behind in_end */
};

enum { STEP_MORE, STEP_DONE };

/*
 * How one compressor's content is undone.
 * @new_ctx: state of one input; NULL when out of memory
 * @step: takes from in, gives to out; returns STEP_DONE, STEP_MORE when it
 *	wants more of either, or -EBADMSG
 */
struct unpacker {
	const char *name;
	const char *magic;
	size_t magic_len;
	void *(*new_ctx)(void);
	void (*free_ctx)(void *ctx);
	int (*step)(void *ctx, struct piece *p);
};

static void *gzip_new(void)
{
	z_stream *z = calloc(1, sizeof(*z));

	if (z && inflateInit2(z, 15 + 16) != Z_OK) {
		free(z);
		return NULL;
	}
	return z;
}

static void gzip_free(void *ctx)
{
	if (ctx)
		inflateEnd(ctx);
	free(ctx);
}

/* Is this the end, and not within a file? One may be several, one behind the other. */
static bool is_end(const struct piece *p, bool between)
{
	return between && p->at_end && p->in == p->in_end;
}

static int gzip_step(void *ctx, struct piece *p)
{
	z_stream *z = ctx;
	int ret;

	if (is_end(p, !z->total_in))
		return STEP_DONE;
	z->next_in = (uint8_t *)p->in;
	z->avail_in = (uInt)(p->in_end - p->in);
	z->next_out = p->out;
	z->avail_out = (uInt)(p->out_end - p->out);
	ret = inflate(z, Z_NO_FLUSH);
	p->in = z->next_in;
	p->out = z->next_out;
	if (ret == Z_STREAM_END)
		ret = inflateReset(z);
	return ret == Z_OK || ret == Z_BUF_ERROR ? STEP_MORE : -EBADMSG;
}

struct zstd {
	ZSTD_DStream *stream;
	bool between; /* the end of a frame */
};

static void zstd_free(void *ctx)
{
	struct zstd *z = ctx;

	if (z)
		ZSTD_freeDStream(z->stream);
	free(z);
}

static void *zstd_new(void)
{
	struct zstd *z = calloc(1, sizeof(*z));

	if (z)
		z->stream = ZSTD_createDStream();
	if (z && z->stream)
		return z;
	zstd_free(z);
	return NULL;
}

static int zstd_step(void *ctx, struct piece *p)
{
	ZSTD_inBuffer in = { p->in, (size_t)(p->in_end - p->in), 0 };
	ZSTD_outBuffer out = { p->out, (size_t)(p->out_end - p->out), 0 };
	struct zstd *z = ctx;
	size_t left;

	if (is_end(p, z->between))
		return STEP_DONE;
	left = ZSTD_decompressStream(z->stream, &out, &in);
	if (ZSTD_isError(left))
		return -EBADMSG;
	if (in.pos)
		z->between = !left;
	p->in += in.pos;
	p->out += out.pos;
	return STEP_MORE;
}

static void *xz_new(void)
{
	static const lzma_stream init = LZMA_STREAM_INIT;
	lzma_stream *x = malloc(sizeof(*x));

	if (!x)
		return NULL;
	*x = init;
	if (lzma_stream_decoder(x, XZ_MEMORY_BYTES, LZMA_CONCATENATED) != LZMA_OK) {
		free(x);
		return NULL;
	}
	return x;
}

static void xz_free(void *ctx)
{
	if (ctx)
		lzma_end(ctx);
	free(ctx);
}

static int xz_step(void *ctx, struct piece *p)
{
	lzma_stream *x = ctx;
	lzma_ret ret;

	x->next_in = p->in;
	x->avail_in = (size_t)(p->in_end - p->in);
	x->next_out = p->out;
	x->avail_out = (size_t)(p->out_end - p->out);
	ret = lzma_code(x, p->at_end ? LZMA_FINISH : LZMA_RUN);
	p->in = x->next_in;
	p->out = x->next_out;
	if (ret == LZMA_STREAM_END)
		return STEP_DONE;
	return ret == LZMA_OK || ret == LZMA_BUF_ERROR ? STEP_MORE : -EBADMSG;
}

/* What is not packed is copied. */
static void *plain_new(void)
{
	return calloc(1, 1);
}

static int plain_step(void *ctx, struct piece *p)
{
	size_t in = (size_t)(p->in_end - p->in), out = (size_t)(p->out_end - p->out);
	size_t n = in < out ? in : out;

	(void)ctx;
	memcpy(p->out, p->in, n);
	p->in += n;
	p->out += n;
	return p->in == p->in_end && p->at_end ? STEP_DONE : STEP_MORE;
}

static const struct unpacker unpackers[] = {
	{ "gzip", "\x1f\x8b", 2, gzip_new, gzip_free, gzip_step },
	{ "zstd", "\x28\xb5\x2f\xfd", 4, zstd_new, zstd_free, zstd_step },
	{ "xz",
	  "\xfd"
	  "7zXZ",
	  6, xz_new, xz_free, xz_step },
	{ "plain", "", 0, plain_new, free, plain_step },
};

/* ---- files ---- */

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}
MMS_DEFINE_AUTO(unpack_fd, int, close_fd);

/* An input on its way into the file @to. */
struct job {
	const char *path;
	int from, to;
	const struct unpacker *unpacker;
	void *ctx;
	uint8_t *in, *out; /* a block each */
	size_t in_len;
	uint64_t done; /* bytes read */
	bool at_end;
};

static void job_release(struct job *job)
{
	if (job->unpacker)
		job->unpacker->free_ctx(job->ctx);
	free(job->in);
	free(job->out);
}

static inline void mms_auto_job(struct job *job)
{
	job_release(job);
}

/* Have the next block, full but at the end. */
static int read_block(struct job *job)
{
	job->in_len = 0;
	while (!job->at_end && job->in_len < BLOCK_BYTES) {
		ssize_t n = read(job->from, job->in + job->in_len, BLOCK_BYTES - job->in_len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return mms_err(-errno, "cannot read %s", job->path);
		job->at_end = !n;
		job->in_len += (size_t)n;
		job->done += (size_t)n;
	}
	return 0;
}

static int write_all(const struct job *job, const uint8_t *data, size_t len)
{
	while (len) {
		ssize_t n = write(job->to, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return mms_err(-errno,
				       "cannot write the content of %s to a temporary file; "
				       "set TMPDIR to a folder with more room",
				       job->path);
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* Undo what is in the block. Return: STEP_DONE, STEP_MORE, or a negative errno. */
static int unpack_block(struct job *job)
{
	struct piece p = { .in = job->in, .in_end = job->in + job->in_len, .at_end = job->at_end };
	int step, ret;

	do {
		const uint8_t *before = p.in;

		p.out = job->out;
		p.out_end = job->out + BLOCK_BYTES;
		step = job->unpacker->step(job->ctx, &p);
		ret = write_all(job, job->out, (size_t)(p.out - job->out));
		if (ret)
			return ret;
		if (step < 0)
			return mms_err(step, "%s: its %s data is damaged before byte %llu",
				       job->path, job->unpacker->name,
				       (unsigned long long)job->done);
		/* nothing taken and nothing given: it waits for more */
		if (step == STEP_MORE && p.in == before && p.out == job->out)
			break;
	} while (step == STEP_MORE);
	if (step == STEP_MORE && job->at_end)
		return mms_err(-EBADMSG, "%s: its %s data ends early, at byte %llu", job->path,
			       job->unpacker->name, (unsigned long long)job->done);
	return step;
}

static int unpack_all(struct job *job)
{
	int ret;

	job->ctx = job->unpacker->new_ctx();
	job->out = malloc(BLOCK_BYTES);
	if (!job->ctx || !job->out)
		return mms_err(-ENOMEM, "no memory to unpack %s", job->path);
	while ((ret = unpack_block(job)) == STEP_MORE) {
		ret = read_block(job);
		if (ret)
			return ret;
	}
	return ret < 0 ? ret : 0;
}

static int open_temporary(const char *path, int *ret_fd)
{
	const char *dir = getenv("TMPDIR");
	int fd = open(dir && *dir ? dir : "/var/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd < 0)
		return mms_err(-errno, "cannot make a temporary file for the content of %s in %s",
			       path, dir && *dir ? dir : "/var/tmp");
	*ret_fd = fd;
	return 0;
}

static const struct unpacker *find_unpacker(const struct job *job)
{
	const struct unpacker *u = unpackers;

	while (job->in_len < u->magic_len || memcmp(job->in, u->magic, u->magic_len) != 0)
		u++;
	return u;
}

static bool is_plain_file(int fd, const struct unpacker *unpacker)
{
	struct stat st;

	return !unpacker->magic_len && !fstat(fd, &st) && S_ISREG(st.st_mode);
}

int mms_unpack_open(const char *path, int *ret_fd)
{
	int from mms_auto(unpack_fd) =
		strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : fcntl(0, F_DUPFD_CLOEXEC, 3);
	int to mms_auto(unpack_fd) = -1;
	struct job job mms_auto(job) = { .path = path, .from = from };
	int ret;

	if (from < 0)
		return mms_err(-errno, "cannot open %s", path);
	job.in = malloc(BLOCK_BYTES);
	if (!job.in)
		return mms_err(-ENOMEM, "no memory to read %s", path);
	ret = read_block(&job);
	if (ret)
		return ret;
	job.unpacker = find_unpacker(&job);
	if (is_plain_file(from, job.unpacker) && lseek(from, 0, SEEK_SET) == 0) {
		*ret_fd = from;
		from = -1;
		return 0;
	}
	ret = open_temporary(path, &to);
	if (ret)
		return ret;
	job.to = to;
	ret = unpack_all(&job);
	if (ret)
		return ret;
	*ret_fd = to;
	to = -1;
	return 0;
}
