/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_SEGMENTS_H
#define MMS_PARSE_EPISODE_SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/load.h"

struct mms_ep;

/*
 * Segments: the pieces of time that rollups are kept for. They end at whole
 * seconds of the trace clock and at markers. A second without events has none.
 */
struct mms_segments {
	struct mms_rows *rows;
	bool timed; /* the clock is in ns, so whole seconds exist */
	bool open;
	int64_t id; /* of the one that is open, or the next one */
	int64_t from_ns, end_ns, last_ns;
	int64_t first_seq;
	unsigned int nr_markers;
};

int mms_segments_init(struct mms_ep *ep, struct mms_load *load);

/** mms_segments_reach() - An event at @ts_ns comes: begin its segment if it is a new one. */
int mms_segments_reach(struct mms_ep *ep, int64_t ts_ns);

/**
 * mms_segments_cut() - Begin a segment with the current event, a marker.
 *
 * The event is the first one of the new segment, so that what lies between
 * two markers is whole segments even where timestamps are equal.
 */
int mms_segments_cut(struct mms_ep *ep);

/** mms_segments_close() - End the last segment, just behind the last event. */
int mms_segments_close(struct mms_ep *ep);

#endif
