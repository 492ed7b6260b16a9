/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_MARKS_H
#define MMS_PARSE_TEXT_MARKS_H

#include "parse/source.h"
#include "parse/text_scan.h"

/*
 * Lines of trace text that are no events but say something of them: how many
 * were lost, how many CPUs there are.
 */

/* A gap in the text. */
struct mms_text_gap {
	int32_t cpu;     /* -1: it is not said which */
	int64_t nr_lost; /* -1: it is not said how many */
};

/* What such lines have said. Zero-initialise it. */
struct mms_text_marks {
	int32_t nr_cpus;                  /* 0: not said */
	struct mms_source_cpu *cpu_stats; /* per_cpu/cpuN/stats, printed into the text */
	unsigned int nr_cpu_stats;
	bool in_stats; /* the lines are about the last of these */
};

void mms_text_marks_release(struct mms_text_marks *marks);

/** mms_text_marks_merge() - Add what a later part of the text has said. Return: 0 or -ENOMEM. */
int mms_text_marks_merge(struct mms_text_marks *marks, const struct mms_text_marks *from);

/**
 * mms_text_mark() - Look at a line that is no event.
 * @ret_gap: set when it says that events are missing here
 *
 * Return: 1 and a gap; 0; or -ENOMEM.
 */
int mms_text_mark(struct mms_text_marks *marks, struct mms_slice line,
		  struct mms_text_gap *ret_gap);

#endif
