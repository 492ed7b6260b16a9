// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

#define NSEC_PER_SEC 1000000000ll

/* A program that writes markers all the time must not blow up the rollups. */
#define MAX_MARKERS 256

enum { COL_RUN, COL_ID, COL_FROM, COL_TO, COL_FIRST_SEQ };

static const struct mms_load_column columns[] = {
	[COL_RUN] = { "run_id", MMS_CELL_KIND_INT },
	[COL_ID] = { "id", MMS_CELL_KIND_INT },
	[COL_FROM] = { "from_ns", MMS_CELL_KIND_INT },
	[COL_TO] = { "to_ns", MMS_CELL_KIND_INT },
	[COL_FIRST_SEQ] = { "first_seq", MMS_CELL_KIND_INT },
};

int mms_segments_init(struct mms_ep *ep, struct mms_load *load)
{
	ep->segments.timed = ep->info->clock_is_ns;
	return mms_load_table(load, "segment", columns, MMS_ARRAY_SIZE(columns),
			      &ep->segments.rows);
}

static int64_t second_of(int64_t ts_ns)
{
	int64_t rest = ts_ns % NSEC_PER_SEC;

	return mms_sum(ts_ns, rest < 0 ? -rest - NSEC_PER_SEC : -rest);
}

static void begin(struct mms_ep *ep, int64_t from_ns, int64_t ts_ns)
{
	struct mms_segments *sg = &ep->segments;

	sg->open = true;
	sg->from_ns = from_ns;
	sg->end_ns = sg->timed ? mms_sum(second_of(ts_ns), NSEC_PER_SEC) : INT64_MAX;
	sg->first_seq = ep->seq;
}

static int end(struct mms_ep *ep, int64_t to_ns)
{
	struct mms_segments *sg = &ep->segments;

	if (!mms_rows_add(sg->rows))
		return -EIO;
	mms_row_set(sg->rows, COL_RUN, ep->opts.run_id);
	mms_row_set(sg->rows, COL_ID, sg->id);
	mms_row_set(sg->rows, COL_FROM, sg->from_ns);
	mms_row_set(sg->rows, COL_TO, to_ns);
	mms_row_set(sg->rows, COL_FIRST_SEQ, sg->first_seq);
	sg->open = false;
	sg->id++;
	return mms_rollups_flush(ep, sg->id - 1);
}

int mms_segments_reach(struct mms_ep *ep, int64_t ts_ns)
{
	struct mms_segments *sg = &ep->segments;
	int64_t from_ns = ts_ns;
	int ret;

	sg->last_ns = ts_ns > sg->last_ns || !sg->open ? ts_ns : sg->last_ns;
	if (sg->open && ts_ns < sg->end_ns)
		return 0;
	if (sg->open) {
		ret = end(ep, sg->end_ns);
		if (ret)
			return ret;
		from_ns = second_of(ts_ns);
	}
	begin(ep, from_ns, ts_ns);
	return 0;
}

int mms_segments_cut(struct mms_ep *ep)
{
	struct mms_segments *sg = &ep->segments;
	int ret;

	if (sg->nr_markers == MAX_MARKERS)
		return 0;
	sg->nr_markers++;
	if (sg->first_seq == ep->seq) {
		sg->from_ns = ep->ts_ns; /* it began with this event, by time */
		return 0;
	}
	ret = end(ep, ep->ts_ns);
	begin(ep, ep->ts_ns, ep->ts_ns);
	return ret;
}

int mms_segments_close(struct mms_ep *ep)
{
	return ep->segments.open ? end(ep, mms_sum(ep->segments.last_ns, 1)) : 0;
}
