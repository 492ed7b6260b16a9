// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "write": reclaim wrote a folio. */

static const char *const fields[] = { NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	(void)rule;
	mms_for_each_span(s, ep->task)
	{
		mms_span_note(s, ev->ts_ns, MMS_UNKNOWN, MMS_UNKNOWN);
		mms_span_add(s, MMS_SPAN_WRITTEN, 1);
	}
	return 0;
}

const struct mms_handler mms_ep_write = {
	.name = "write",
	.fields = fields,
	.run = run,
};
