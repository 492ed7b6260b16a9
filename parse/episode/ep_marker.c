// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "marker": a text that a program wrote to trace_marker. */

enum { BUF };

static const char *const fields[] = { "buf", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	uint32_t len = 0;
	const char *text = mms_rule_text(rule, ev, BUF, &len);
	int ret = mms_segments_cut(ep);

	if (ret)
		return ret;
	while (text && len && text[len - 1] == '\n')
		len--;
	if (!mms_rows_add(ep->markers))
		return -EIO;
	mms_row_set(ep->markers, MMS_MARKER_RUN, ep->opts.run_id);
	mms_row_set(ep->markers, MMS_MARKER_SEQ, ep->seq);
	mms_row_set(ep->markers, MMS_MARKER_TS, ev->ts_ns);
	mms_row_set_bytes(ep->markers, MMS_MARKER_TEXT, text ? text : "", len);
	return 0;
}

const struct mms_handler mms_ep_marker = {
	.name = "marker",
	.fields = fields,
	.run = run,
};
