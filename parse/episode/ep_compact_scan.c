// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/*
 * "compact_scan migrate", "... free", "... moved": pages that compaction looked
 * at or moved. Outside of compaction these events are of contiguous allocation
 * or memory hotplug.
 */

enum { NR_SCANNED, NR_MIGRATED, NR_FAILED };

static const char *const fields[] = { "nr_scanned", "nr_migrated", "nr_failed", NULL };

enum { ARG_MIGRATE, ARG_FREE, ARG_MOVED };

static const char *const args[] = { "migrate", "free", "moved", NULL };

static const struct {
	int arg, field, column;
} sums[] = {
	{ ARG_MIGRATE, NR_SCANNED, MMS_SPAN_MIGRATE_SCANNED },
	{ ARG_FREE, NR_SCANNED, MMS_SPAN_FREE_SCANNED },
	{ ARG_MOVED, NR_MIGRATED, MMS_SPAN_MIGRATED },
	{ ARG_MOVED, NR_FAILED, MMS_SPAN_MIGRATE_FAILED },
};

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	struct mms_span *s = ep->task->top;

	if (!mms_span_valid(s) || s->family != MMS_FAMILY_COMPACTION)
		return 0;
	for (size_t i = 0; i < MMS_ARRAY_SIZE(sums); i++)
		if (sums[i].arg == rule->arg)
			mms_span_add(s, sums[i].column, mms_rule_int(rule, ev, sums[i].field));
	return 0;
}

const struct mms_handler mms_ep_compact_scan = {
	.name = "compact_scan",
	.args = args,
	.fields = fields,
	.run = run,
};
