// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/*
 * "throttle reclaim": the task slept; the event comes after it and says how
 * long, in steps of a jiffy. "throttle dirty": the task is about to sleep in
 * balance_dirty_pages; how long it really will is not told.
 */

#define NSEC_PER_USEC 1000ll
#define NSEC_PER_MSEC 1000000ll
#define MAX_SLEEP     UINT32_MAX

enum { NID, USEC_DELAYED, REASON, PAUSE };

static const char *const fields[] = { "nid", "usec_delayed", "reason", "pause", NULL };

enum { ARG_RECLAIM, ARG_DIRTY };

static const char *const args[] = { "reclaim", "dirty", NULL };

static int run_reclaim(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t usec = mms_rule_int(rule, ev, USEC_DELAYED);
	struct mms_span *s;

	if (usec < 0 || usec > MAX_SLEEP)
		return 0; /* unknown, or damaged */
	s = mms_span_whole(ep, MMS_FAMILY_THROTTLE, mms_sum(ev->ts_ns, -usec * NSEC_PER_USEC),
			   ev->ts_ns);
	if (!s)
		return -ENOMEM;
	s->v[MMS_SPAN_NODE] = mms_rule_int(rule, ev, NID);
	s->v[MMS_SPAN_RESULT] = mms_rule_int(rule, ev, REASON);
	return mms_span_close(ep, s);
}

static int run_dirty(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t msec = mms_rule_int(rule, ev, PAUSE);
	struct mms_span *s;

	if (msec <= 0 || msec > MAX_SLEEP)
		return 0; /* no sleep, unknown, or damaged */
	s = mms_span_whole(ep, MMS_FAMILY_WRITEBACK, ev->ts_ns,
			   mms_sum(ev->ts_ns, msec * NSEC_PER_MSEC));
	return s ? mms_span_close(ep, s) : -ENOMEM;
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	return rule->arg == ARG_DIRTY ? run_dirty(ep, rule, ev) : run_reclaim(ep, rule, ev);
}

const struct mms_handler mms_ep_throttle = {
	.name = "throttle",
	.args = args,
	.fields = fields,
	.run = run,
};
