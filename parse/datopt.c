// SPDX-License-Identifier: GPL-2.0-or-later
/* What each option of a trace.dat file says. Unknown ones are passed over. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/datfile.h"
#include "parse/datopt.h"

/* The option's text as a string; it need not end with a NUL in the file. */
static const char *keep_text(struct mms_datfile *df, struct mms_cursor cur)
{
	size_t len = strnlen((const char *)cur.pos, mms_cursor_left(&cur));

	return mms_datfile_keep(df, cur.pos, len);
}

static int no_memory(const struct mms_datfile *df)
{
	return mms_err(-ENOMEM, "no memory for options of %s", df->path);
}

/* "0x..." microseconds, added to every event */
static int date(struct mms_datfile *df, struct mms_cursor cur)
{
	const char *text = keep_text(df, cur);

	if (!text)
		return no_memory(df);
	df->time.offset = (int64_t)((uint64_t)df->time.offset + strtoull(text, NULL, 0) * 1000);
	return 0;
}

static int offset(struct mms_datfile *df, struct mms_cursor cur)
{
	const char *text = keep_text(df, cur);

	if (!text)
		return no_memory(df);
	df->time.offset = (int64_t)((uint64_t)df->time.offset + (uint64_t)strtoll(text, NULL, 0));
	return 0;
}

static int64_t stat_value(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtoll(p + strlen(key), NULL, 10) : -1;
}

/* Several buffers have the same CPUs: the sum is what the CPU lost. */
static void add_known(int64_t *sum, int64_t value)
{
	if (value >= 0)
		*sum = *sum < 0 ? value : *sum + value;
}

/* per_cpu/cpuN/stats; a heading "Buffer: NAME" is one, too */
static int cpustat(struct mms_datfile *df, struct mms_cursor cur)
{
	const char *text = keep_text(df, cur);
	struct mms_dat_stat *s = NULL, *all;
	int64_t cpu;

	if (!text)
		return no_memory(df);
	cpu = stat_value(text, "CPU: ");
	if (cpu < 0 || cpu > INT32_MAX)
		return 0;
	for (unsigned int i = 0; i < df->nr_stats && !s; i++)
		if (df->stats[i].cpu == cpu)
			s = &df->stats[i];
	if (!s) {
		all = realloc(df->stats, (df->nr_stats + 1) * sizeof(*all));
		if (!all)
			return no_memory(df);
		df->stats = all;
		s = &all[df->nr_stats++];
		*s = (struct mms_dat_stat){ (int32_t)cpu, -1, -1 };
	}
	add_known(&s->overrun, stat_value(text, "\noverrun: "));
	add_known(&s->dropped, stat_value(text, "\ndropped events: "));
	return 0;
}

static int pending_buffer(struct mms_datfile *df, uint64_t where, const char *name)
{
	struct mms_dat_pending *all;

	all = realloc(df->pending, (df->nr_pending + 1) * sizeof(*all));
	if (!all)
		return no_memory(df);
	df->pending = all;
	all[df->nr_pending++] = (struct mms_dat_pending){ where, name, 0 };
	return 0;
}

static int buffer_cpus(struct mms_datfile *df, struct mms_cursor *cur, uint64_t where)
{
	uint32_t nr = mms_cursor_u32(cur);
	bool packed = mms_datfile_buffer_packed(df, where);
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++) {
		uint32_t cpu = mms_cursor_u32(cur);
		uint64_t at = mms_cursor_u64(cur);
		uint64_t size = mms_cursor_u64(cur);

		if (cur->bad)
			break;
		ret = mms_datfile_add_cpu(df, (int32_t)cpu, at, size, packed);
	}
	if (cur->bad)
		mms_datfile_note(df, "the table of CPU buffers is cut short");
	return ret;
}

static int buffer(struct mms_datfile *df, struct mms_cursor cur)
{
	uint64_t where = mms_cursor_u64(&cur);
	const char *name = mms_cursor_str(&cur);
	struct mms_dat_buffer buf = { 0 };
	int ret;

	buf.name = mms_datfile_keep(df, name, strlen(name));
	if (!buf.name)
		return no_memory(df);
	if (df->version == 6)
		return pending_buffer(df, where, buf.name);
	name = mms_cursor_str(&cur);
	if (*name) {
		buf.clock = mms_datfile_keep(df, name, strlen(name));
		if (!buf.clock)
			return no_memory(df);
	}
	buf.page_size = mms_cursor_u32(&cur);
	if (cur.bad || buf.page_size < 64 || buf.page_size > (64u << 20)) {
		mms_datfile_note(df, "buffer '%s' is damaged (pages of %u bytes)", buf.name,
				 buf.page_size);
		return 0;
	}
	ret = mms_datfile_add_buffer(df, &buf);
	return ret ? ret : buffer_cpus(df, &cur, where);
}

/* "local [mono] boot": the one in use stands in brackets */
static int traceclock(struct mms_datfile *df, struct mms_cursor cur)
{
	const char *text = keep_text(df, cur);
	const char *begin, *end;

	if (!text)
		return no_memory(df);
	begin = strchr(text, '[');
	end = begin ? strchr(begin, ']') : NULL;
	if (!end)
		return 0;
	df->clock = mms_datfile_keep(df, begin + 1, (size_t)(end - begin - 1));
	return df->clock ? 0 : no_memory(df);
}

static int uname_text(struct mms_datfile *df, struct mms_cursor cur)
{
	df->uname = keep_text(df, cur);
	return df->uname ? 0 : no_memory(df);
}

/* Version 6: behind a buffer's option it counts that buffer's CPUs. */
static int cpucount(struct mms_datfile *df, struct mms_cursor cur)
{
	uint32_t nr = mms_cursor_u32(&cur);

	if (df->nr_pending)
		df->pending[df->nr_pending - 1].nr_cpus = nr;
	else
		df->cpu_count = nr;
	return 0;
}

static int time_shift(struct mms_datfile *df, struct mms_cursor cur)
{
	(void)cur;
	return mms_err(-ENOTSUP,
		       "%s was recorded in a guest and its times are to be shifted to its host's: "
		       "that is not supported; record in the guest alone",
		       df->path);
}

static int tsc2nsec(struct mms_datfile *df, struct mms_cursor cur)
{
	struct mms_dat_time time = df->time;

	time.mult = mms_cursor_u32(&cur);
	time.shift = mms_cursor_u32(&cur);
	if (cur.bad || time.shift > 63)
		mms_datfile_note(df, "the option that scales TSC times is damaged");
	else
		df->time = time;
	return 0;
}

static int buffer_text(struct mms_datfile *df, struct mms_cursor cur)
{
	(void)cur;
	mms_datfile_note(df, "text of a latency tracer in the file is passed over");
	return 0;
}

static int (*const options[])(struct mms_datfile *df, struct mms_cursor cur) = {
	[MMS_DATOPT_DATE] = date,         [MMS_DATOPT_CPUSTAT] = cpustat,
	[MMS_DATOPT_BUFFER] = buffer,     [MMS_DATOPT_TRACECLOCK] = traceclock,
	[MMS_DATOPT_UNAME] = uname_text,  [MMS_DATOPT_OFFSET] = offset,
	[MMS_DATOPT_CPUCOUNT] = cpucount, [MMS_DATOPT_TIME_SHIFT] = time_shift,
	[MMS_DATOPT_TSC2NSEC] = tsc2nsec, [MMS_DATOPT_BUFFER_TEXT] = buffer_text,
};

int mms_datfile_option(struct mms_datfile *df, uint16_t id, struct mms_cursor cur)
{
	if (id >= MMS_DATOPT_PARTS && id < MMS_DATOPT_PARTS + MMS_DAT_NR_PARTS)
		return mms_datfile_set_part(df, id, mms_cursor_u64(&cur));
	if (id >= sizeof(options) / sizeof(options[0]) || !options[id])
		return 0;
	return options[id](df, cur);
}
