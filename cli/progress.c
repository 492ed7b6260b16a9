// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/progress.h"

#define FIRST_NS 1000000000LL

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

bool mms_progress_is_when(const char *when)
{
	return !strcmp(when, "auto") || !strcmp(when, "always") || !strcmp(when, "never");
}

void mms_progress_init(struct mms_progress *pg, const char *what, const char *when)
{
	bool tty = isatty(STDERR_FILENO) == 1;

	*pg = (struct mms_progress){ .what = what, .begin_ns = now_ns() };
	pg->wanted = !when || !strcmp(when, "auto") ? tty : !strcmp(when, "always");
}

void mms_progress_update(void *ctx, uint64_t done, uint64_t total, uint64_t events)
{
	struct mms_progress *pg = ctx;
	double elapsed_s = (double)(now_ns() - pg->begin_ns) / 1e9;
	double share = total ? (double)done / (double)total : 0;

	if (!pg->wanted || elapsed_s * 1e9 < FIRST_NS)
		return;
	fprintf(stderr, "\r%s: %3.0f%%, %.1f M events, %.1f M/s", pg->what, 100 * share,
		(double)events / 1e6, (double)events / 1e6 / elapsed_s);
	if (share > 0.01)
		fprintf(stderr, ", %.0f s left", elapsed_s / share - elapsed_s);
	fprintf(stderr, "\033[K");
	fflush(stderr);
	pg->shown = true;
}

void mms_progress_end(struct mms_progress *pg)
{
	if (pg->shown)
		fprintf(stderr, "\r\033[K");
	pg->shown = false;
}
