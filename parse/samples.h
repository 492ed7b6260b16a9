/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_SAMPLES_H
#define MMS_PARSE_SAMPLES_H

#include <signal.h>
#include <stdint.h>

struct mms_load;
struct mms_recording;

/**
 * struct mms_samples_opts - Where a recording's samples lie in time.
 * @before_ns: time of the snapshot before, on the trace's clock
 * @after_ns: time of the snapshot after
 * @series_offset_ns: added to the times of series
 * @stop: as of struct mms_parse_opts; may be NULL
 */
struct mms_samples_opts {
	int64_t run_id;
	int64_t before_ns;
	int64_t after_ns;
	int64_t series_offset_ns;
	const volatile sig_atomic_t *stop;
};

/**
 * mms_samples_load() - Load the values of all files of samples, a row where
 * one changed.
 *
 * Return: 0 or a negative errno.
 */
int mms_samples_load(const struct mms_recording *rec, const struct mms_samples_opts *opts,
		     struct mms_load *load);

/**
 * mms_samples_time() - Read seconds with a fraction as nanoseconds, exactly.
 * @text: moved behind them
 *
 * Return: 0, or -EBADMSG when there are none; no message is recorded.
 */
int mms_samples_time(const char **text, int64_t *ret_ns);

#endif
