/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_TRCLOCK_H
#define MMS_RECORD_TRCLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The trace's clock, as far as user space can read it. */
struct mms_trclock {
	const char *name;   /* as in tracefs' trace_clock */
	const char *sample; /* clock of the samples' times: @name, or "mono" */
	int clockid;
	bool is_ns; /* the trace's timestamps are nanoseconds */
};

/** mms_trclock_init() - By the name of a trace clock, which must outlive @clk. */
void mms_trclock_init(struct mms_trclock *clk, const char *name);

/** mms_trclock_now_ns() - The sample clock. */
int64_t mms_trclock_now_ns(const struct mms_trclock *clk);

/** mms_trclock_wall_offset_ns() - What to add to a sample time for the wall clock. */
int64_t mms_trclock_wall_offset_ns(const struct mms_trclock *clk);

int64_t mms_clock_ns(int clockid);

#endif
