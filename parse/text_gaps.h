/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_GAPS_H
#define MMS_PARSE_TEXT_GAPS_H

#include "parse/event.h"
#include "parse/text_marks.h"

/*
 * Gaps that the text tells of, on their way to the event behind them: the next
 * of their CPU.
 */
struct mms_text_cpu {
	int64_t last_ns; /* of its last event; INT64_MIN: none came */
	int64_t nr_lost;
	bool lost, uncounted; /* events are missing since; of some it is not said how many */
};

/* Zero-initialise it. */
struct mms_text_gaps {
	struct mms_text_cpu *cpus; /* index: CPU + 1 */
	unsigned int nr_cpus;
	unsigned int nr_lost; /* CPUs with a gap */
};

void mms_text_gaps_release(struct mms_text_gaps *gaps);

/** mms_text_gaps_add() - Events of a CPU are missing here. Return: 0 or -ENOMEM. */
int mms_text_gaps_add(struct mms_text_gaps *gaps, const struct mms_text_gap *gap);

/**
 * mms_text_gaps_before() - The next gap that ends with @ev.
 * @ev: an event; its CPU is noted
 * @ret_gap: the gap as an event
 *
 * Return: 1 and a gap, ask again; 0; or -ENOMEM.
 */
int mms_text_gaps_before(struct mms_text_gaps *gaps, const struct mms_event *ev,
			 struct mms_event *ret_gap);

/** mms_text_gaps_at_end() - The next gap that no event ended; @ts_ns: end. Return: 1 or 0. */
int mms_text_gaps_at_end(struct mms_text_gaps *gaps, int64_t ts_ns, struct mms_event *ret_gap);

#endif
