// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "common/hash.h"
#include "parse/datfile.h"
#include "parse/formattext.h"

/* Metadata is small: what claims to be larger is damage. */
#define PART_BYTES_MAX (256u << 20)
#define CPUS_MAX       65536u
#define TAIL_BYTES     (64u << 10)

struct mms_dat_owned {
	struct mms_dat_owned *next;
	uint8_t data[];
};

static void close_fd(int fd)
{
	if (fd >= 0)
		close(fd);
}
MMS_DEFINE_AUTO(fd, int, close_fd);

void *mms_datfile_keep(struct mms_datfile *df, const void *data, size_t len)
{
	struct mms_dat_owned *own = malloc(sizeof(*own) + len + 1);

	if (!own)
		return NULL;
	if (data)
		memcpy(own->data, data, len);
	else
		memset(own->data, 0, len);
	own->data[len] = 0;
	own->next = df->owned;
	df->owned = own;
	return own->data;
}

void mms_datfile_cut(struct mms_datfile *df, uint64_t offset, const char *fmt, ...)
{
	va_list ap;

	if (df->incomplete.len)
		return;
	mms_buf_printf(&df->incomplete, "cut at byte %llu: ", (unsigned long long)offset);
	va_start(ap, fmt);
	mms_buf_vprintf(&df->incomplete, fmt, ap);
	va_end(ap);
}

void mms_datfile_note(struct mms_datfile *df, const char *fmt, ...)
{
	va_list ap;

	if (df->notes.len)
		mms_buf_add(&df->notes, "\n", 1);
	va_start(ap, fmt);
	mms_buf_vprintf(&df->notes, fmt, ap);
	va_end(ap);
}

struct mms_cursor mms_datfile_at(const struct mms_datfile *df, uint64_t offset)
{
	struct mms_cursor cur = { .swap = df->swap, .end = df->map + df->size };

	cur.bad = offset > df->size;
	cur.pos = df->map + (cur.bad ? df->size : offset);
	return cur;
}

int mms_datfile_add_buffer(struct mms_datfile *df, const struct mms_dat_buffer *buf)
{
	struct mms_dat_buffer *all;

	all = realloc(df->buffers, (df->nr_buffers + 1) * sizeof(*all));
	if (!all)
		return mms_err(-ENOMEM, "no memory for the buffers of %s", df->path);
	df->buffers = all;
	all[df->nr_buffers++] = *buf;
	return 0;
}

int mms_datfile_add_cpu(struct mms_datfile *df, int32_t cpu, uint64_t offset, uint64_t size,
			bool packed)
{
	struct mms_cursor cur = mms_datfile_at(df, offset);
	struct mms_dat_cpu *all;

	if (cpu < 0 || (uint32_t)cpu >= CPUS_MAX || df->nr_cpus >= CPUS_MAX)
		return mms_err(-EBADMSG, "%s: CPU %d: a file has at most %u CPU buffers", df->path,
			       cpu, CPUS_MAX);
	all = realloc(df->cpus, (df->nr_cpus + 1) * sizeof(*all));
	if (!all)
		return mms_err(-ENOMEM, "no memory for the CPUs of %s", df->path);
	df->cpus = all;
	/* trace-cmd leaves the count of chunks out of the size */
	if (packed && size && size + 4 <= mms_cursor_left(&cur))
		size += 4;
	if (size > mms_cursor_left(&cur)) {
		mms_datfile_cut(df, df->size,
				"events of CPU %d should reach up to byte %llu; those before the "
				"cut are read",
				cpu, (unsigned long long)(offset + size));
		size = mms_cursor_left(&cur);
	}
	all[df->nr_cpus++] = (struct mms_dat_cpu){
		.cpu = cpu,
		.buffer = df->nr_buffers - 1,
		.packed = packed,
		.data = cur.pos,
		.size = size,
		.fd = df->fd,
		.offset = offset,
	};
	return 0;
}

int mms_datfile_unpack(struct mms_datfile *df, struct mms_dat_span raw, uint8_t **ret_data,
		       size_t *ret_len)
{
	struct mms_cursor cur = mms_cursor_new(raw.data, raw.len, df->swap);
	uint64_t offset = (uint64_t)(raw.data - df->map);
	uint32_t src_len = mms_cursor_u32(&cur);
	uint32_t len = mms_cursor_u32(&cur);
	const uint8_t *src = mms_cursor_bytes(&cur, src_len);
	void *ctx = NULL;
	uint8_t *data;
	int ret;

	if (cur.bad || len > PART_BYTES_MAX || !df->codec->unpack)
		return mms_err(-EBADMSG, "%s: no packed section of metadata at byte %llu", df->path,
			       (unsigned long long)offset);
	data = malloc(len + 1);
	ctx = df->codec->new_ctx ? df->codec->new_ctx() : NULL;
	if (!data || (df->codec->new_ctx && !ctx))
		ret = mms_err(-ENOMEM, "no memory for %u bytes of metadata", len);
	else
		ret = df->codec->unpack(ctx, src, src_len, data, len);
	if (ctx)
		df->codec->free_ctx(ctx);
	if (ret) {
		free(data);
		return ret == -ENOMEM
			       ? ret
			       : mms_err(ret, "%s: the section at byte %llu is damaged (%s)",
					 df->path, (unsigned long long)offset, df->codec->name);
	}
	*ret_data = data;
	*ret_len = len;
	return 0;
}

int mms_datfile_part(struct mms_datfile *df, enum mms_dat_part part, struct mms_cursor *ret_cur)
{
	struct mms_dat_section *sec = &df->parts[part];
	int ret;

	if (sec->raw.data && !sec->text.data && sec->packed) {
		ret = mms_datfile_unpack(df, sec->raw, &sec->owned, &sec->text.len);
		if (ret)
			return ret;
		sec->text.data = sec->owned;
	} else if (sec->raw.data && !sec->packed) {
		sec->text = sec->raw;
	}
	*ret_cur = mms_cursor_new(sec->text.data, sec->text.len, df->swap);
	return 0;
}

uint64_t mms_datfile_fingerprint(const struct mms_datfile *df)
{
	size_t tail = df->size < TAIL_BYTES ? df->size : TAIL_BYTES;
	uint64_t h = MMS_HASH_INIT, size = df->size;

	for (int i = 0; i < MMS_DAT_NR_PARTS; i++)
		h = mms_hash(h, df->parts[i].raw.data, df->parts[i].raw.len);
	for (unsigned int i = 0; i < df->nr_cpus; i++)
		h = mms_hash(h, &df->cpus[i].size, sizeof(df->cpus[i].size));
	h = mms_hash(h, &size, sizeof(size));
	return mms_hash(h, df->map + df->size - tail, tail);
}

static int add_map(struct mms_datfile *df, void *addr, size_t len)
{
	struct mms_dat_map *all = realloc(df->maps, (df->nr_maps + 1) * sizeof(*all));

	if (!all) {
		munmap(addr, len);
		return mms_err(-ENOMEM, "no memory to map %s", df->path);
	}
	df->maps = all;
	all[df->nr_maps++] = (struct mms_dat_map){ addr, len };
	return 0;
}

/* Maps all of @fd; an empty file has no data. */
static int map_fd(struct mms_datfile *df, int fd, const char *path, struct mms_dat_span *ret_span)
{
	struct stat st;
	void *map;

	if (fd < 0 || fstat(fd, &st))
		return mms_err(-errno, "cannot open %s", path);
	if (!S_ISREG(st.st_mode))
		return mms_err(-EBADMSG, "%s is no regular file", path);
	*ret_span = (struct mms_dat_span){ NULL, 0 };
	if (!st.st_size)
		return 0;
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED)
		return mms_err(-errno, "cannot map %s", path);
	*ret_span = (struct mms_dat_span){ map, (size_t)st.st_size };
	return add_map(df, map, (size_t)st.st_size);
}

int mms_datfile_map(struct mms_datfile *df, const char *path, struct mms_dat_span *ret_span)
{
	int fd mms_auto(fd) = open(path, O_RDONLY | O_CLOEXEC);

	return map_fd(df, fd, path, ret_span);
}

static int map_file(struct mms_datfile *df)
{
	struct mms_dat_span span;
	int ret;

	ret = map_fd(df, df->fd, df->path, &span);
	if (ret)
		return ret;
	if (!span.len)
		return mms_err(-EBADMSG, "%s is empty", df->path);
	df->map = span.data;
	df->size = span.len;
	return 0;
}

/* "\x17\x08\x44tracing", version, byte order, size of long, page size. */
static int read_head(struct mms_datfile *df, struct mms_cursor *cur)
{
	const uint8_t *magic = mms_cursor_bytes(cur, 10);
	const char *version = mms_cursor_str(cur);
	uint16_t one = 1;

	if (!magic || memcmp(magic, "\x17\x08\x44tracing", 10))
		return mms_err(-EBADMSG, "%s does not begin like a trace.dat file", df->path);
	if (strcmp(version, "6") && strcmp(version, "7"))
		return mms_err(-ENOTSUP, "%s: trace.dat version '%.8s'; 6 and 7 can be read",
			       df->path, version);
	df->version = version[0] - '0';
	df->big_endian = mms_cursor_u8(cur) == 1;
	df->swap = df->big_endian == (*(uint8_t *)&one == 1);
	cur->swap = df->swap;
	df->long_size = mms_cursor_u8(cur);
	df->page_size = mms_cursor_u32(cur);
	if (cur->bad || (df->long_size != 4 && df->long_size != 8) || df->page_size < 64 ||
	    df->page_size > (64u << 20))
		return mms_err(-EBADMSG, "%s: its head is damaged (long of %u bytes, page of %u)",
			       df->path, df->long_size, df->page_size);
	return 0;
}

/* The kernel's long may be larger than that of the program that wrote the file. */
static void read_page_header(struct mms_datfile *df)
{
	struct mms_format_line line;
	struct mms_cursor cur;
	const char *text;
	uint64_t len;

	if (mms_datfile_part(df, MMS_DAT_HEADER, &cur) || !mms_cursor_left(&cur))
		return;
	mms_cursor_str(&cur);
	len = mms_cursor_u64(&cur);
	text = (const char *)mms_cursor_bytes(&cur, len);
	while (text && mms_format_line_next(&text, (const char *)cur.pos, &line)) {
		if (mms_format_line_is(&line, "commit") && (line.size == 4 || line.size == 8))
			df->long_size = line.size;
		if (mms_format_line_is(&line, "data") && line.size <= (64u << 20))
			df->data_size = line.offset + line.size;
	}
}

static int compare_cpus(const void *a, const void *b)
{
	const struct mms_dat_cpu *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return x->buffer < y->buffer ? -1 : x->buffer > y->buffer;
}

static int compare_places(const void *a, const void *b)
{
	const struct mms_dat_cpu *x = a, *y = b;

	return x->data < y->data ? -1 : x->data > y->data;
}

/*
 * No recorder lets two CPUs share bytes; a small file that does could claim
 * more work than there is time for.
 */
static int check_places(struct mms_datfile *df)
{
	const struct mms_dat_cpu *last = NULL;

	qsort(df->cpus, df->nr_cpus, sizeof(df->cpus[0]), compare_places);
	for (unsigned int i = 0; i < df->nr_cpus; i++) {
		const struct mms_dat_cpu *cpu = &df->cpus[i];

		if (!cpu->size)
			continue;
		/* 4: see mms_datfile_add_cpu() */
		if (last && last->data + last->size - (last->packed ? 4 : 0) > cpu->data)
			return mms_err(-EBADMSG,
				       "%s: the table of CPU buffers is damaged: CPU %d and CPU %d "
				       "share the bytes at %llu",
				       df->path, last->cpu, cpu->cpu,
				       (unsigned long long)cpu->offset);
		last = cpu;
	}
	return 0;
}

static bool has_pages(const struct mms_datfile *df)
{
	for (unsigned int i = 0; i < df->nr_cpus; i++) {
		const struct mms_dat_cpu *cpu = &df->cpus[i];
		struct mms_cursor cur = mms_cursor_new(cpu->data, cpu->size, df->swap);

		if (cpu->packed ? mms_cursor_u32(&cur) != 0 : cpu->size != 0)
			return true;
	}
	return false;
}

static int finish(struct mms_datfile *df)
{
	int ret = 0;

	read_page_header(df);
	if (!has_pages(df))
		ret = mms_datfile_siblings(df);
	for (unsigned int i = 0; i < df->nr_buffers; i++)
		if (!df->buffers[i].page_size)
			df->buffers[i].page_size = df->data_size ? df->data_size : df->page_size;
	if (!ret && df->nr_cpus)
		ret = check_places(df);
	if (df->nr_cpus)
		qsort(df->cpus, df->nr_cpus, sizeof(df->cpus[0]), compare_cpus);
	return ret ? ret : df->incomplete.err ? df->incomplete.err : df->notes.err;
}

int mms_datfile_open(const char *path, int fd, struct mms_datfile **ret_df)
{
	struct mms_datfile *df mms_auto(datfile) = calloc(1, sizeof(*df));
	struct mms_cursor cur;
	int ret;

	if (!df) {
		close(fd);
		return mms_err(-ENOMEM, "no memory to open %s", path);
	}
	df->fd = fd;
	df->codec = mms_codec_find("none");
	df->path = mms_datfile_keep(df, path, strlen(path));
	ret = df->path ? map_file(df) : -ENOMEM;
	if (ret)
		return ret;
	cur = mms_datfile_at(df, 0);
	ret = read_head(df, &cur);
	if (ret)
		return ret;
	ret = df->version == 7 ? mms_datfile_read7(df, &cur) : mms_datfile_read6(df, &cur);
	if (ret)
		return ret;
	ret = finish(df);
	if (ret)
		return ret;
	*ret_df = mms_take(df);
	return 0;
}

void mms_datfile_close(struct mms_datfile *df)
{
	if (!df)
		return;
	for (unsigned int i = 0; i < df->nr_maps; i++)
		munmap(df->maps[i].addr, df->maps[i].len);
	free(df->maps);
	close_fd(df->fd);
	for (int i = 0; i < MMS_DAT_NR_PARTS; i++)
		free(df->parts[i].owned);
	while (df->owned) {
		struct mms_dat_owned *own = df->owned;

		df->owned = own->next;
		free(own);
	}
	mms_buf_release(&df->incomplete);
	mms_buf_release(&df->notes);
	free(df->buffers);
	free(df->cpus);
	free(df->stats);
	free(df->pending);
	free(df);
}
