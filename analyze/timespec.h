/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_TIMESPEC_H
#define MMS_ANALYZE_TIMESPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * What --time says, before it is laid over a run:
 *
 *	A,B        from A on, up to but without B; an empty side is open
 *	A          from A on
 *	10%        the first tenth; 10%-20% the second one
 *	max+-X     X before and behind the worst event of the metric
 *
 * A side is seconds of the trace clock (12.5), seconds behind the begin (+2.5)
 * or before the end (-10) of the run's own window, a percentage of it (10%),
 * or @TEXT, the first trace marker that begins with TEXT; "\," is a comma.
 */
enum mms_bound_kind {
	MMS_BOUND_OPEN,
	MMS_BOUND_CLOCK,   /* ns of the trace clock */
	MMS_BOUND_BEGIN,   /* ns behind the window's begin */
	MMS_BOUND_END,     /* ns before its end */
	MMS_BOUND_PERCENT, /* of the window, in 1e-9 */
	MMS_BOUND_MARKER,
};

struct mms_bound {
	enum mms_bound_kind kind;
	int64_t value;
	char *marker; /* begin of its text */
};

struct mms_timespec {
	struct mms_bound from;
	struct mms_bound to;
	bool worst;       /* max+-X */
	int64_t worst_ns; /* X */
};

/**
 * mms_timespec_parse() - Read the value of --time.
 * @ret_ts: set only on success; mms_timespec_release()
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int mms_timespec_parse(const char *text, struct mms_timespec *ret_ts);
void mms_timespec_release(struct mms_timespec *ts);
static inline void mms_auto_timespec(struct mms_timespec *ts)
{
	mms_timespec_release(ts);
}

#endif
