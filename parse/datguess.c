// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * CPU buffers whose table is missing: of a version 7 file that was cut short,
 * and the page files of a recorder that was killed.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/datfile.h"

static uint64_t align_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

static uint32_t page_size(const struct mms_datfile *df)
{
	return df->data_size ? df->data_size : df->page_size;
}

/* Packed pages say themselves where they end: a count, then that many chunks. */
static uint64_t packed_end(const struct mms_datfile *df, uint64_t offset, uint64_t end)
{
	struct mms_cursor cur = mms_datfile_at(df, offset);
	uint32_t nr;

	cur.end = df->map + end;
	nr = mms_cursor_u32(&cur);
	for (uint32_t i = 0; i < nr && !cur.bad; i++) {
		uint32_t len = mms_cursor_u32(&cur);

		mms_cursor_u32(&cur);
		mms_cursor_bytes(&cur, len);
	}
	return (uint64_t)(cur.pos - df->map);
}

/* Plain pages: a CPU ends where time goes back from one page to the next. */
static uint64_t plain_end(const struct mms_datfile *df, uint64_t offset, uint64_t end)
{
	uint64_t step = page_size(df), last = 0;

	for (; offset < end; offset += step) {
		struct mms_cursor cur = mms_datfile_at(df, offset);
		uint64_t ts = mms_cursor_u64(&cur);

		if (ts < last)
			return offset;
		if (end - offset <= step)
			break;
		last = ts;
	}
	return end;
}

int mms_datfile_guess(struct mms_datfile *df, uint64_t offset, uint64_t len, bool packed)
{
	struct mms_dat_buffer top = { .name = "", .clock = df->clock };
	uint64_t end = offset + len, next;
	int ret;

	ret = mms_datfile_add_buffer(df, &top);
	for (int32_t cpu = 0; !ret; cpu++, offset = next) {
		offset = align_up(offset, df->page_size);
		if (offset >= end)
			break;
		next = packed ? packed_end(df, offset, end) : plain_end(df, offset, end);
		ret = mms_datfile_add_cpu(df, cpu, offset, next - offset, packed);
	}
	mms_datfile_note(df, "the table of CPU buffers is missing: CPUs are told apart by where "
			     "their pages end, and their numbers are a guess");
	return ret;
}

/* "trace.dat.cpu12" beside "trace.dat". Return: 12, or -1. */
static int32_t sibling_cpu(const char *base, const char *name)
{
	size_t len = strlen(base);
	char *end;
	long cpu;

	if (strncmp(name, base, len) || strncmp(name + len, ".cpu", 4))
		return -1;
	name += len + 4;
	if (*name < '0' || *name > '9')
		return -1;
	cpu = strtol(name, &end, 10);
	return *end || cpu > INT32_MAX ? -1 : (int32_t)cpu;
}

static int add_sibling(struct mms_datfile *df, const char *path, int32_t cpu)
{
	struct mms_dat_buffer top = { .name = "", .clock = df->clock };
	struct mms_dat_span span;
	int ret = 0;

	if (!df->nr_buffers)
		ret = mms_datfile_add_buffer(df, &top);
	if (!ret)
		ret = mms_datfile_map(df, path, &span);
	if (!ret)
		ret = mms_datfile_add_cpu(df, cpu, 0, 0, false);
	if (ret)
		return ret;
	df->cpus[df->nr_cpus - 1].fd = -1;
	df->cpus[df->nr_cpus - 1].data = span.data;
	df->cpus[df->nr_cpus - 1].size = span.len;
	return 0;
}

static void close_dir(DIR *dir)
{
	if (dir)
		closedir(dir);
}
MMS_DEFINE_AUTO(dir, DIR *, close_dir);

int mms_datfile_siblings(struct mms_datfile *df)
{
	const char *slash = strrchr(df->path, '/');
	const char *base = slash ? slash + 1 : df->path;
	int dir_len = slash ? (int)(base - df->path) : 0;
	char path[PATH_MAX];
	struct dirent *de;
	bool found = false;
	int ret = 0;

	snprintf(path, sizeof(path), "%.*s.", dir_len, df->path);
	DIR *dir mms_auto(dir) = opendir(path);
	while (dir && !ret && (de = readdir(dir))) {
		int32_t cpu = sibling_cpu(base, de->d_name);

		if (cpu < 0)
			continue;
		if (!found)
			df->nr_cpus = 0; /* the file's own are empty */
		found = true;
		snprintf(path, sizeof(path), "%.*s%s", dir_len, df->path, de->d_name);
		ret = add_sibling(df, path, cpu);
	}
	if (!ret && found)
		mms_datfile_cut(df, df->size,
				"the recorder did not end: events are taken from %s.cpu*", base);
	return ret;
}
