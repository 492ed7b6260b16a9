/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_SURVEY_H
#define MMS_PARSE_TEXT_SURVEY_H

#include "parse/text_comms.h"
#include "parse/text_reader.h"

/*
 * What the first reading of a text finds out. A long text is read by several
 * threads, a part by each.
 */
struct mms_text_survey {
	struct mms_text_types *types;
	struct mms_text_comms comms;
	struct mms_text_marks marks;
	struct mms_text_rest rest;
	uint64_t nr_events;
	uint64_t nr_ticks, nr_ns;  /* times that count no ns, and that do */
	int64_t first_ts, last_ts; /* in the order of the lines; only when there are any */
	int32_t max_cpu;           /* -1: none is named */
	bool unordered;
	uint64_t cut_line; /* event that the input ends in, by its line; 0: none */
};

/**
 * mms_text_survey_init() - Read all of a text.
 * @nr_workers: threads at most; 0: as many as there are CPUs
 *
 * Return: 0 or a negative errno.
 */
int mms_text_survey_init(struct mms_text_survey *survey, struct mms_text_file *file,
			 unsigned int nr_workers);
void mms_text_survey_release(struct mms_text_survey *survey);

/** mms_text_drop_cut() - Leave the value out that the input may end in. */
void mms_text_drop_cut(struct mms_text_item *item);

#endif
