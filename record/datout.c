// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zstd.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/datout.h"
#include "record/writebehind.h"

enum {
	SECTION_OPTIONS = 0,
	SECTION_BUFFER = 3,
	SECTION_STRINGS = 15,
	OPTION_DONE = 0,
	OPTION_BUFFER = 3,
	FLAG_COMPRESSED = 1,
	SECTION_HEADER_BYTES = 16,
	CHUNK_SUBBUFS = 32, /* compressed together; readers take any number */
	ZSTD_LEVEL = 3,
	ALIGN_BYTES = 4096,
};

struct mms_datout {
	struct mms_datout_opts opts;
	char *name;
	int fd;
	off_t pos;
	off_t options_field; /* version 7: where the first options' offset goes */
	off_t done_field;    /* version 7: where the head's options point on */
	off_t strings_base;  /* version 7: bytes in earlier string sections */
	struct mms_buf options, strings;
	struct mms_buf work;
	ZSTD_CCtx *zstd;
	struct mms_writebehind wb;
};

void mms_datout_free(struct mms_datout *dat)
{
	if (!dat)
		return;
	if (dat->fd >= 0)
		close(dat->fd);
	mms_buf_release(&dat->options);
	mms_buf_release(&dat->strings);
	mms_buf_release(&dat->work);
	ZSTD_freeCCtx(dat->zstd);
	free(dat->name);
	free(dat);
}

static int io_error(const struct mms_datout *dat, int err)
{
	return mms_err(err, "cannot write %s at byte %lld: %s", dat->name, (long long)dat->pos,
		       strerror(-err));
}

static int put_at(struct mms_datout *dat, off_t at, const void *data, size_t len)
{
	const char *p = data;

	while (len) {
		ssize_t n = pwrite(dat->fd, p, len, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return io_error(dat, n ? -errno : -EIO);
		p += n;
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

static int put(struct mms_datout *dat, const void *data, size_t len)
{
	int ret = put_at(dat, dat->pos, data, len);

	if (ret)
		return ret;
	dat->pos += (off_t)len;
	mms_writebehind(&dat->wb, dat->fd, dat->pos);
	return 0;
}

static int pad(struct mms_datout *dat, off_t align)
{
	static const char zero[ALIGN_BYTES];
	int ret = 0;

	while (!ret && dat->pos % align) {
		off_t n = align - dat->pos % align;

		ret = put(dat, zero, n < ALIGN_BYTES ? (size_t)n : ALIGN_BYTES);
	}
	return ret;
}

static int new_dat(int dirfd, const char *name, const struct mms_datout_opts *opts, int flags,
		   struct mms_datout **ret_dat)
{
	struct mms_datout *dat mms_auto(datout) = calloc(1, sizeof(*dat));

	if (!dat)
		return mms_err(-ENOMEM, "out of memory");
	dat->opts = *opts;
	dat->name = strdup(name);
	dat->fd = openat(dirfd, name, O_RDWR | O_CLOEXEC | flags, 0666);
	if (dat->fd < 0)
		return mms_err(-errno, "cannot open %s: %s", name, strerror(errno));
	dat->zstd = opts->zstd ? ZSTD_createCCtx() : NULL;
	if (!dat->name || (opts->zstd && !dat->zstd))
		return mms_err(-ENOMEM, "out of memory");
	if (dat->zstd)
		ZSTD_CCtx_setParameter(dat->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL);
	*ret_dat = mms_take(dat);
	return 0;
}

/* The first bytes of a file, up to its first section. */
static int put_initial(struct mms_datout *dat)
{
	static const char magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	uint8_t sizes[2] = { __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, sizeof(long) };
	uint32_t page_size = (uint32_t)sysconf(_SC_PAGESIZE);
	struct mms_buf b mms_auto(buf) = { 0 };
	uint64_t options = 0;

	mms_buf_add(&b, magic, sizeof(magic));
	mms_buf_add(&b, dat->opts.version == 7 ? "7" : "6", 2);
	mms_buf_add(&b, sizes, sizeof(sizes));
	mms_buf_add(&b, &page_size, sizeof(page_size));
	if (dat->opts.version == 7) {
		const char *by = dat->zstd ? "zstd" : "none";
		const char *by_version = dat->zstd ? ZSTD_versionString() : "";

		mms_buf_add(&b, by, strlen(by) + 1);
		mms_buf_add(&b, by_version, strlen(by_version) + 1);
		dat->options_field = (off_t)b.len;
		mms_buf_add(&b, &options, sizeof(options));
	}
	return b.err ? b.err : put(dat, b.data, b.len);
}

int mms_datout_create(int dirfd, const char *name, const struct mms_datout_opts *opts,
		      struct mms_datout **ret_dat)
{
	struct mms_datout *dat mms_auto(datout) = NULL;
	int ret = new_dat(dirfd, name, opts, O_CREAT | O_TRUNC, &dat);

	if (!ret)
		ret = put_initial(dat);
	if (!ret)
		*ret_dat = mms_take(dat);
	return ret;
}

/* Names of sections continue where the strings of the head end. */
static int find_strings_base(struct mms_datout *dat)
{
	off_t at = dat->options_field + 8;
	uint8_t head[SECTION_HEADER_BYTES + 8];
	uint64_t size;
	uint32_t raw;
	uint16_t id, flags;

	for (; at + (off_t)sizeof(head) <= dat->pos; at += SECTION_HEADER_BYTES + (off_t)size) {
		if (pread(dat->fd, head, sizeof(head), at) != sizeof(head))
			return -EBADMSG;
		memcpy(&id, head, 2);
		memcpy(&flags, head + 2, 2);
		memcpy(&size, head + 8, 8);
		memcpy(&raw, head + SECTION_HEADER_BYTES + 4, 4);
		if (size > (uint64_t)dat->pos)
			return -EBADMSG;
		if (id == SECTION_STRINGS)
			dat->strings_base += flags & FLAG_COMPRESSED ? (off_t)raw : (off_t)size;
	}
	return 0;
}

static int reopen_v7(struct mms_datout *dat)
{
	char head[64] = { 0 };
	const char *p = head + 10;

	if (pread(dat->fd, head, sizeof(head) - 1, 0) < (ssize_t)sizeof(head) - 1)
		return -EBADMSG;
	p += strlen(p) + 1 + 2 + 4; /* version, byte order and size of long, page size */
	p += strlen(p) + 1;
	p += strlen(p) + 1;
	dat->options_field = p - head;
	dat->done_field = dat->pos - 8;
	return find_strings_base(dat);
}

int mms_datout_reopen(int dirfd, const char *name, const struct mms_datout_opts *opts,
		      off_t head_bytes, struct mms_datout **ret_dat)
{
	struct mms_datout *dat mms_auto(datout) = NULL;
	int ret = new_dat(dirfd, name, opts, 0, &dat);

	if (ret)
		return ret;
	dat->pos = head_bytes;
	if (lseek(dat->fd, 0, SEEK_END) < head_bytes || ftruncate(dat->fd, head_bytes))
		ret = -EBADMSG;
	if (!ret && opts->version == 7)
		ret = reopen_v7(dat);
	if (ret)
		return mms_err(ret, "%s: its head is shorter than run.json says", name);
	*ret_dat = mms_take(dat);
	return 0;
}

static int add_option(struct mms_datout *dat, uint16_t id, const void *data, size_t len)
{
	uint32_t size = (uint32_t)len;

	mms_buf_add(&dat->options, &id, sizeof(id));
	mms_buf_add(&dat->options, &size, sizeof(size));
	return mms_buf_add(&dat->options, data, len);
}

int mms_datout_option(struct mms_datout *dat, enum mms_datout_option id, const void *data,
		      size_t len)
{
	return add_option(dat, (uint16_t)id, data, len);
}

static int put_section_header(struct mms_datout *dat, uint16_t id, uint16_t flags, const char *what,
			      uint64_t size)
{
	uint8_t head[SECTION_HEADER_BYTES];
	uint32_t string = (uint32_t)(dat->strings_base + (off_t)dat->strings.len);

	mms_buf_add(&dat->strings, what, strlen(what) + 1);
	memcpy(head, &id, 2);
	memcpy(head + 2, &flags, 2);
	memcpy(head + 4, &string, 4);
	memcpy(head + 8, &size, 8);
	return put(dat, head, sizeof(head));
}

/* Sizes of both, then what @data becomes, in dat->work. */
static int compress(struct mms_datout *dat, const void *data, size_t len)
{
	size_t bound = ZSTD_compressBound(len);
	uint32_t sizes[2];
	char *to;
	size_t n;

	mms_buf_reset(&dat->work);
	to = mms_buf_reserve(&dat->work, sizeof(sizes) + bound);
	if (!to)
		return mms_err(-ENOMEM, "out of memory");
	n = ZSTD_compress2(dat->zstd, to + sizeof(sizes), bound, data, len);
	if (ZSTD_isError(n))
		return mms_err(-EIO, "%s: zstd: %s", dat->name, ZSTD_getErrorName(n));
	sizes[0] = (uint32_t)n;
	sizes[1] = (uint32_t)len;
	memcpy(to, sizes, sizeof(sizes));
	dat->work.len = sizeof(sizes) + n;
	return 0;
}

static int put_section_v7(struct mms_datout *dat, uint16_t id, const char *what, const void *data,
			  size_t len)
{
	uint16_t flags = dat->zstd ? FLAG_COMPRESSED : 0;
	int ret = 0;

	if (dat->zstd) {
		ret = compress(dat, data, len);
		data = dat->work.data;
		len = dat->work.len;
	}
	if (!ret)
		ret = put_section_header(dat, id, flags, what, len);
	return ret ? ret : put(dat, data, len);
}

static const char *const section_name[] = {
	[MMS_DATOUT_HEADER_INFO] = "headers",
	[MMS_DATOUT_FTRACE_EVENTS] = "ftrace events",
	[MMS_DATOUT_EVENT_FORMATS] = "events format",
	[MMS_DATOUT_KALLSYMS] = "kallsyms",
	[MMS_DATOUT_PRINTK] = "printk",
	[MMS_DATOUT_CMDLINES] = "command lines",
};

int mms_datout_section(struct mms_datout *dat, enum mms_datout_section id, const void *data,
		       size_t len)
{
	uint64_t at = (uint64_t)dat->pos;
	int ret;

	if (dat->opts.version == 6)
		return put(dat, data, len);
	ret = put_section_v7(dat, (uint16_t)id, section_name[id], data, len);
	return ret ? ret : add_option(dat, (uint16_t)id, &at, sizeof(at));
}

/* All options so far, ended; what points to the next ones stays zero. */
static int put_options_v7(struct mms_datout *dat, off_t pointer_field)
{
	uint64_t at = (uint64_t)dat->pos, none = 0;
	int ret = add_option(dat, OPTION_DONE, &none, sizeof(none));

	if (!ret)
		ret = put_section_header(dat, SECTION_OPTIONS, 0, "options", dat->options.len);
	if (!ret)
		ret = put(dat, dat->options.data, dat->options.len);
	if (!ret)
		ret = put_at(dat, pointer_field, &at, sizeof(at));
	mms_buf_reset(&dat->options);
	return ret;
}

static int put_strings(struct mms_datout *dat)
{
	struct mms_buf copy mms_auto(buf) = { 0 };

	/* Its own name and that of the options behind it belong in it. */
	mms_buf_add(&copy, dat->strings.data, dat->strings.len);
	mms_buf_add(&copy, "strings\0options", 16);
	return copy.err ? copy.err
			: put_section_v7(dat, SECTION_STRINGS, "strings", copy.data, copy.len);
}

off_t mms_datout_end_head(struct mms_datout *dat)
{
	int ret = 0;

	if (dat->opts.version == 7) {
		ret = put_strings(dat);
		if (!ret)
			ret = put_options_v7(dat, dat->options_field);
	}
	if (!ret && fdatasync(dat->fd))
		ret = io_error(dat, -errno);
	return ret ? ret : dat->pos;
}

static void give_back(const struct mms_datout_buffer *b, int fd, off_t from, off_t to)
{
	posix_fadvise(fd, from, to - from, POSIX_FADV_DONTNEED);
	if (b->punch)
		fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, to - from);
}

static int read_chunk(const struct mms_datout_cpu *cpu, off_t at, size_t len, void *to)
{
	char *p = to;

	while (len) {
		ssize_t n = pread(cpu->fd, p, len, at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return mms_err(n ? -errno : -EIO,
				       "cannot read trace.dat.cpu%d at byte %lld", cpu->cpu,
				       (long long)at);
		p += n;
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

/* One CPU's pages, whole or in compressed chunks. */
static int put_cpu(struct mms_datout *dat, const struct mms_datout_buffer *b,
		   const struct mms_datout_cpu *cpu, struct mms_buf *chunk)
{
	size_t max = (size_t)b->subbuf_bytes * CHUNK_SUBBUFS;
	uint32_t nr_chunks = (uint32_t)((cpu->bytes + (off_t)max - 1) / (off_t)max);
	int ret = 0;

	if (!cpu->bytes)
		return 0;
	if (dat->zstd)
		ret = put(dat, &nr_chunks, sizeof(nr_chunks));
	for (off_t at = 0; !ret && at < cpu->bytes;) {
		size_t n = cpu->bytes - at < (off_t)max ? (size_t)(cpu->bytes - at) : max;
		char *to;

		mms_buf_reset(chunk);
		to = mms_buf_reserve(chunk, max);
		ret = to ? read_chunk(cpu, at, n, to) : mms_err(-ENOMEM, "out of memory");
		if (!ret && dat->zstd)
			ret = compress(dat, to, n);
		if (!ret)
			ret = dat->zstd ? put(dat, dat->work.data, dat->work.len) : put(dat, to, n);
		if (!ret)
			give_back(b, cpu->fd, at, at + (off_t)n);
		at += (off_t)n;
	}
	return ret;
}

/* @ret_where gets offset and size in the file, per CPU. */
static int put_cpus(struct mms_datout *dat, const struct mms_datout_buffer *b,
		    uint64_t (*ret_where)[2])
{
	off_t align = b->subbuf_bytes > ALIGN_BYTES ? (off_t)b->subbuf_bytes : ALIGN_BYTES;
	struct mms_buf chunk mms_auto(buf) = { 0 };
	int ret = 0;

	for (unsigned int i = 0; i < b->nr_cpus && !ret; i++) {
		ret = pad(dat, align);
		ret_where[i][0] = (uint64_t)dat->pos;
		if (!ret)
			ret = put_cpu(dat, b, &b->cpus[i], &chunk);
		ret_where[i][1] = (uint64_t)dat->pos - ret_where[i][0];
	}
	return ret;
}

static int add_buffer_option(struct mms_datout *dat, const struct mms_datout_buffer *b, uint64_t at,
			     uint64_t (*where)[2])
{
	struct mms_buf o mms_auto(buf) = { 0 };
	uint32_t subbuf = b->subbuf_bytes, n = b->nr_cpus;

	mms_buf_add(&o, &at, sizeof(at));
	mms_buf_add(&o, "", 1); /* a name would stand before every line of a report */
	mms_buf_add(&o, b->clock, strlen(b->clock) + 1);
	mms_buf_add(&o, &subbuf, sizeof(subbuf));
	mms_buf_add(&o, &n, sizeof(n));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t cpu = (uint32_t)b->cpus[i].cpu;

		mms_buf_add(&o, &cpu, sizeof(cpu));
		mms_buf_add(&o, where[i], sizeof(where[i]));
	}
	return o.err ? o.err : add_option(dat, OPTION_BUFFER, o.data, o.len);
}

static int put_buffers_v7(struct mms_datout *dat, const struct mms_datout_buffer *b,
			  uint64_t (*where)[2])
{
	off_t at = dat->pos;
	uint16_t flags = dat->zstd ? FLAG_COMPRESSED : 0;
	int ret = put_section_header(dat, SECTION_BUFFER, flags, "buffer flyrecord", 0);
	uint64_t size;

	if (!ret)
		ret = put_cpus(dat, b, where);
	size = (uint64_t)(dat->pos - at) - SECTION_HEADER_BYTES;
	if (!ret)
		ret = put_at(dat, at + 8, &size, sizeof(size));
	if (!ret)
		ret = add_buffer_option(dat, b, (uint64_t)at, where);
	if (!ret)
		ret = put_strings(dat);
	return ret ? ret : put_options_v7(dat, dat->done_field);
}

static int put_buffers_v6(struct mms_datout *dat, const struct mms_datout_buffer *b,
			  uint64_t (*where)[2])
{
	size_t table = b->nr_cpus * sizeof(where[0]);
	uint32_t n = b->nr_cpus;
	uint16_t end = 0;
	off_t at;
	int ret = put(dat, &n, sizeof(n));

	if (!ret)
		ret = put(dat, "options  ", 10);
	if (!ret)
		ret = put(dat, dat->options.data, dat->options.len);
	if (!ret)
		ret = put(dat, &end, sizeof(end));
	if (!ret)
		ret = put(dat, "flyrecord", 10);
	at = dat->pos;
	dat->pos += (off_t)table;
	if (!ret)
		ret = put_cpus(dat, b, where);
	return ret ? ret : put_at(dat, at, where, table);
}

int mms_datout_buffers(struct mms_datout *dat, const struct mms_datout_buffer *buffer)
{
	uint64_t(*where)[2] = calloc(buffer->nr_cpus + 1, sizeof(*where));
	int ret;

	if (!where)
		return mms_err(-ENOMEM, "out of memory");
	ret = dat->opts.version == 7 ? put_buffers_v7(dat, buffer, where)
				     : put_buffers_v6(dat, buffer, where);
	free(where);
	if (!ret && fdatasync(dat->fd))
		ret = io_error(dat, -errno);
	mms_writebehind_drop(&dat->wb, dat->fd);
	return ret;
}
