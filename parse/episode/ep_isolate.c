// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "isolate": pages were taken off an LRU list, to be reclaimed or deactivated. */

enum { NR_REQUESTED, NR_SCANNED, NR_SKIPPED, NR_TAKEN, ISOLATE_MODE, LRU, NR_LUMPY_TAKEN };

static const char *const fields[] = { "nr_requested", "nr_scanned", "nr_skipped",     "nr_taken",
				      "isolate_mode", "lru",        "nr_lumpy_taken", NULL };

/*
 * Which fields an event has tells its era: "lru" came with 4.11, lumpy reclaim
 * went with 3.5, isolate_mode was a plain int until 3.1, and was dropped by the
 * series that made the multi-gen LRU emit this event, in 6.7.
 */
static void init(struct mms_ep *ep, struct mms_rule *rule)
{
	const struct mms_field *mode = rule->fields[ISOLATE_MODE];

	if (rule->fields[LRU])
		rule->variant = MMS_LIST_BY_LRU;
	else if (mode && rule->fields[NR_LUMPY_TAKEN])
		rule->variant = mode->is_signed ? MMS_LIST_BY_MODE : MMS_LIST_BY_MODE_BITS;
	else
		rule->variant = MMS_LIST_BY_NOTHING;
	ep->lru.list_by = rule->variant;
	ep->lru.may_be_mglru = rule->fields[LRU] && !mode;
}

/* LRU_INACTIVE_ANON is 0, LRU_INACTIVE_FILE 2. */
static int64_t is_inactive(int variant, int64_t lru, int64_t mode)
{
	if (variant == MMS_LIST_BY_LRU)
		return lru == MMS_UNKNOWN ? MMS_UNKNOWN : lru == 0 || lru == 2;
	if (mode == MMS_UNKNOWN || variant == MMS_LIST_BY_NOTHING)
		return MMS_UNKNOWN;
	return variant == MMS_LIST_BY_MODE ? mode != 1 : mode & 1;
}

/* A count that this kernel does not have is nothing to add. */
static int64_t number(int64_t value)
{
	return value == MMS_UNKNOWN ? 0 : value;
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t lru = mms_rule_int(rule, ev, LRU);
	int64_t inactive = is_inactive(rule->variant, lru, mms_rule_int(rule, ev, ISOLATE_MODE));
	const int64_t values[MMS_LRU_NR_VALUES] = {
		[MMS_LRU_ISOLATES] = 1,
		[MMS_LRU_REQUESTED] = number(mms_rule_int(rule, ev, NR_REQUESTED)),
		[MMS_LRU_SCANNED] = number(mms_rule_int(rule, ev, NR_SCANNED)),
		[MMS_LRU_SKIPPED] = number(mms_rule_int(rule, ev, NR_SKIPPED)),
		[MMS_LRU_TAKEN] = number(mms_rule_int(rule, ev, NR_TAKEN)),
	};

	mms_for_each_span(s, ep->task)
	{
		mms_span_note(s, ev->ts_ns, MMS_UNKNOWN, MMS_UNKNOWN);
		if (inactive != 1 || !mms_family_reclaims(s->family))
			continue;
		s->isolates++;
		s->isolate_scanned = mms_sum(s->isolate_scanned, values[MMS_LRU_SCANNED]);
		s->isolate_taken = mms_sum(s->isolate_taken, values[MMS_LRU_TAKEN]);
	}
	return mms_lru_hold(ep, ep->task, lru, inactive, values);
}

const struct mms_handler mms_ep_isolate = {
	.name = "isolate",
	.fields = fields,
	.init = init,
	.run = run,
};
