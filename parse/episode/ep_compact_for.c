// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/*
 * "compact_for task": try_to_compact_pages: the compaction that follows in
 * this task is for its allocation. "compact_for node": kcompactd wakes.
 * "compact_for nothing": it sleeps.
 */

enum { ORDER, GFP, NID };

static const char *const fields[] = { "order", "gfp_mask|gfp_flags", "nid", NULL };

enum { ARG_TASK, ARG_NODE, ARG_NOTHING };

static const char *const args[] = { "task", "node", "nothing", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	ep->task->attempt = (struct mms_attempt){
		.alloc_order = mms_rule_int(rule, ev, ORDER),
		.gfp = mms_rule_int(rule, ev, GFP),
		.node = rule->arg == ARG_NOTHING ? MMS_UNKNOWN : mms_rule_int(rule, ev, NID),
	};
	return 0;
}

const struct mms_handler mms_ep_compact_for = {
	.name = "compact_for",
	.args = args,
	.fields = fields,
	.run = run,
};
