// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "record/trclock.h"

/*
 * Clocks that are the same in kernel and user space. The others (local, global,
 * perf, uptime, counter, x86-tsc) cannot be read from here: samples are then
 * on "mono", and the trace markers of the snapshots tie the two together.
 */
static const struct {
	const char *name;
	int clockid;
} shared[] = {
	{ "mono", CLOCK_MONOTONIC },
	{ "mono_raw", CLOCK_MONOTONIC_RAW },
	{ "boot", CLOCK_BOOTTIME },
	{ "tai", CLOCK_TAI },
};

static bool counts_ns(const char *name)
{
	return strcmp(name, "counter") && !strstr(name, "-tsc") && strcmp(name, "ppc-tb");
}

void mms_trclock_init(struct mms_trclock *clk, const char *name)
{
	*clk = (struct mms_trclock){ name, "mono", CLOCK_MONOTONIC, counts_ns(name) };
	for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
		if (strcmp(shared[i].name, name))
			continue;
		clk->sample = name;
		clk->clockid = shared[i].clockid;
	}
}

int64_t mms_clock_ns(int clockid)
{
	struct timespec ts = { 0 };

	clock_gettime(clockid, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

int64_t mms_trclock_now_ns(const struct mms_trclock *clk)
{
	return mms_clock_ns(clk->clockid);
}

/* The closest of a few readings, each between two of the other clock. */
int64_t mms_trclock_wall_offset_ns(const struct mms_trclock *clk)
{
	int64_t best = INT64_MAX, offset = 0;

	for (int i = 0; i < 10; i++) {
		int64_t a = mms_clock_ns(clk->clockid);
		int64_t wall = mms_clock_ns(CLOCK_REALTIME);
		int64_t b = mms_clock_ns(clk->clockid);

		if (b - a >= best)
			continue;
		best = b - a;
		offset = wall - (a + best / 2);
	}
	return offset;
}
