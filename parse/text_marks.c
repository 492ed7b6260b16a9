// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "parse/text_marks.h"

#define MAX_CPU_STATS 65536

void mms_text_marks_release(struct mms_text_marks *marks)
{
	free(marks->cpu_stats);
	*marks = (struct mms_text_marks){ 0 };
}

int mms_text_marks_merge(struct mms_text_marks *marks, const struct mms_text_marks *from)
{
	struct mms_source_cpu *stats;
	unsigned int room = MAX_CPU_STATS - marks->nr_cpu_stats;
	unsigned int nr = from->nr_cpu_stats < room ? from->nr_cpu_stats : room;

	if (from->nr_cpus > marks->nr_cpus)
		marks->nr_cpus = from->nr_cpus;
	if (!nr)
		return 0;
	stats = reallocarray(marks->cpu_stats, marks->nr_cpu_stats + nr, sizeof(*stats));
	if (!stats)
		return -ENOMEM;
	memcpy(stats + marks->nr_cpu_stats, from->cpu_stats, nr * sizeof(*stats));
	marks->cpu_stats = stats;
	marks->nr_cpu_stats += nr;
	return 0;
}

/* Move behind @text, wherever it stands. */
static bool find(struct mms_slice *s, const char *text)
{
	size_t len = strlen(text);
	const char *p = memmem(s->pos, mms_slice_len(*s), text, len);

	if (p)
		s->pos = p + len;
	return p != NULL;
}

static void set_nr_cpus(struct mms_text_marks *marks, int64_t n)
{
	if (n > marks->nr_cpus && n <= INT32_MAX)
		marks->nr_cpus = (int32_t)n;
}

/* "# entries-in-buffer/entries-written: 10/12   #P:4": the first 2 were overwritten. */
static int on_entries(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	int64_t in_buffer, written, cpus;

	mms_skip_blanks(&s);
	if (!mms_take_digits(&s, &in_buffer) || !mms_skip_text(&s, "/") ||
	    !mms_take_digits(&s, &written))
		return 0;
	if (find(&s, "#P:") && mms_take_digits(&s, &cpus))
		set_nr_cpus(marks, cpus);
	*gap = (struct mms_text_gap){ -1, written - in_buffer };
	return written > in_buffer;
}

/*
 * "CPU:1 [LOST 12 EVENTS]", "CPU:1 [LOST EVENTS]" of the kernel,
 * "CPU:1 [12 EVENTS DROPPED]", "CPU:1 [EVENTS DROPPED]" of trace-cmd
 */
static int on_cpu(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	int64_t cpu, n = -1;
	bool lost;

	(void)marks;
	if (!mms_take_digits(&s, &cpu) || cpu > INT32_MAX)
		return 0;
	mms_skip_blanks(&s);
	if (!mms_skip_text(&s, "["))
		return 0;
	lost = mms_skip_text(&s, "LOST ");
	if (mms_take_digits(&s, &n))
		mms_skip_blanks(&s);
	if (!mms_skip_text(&s, lost ? "EVENTS]" : "EVENTS DROPPED]"))
		return 0;
	*gap = (struct mms_text_gap){ (int32_t)cpu, n };
	return 1;
}

/* "CPU: 1" begins the statistics of a CPU */
static int on_stats(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	struct mms_source_cpu *stats;
	int64_t cpu;

	(void)gap;
	if (!mms_take_digits(&s, &cpu) || cpu > INT32_MAX || s.pos < s.end ||
	    marks->nr_cpu_stats == MAX_CPU_STATS)
		return 0;
	stats = reallocarray(marks->cpu_stats, marks->nr_cpu_stats + 1, sizeof(*stats));
	if (!stats)
		return -ENOMEM;
	marks->cpu_stats = stats;
	stats[marks->nr_cpu_stats++] = (struct mms_source_cpu){ (int32_t)cpu, -1, -1 };
	marks->in_stats = true;
	return 0;
}

static int on_overrun(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	(void)gap;
	if (marks->in_stats)
		mms_take_digits(&s, &marks->cpu_stats[marks->nr_cpu_stats - 1].overrun);
	return 0;
}

static int on_dropped(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	(void)gap;
	if (marks->in_stats)
		mms_take_digits(&s, &marks->cpu_stats[marks->nr_cpu_stats - 1].dropped);
	return 0;
}

static int on_cpus(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap)
{
	int64_t n;

	(void)gap;
	if (mms_take_digits(&s, &n))
		set_nr_cpus(marks, n);
	return 0;
}

/* @at_begin: nothing may stand before it; else it may have a printk stamp and so on */
static const struct {
	const char *text;
	bool at_begin;
	int (*take)(struct mms_text_marks *marks, struct mms_slice s, struct mms_text_gap *gap);
} marks_table[] = {
	{ "# entries-in-buffer/entries-written:", true, on_entries },
	{ "CPU: ", true, on_stats },
	{ "overrun: ", true, on_overrun },
	{ "dropped events: ", true, on_dropped },
	{ "cpus=", true, on_cpus },
	{ "CPU:", false, on_cpu },
};

int mms_text_mark(struct mms_text_marks *marks, struct mms_slice line, struct mms_text_gap *ret_gap)
{
	mms_skip_blanks(&line);
	mms_trim_blanks(&line);
	if (line.pos == line.end)
		marks->in_stats = false;
	for (size_t i = 0; i < sizeof(marks_table) / sizeof(marks_table[0]); i++) {
		struct mms_slice s = line;
		int ret;

		if (!(marks_table[i].at_begin ? mms_skip_text(&s, marks_table[i].text)
					      : find(&s, marks_table[i].text)))
			continue;
		ret = marks_table[i].take(marks, s, ret_gap);
		if (ret)
			return ret;
	}
	return 0;
}
