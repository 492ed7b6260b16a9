// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "compact_zone": inside compaction, an event says which node and order it is about. */

enum { NID, ORDER };

static const char *const fields[] = { "nid", "order", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	struct mms_span *s = ep->task->top;

	if (!mms_span_valid(s) || s->family != MMS_FAMILY_COMPACTION)
		return 0;
	mms_span_note(s, ev->ts_ns, MMS_UNKNOWN, mms_rule_int(rule, ev, NID));
	if (s->v[MMS_SPAN_ORDER] == MMS_UNKNOWN)
		s->v[MMS_SPAN_ORDER] = mms_rule_int(rule, ev, ORDER);
	return 0;
}

const struct mms_handler mms_ep_compact_zone = {
	.name = "compact_zone",
	.fields = fields,
	.run = run,
};
