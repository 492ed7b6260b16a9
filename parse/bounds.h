/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_BOUNDS_H
#define MMS_PARSE_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct mms_recording;

/* A time that may not be known. */
struct mms_time {
	bool known;
	int64_t ns;
};

/**
 * struct mms_bounds - A run's own window: what lies between its snapshots,
 * where they are known, else while tracing was on, else first to last event.
 * @from_ns: begin, and the time of the snapshot before
 * @to_ns: end, not in it, and the time of the snapshot after
 * @kind: as of run.win_kind
 * @is_timed: false: nothing has a time; 0 is before, 1 is after
 * @series_offset_ns: what the trace's clock is ahead of that of the series
 */
struct mms_bounds {
	int64_t from_ns, to_ns;
	const char *kind;
	bool is_timed;
	int64_t series_offset_ns;
};

/**
 * mms_bounds_find() - Find them.
 * @before, @after: markers at the end of the snapshot before, and at the begin
 *	of the one after
 * @first, @last: events
 */
struct mms_bounds mms_bounds_find(const struct mms_recording *rec, struct mms_time before,
				  struct mms_time after, struct mms_time first,
				  struct mms_time last);

#endif
