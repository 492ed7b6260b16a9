// SPDX-License-Identifier: GPL-2.0-or-later
/* Version 6: one part behind the other, then options, then the CPUs' table. */
#include <string.h>

#include "parse/datfile.h"

static void skip_header(struct mms_cursor *cur)
{
	for (int i = 0; i < 2; i++) {
		mms_cursor_str(cur);
		mms_cursor_bytes(cur, mms_cursor_u64(cur));
	}
}

static void skip_formats(struct mms_cursor *cur)
{
	uint32_t nr = mms_cursor_u32(cur);

	for (uint32_t i = 0; i < nr && !cur->bad; i++)
		mms_cursor_bytes(cur, mms_cursor_u64(cur));
}

static void skip_systems(struct mms_cursor *cur)
{
	uint32_t nr = mms_cursor_u32(cur);

	for (uint32_t i = 0; i < nr && !cur->bad; i++) {
		mms_cursor_str(cur);
		skip_formats(cur);
	}
}

static void skip_sized32(struct mms_cursor *cur)
{
	mms_cursor_bytes(cur, mms_cursor_u32(cur));
}

static void skip_sized64(struct mms_cursor *cur)
{
	mms_cursor_bytes(cur, mms_cursor_u64(cur));
}

static const struct {
	void (*skip)(struct mms_cursor *cur);
	const char *name;
} parts[MMS_DAT_NR_PARTS] = {
	[MMS_DAT_HEADER] = { skip_header, "the page header" },
	[MMS_DAT_FTRACE] = { skip_formats, "the tracer's own formats" },
	[MMS_DAT_EVENTS] = { skip_systems, "the event formats" },
	[MMS_DAT_KALLSYMS] = { skip_sized32, "kallsyms" },
	[MMS_DAT_PRINTK] = { skip_sized32, "the printk formats" },
	[MMS_DAT_CMDLINES] = { skip_sized64, "the command lines" },
};

/* A part that the cut goes through is kept as far as it reaches. */
static bool read_parts(struct mms_datfile *df, struct mms_cursor *cur)
{
	for (int i = 0; i < MMS_DAT_NR_PARTS; i++) {
		const uint8_t *begin = cur->pos;

		parts[i].skip(cur);
		df->parts[i].raw = (struct mms_dat_span){ begin, (size_t)(cur->pos - begin) };
		if (!cur->bad)
			continue;
		mms_datfile_cut(df, df->size, "inside %s; no events are in the file",
				parts[i].name);
		return false;
	}
	return true;
}

static int read_options(struct mms_datfile *df, struct mms_cursor *cur)
{
	int ret = 0;

	while (!ret && !cur->bad) {
		uint16_t id = mms_cursor_u16(cur);
		struct mms_cursor opt;

		if (!id)
			break;
		opt = mms_cursor_sub(cur, mms_cursor_u32(cur));
		if (!opt.bad)
			ret = mms_datfile_option(df, id, opt);
	}
	return ret;
}

static bool take_tag(struct mms_cursor *cur, const char *tag)
{
	const uint8_t *p = cur->pos;

	if (mms_cursor_left(cur) < 10 || memcmp(p, tag, 10))
		return false;
	cur->pos += 10;
	return true;
}

/* "flyrecord", then of each CPU where its pages are. */
static int read_cpu_table(struct mms_datfile *df, struct mms_cursor *cur, uint32_t nr)
{
	int ret = 0;

	for (uint32_t cpu = 0; cpu < nr && !ret; cpu++) {
		uint64_t offset = mms_cursor_u64(cur);
		uint64_t size = mms_cursor_u64(cur);

		if (cur->bad) {
			mms_datfile_cut(df, df->size, "the table of CPU buffers is not whole");
			break;
		}
		ret = mms_datfile_add_cpu(df, (int32_t)cpu, offset, size, false);
	}
	return ret;
}

/* The instances' tables lie elsewhere; their options said where. */
static int read_instances(struct mms_datfile *df, uint32_t nr)
{
	unsigned int nr_buffers = df->nr_pending;
	int ret = 0;

	for (unsigned int i = 0; i < nr_buffers && !ret; i++) {
		struct mms_cursor cur = mms_datfile_at(df, df->pending[i].offset);
		struct mms_dat_buffer buf = { .name = df->pending[i].name, .clock = df->clock };

		if (!take_tag(&cur, "flyrecord\0")) {
			mms_datfile_cut(df, df->size, "the buffer of instance '%s' is missing",
					buf.name);
			continue;
		}
		ret = mms_datfile_add_buffer(df, &buf);
		if (!ret)
			ret = read_cpu_table(df, &cur, df->pending[i].nr_cpus ?: nr);
	}
	return ret;
}

int mms_datfile_read6(struct mms_datfile *df, struct mms_cursor *cur)
{
	struct mms_dat_buffer top = { .name = "" };
	uint32_t nr;
	int ret = 0;

	if (!read_parts(df, cur))
		return 0;
	nr = mms_cursor_u32(cur);
	if (take_tag(cur, "options  \0"))
		ret = read_options(df, cur);
	if (ret)
		return ret;
	if (take_tag(cur, "latency  \0")) {
		mms_datfile_note(df, "the file holds text of a latency tracer, no events");
		return 0;
	}
	if (!take_tag(cur, "flyrecord\0")) {
		mms_datfile_cut(df, df->size, "before the table of CPU buffers");
		return 0;
	}
	top.clock = df->clock;
	ret = mms_datfile_add_buffer(df, &top);
	if (!ret)
		ret = read_cpu_table(df, cur, nr);
	return ret ? ret : read_instances(df, nr);
}
