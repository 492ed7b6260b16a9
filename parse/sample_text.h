/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_SAMPLE_TEXT_H
#define MMS_PARSE_SAMPLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct mms_sample - One value out of a file of /proc or of a cgroup.
 * @key: FILE.NAME, as vmstat.pgscan_kswapd
 * @scope: "" for what the whole file is about; nodeN, nodeN/ZONE, or a disk
 * @value: u64 stands as its 64 bits
 * @is_max: the file says "max": there is no limit, and no @value
 */
struct mms_sample {
	const char *key;
	const char *scope;
	int64_t value;
	bool is_max;
};

/**
 * mms_sample_parse() - Tell the values that a file's text holds.
 * @file: its name: "vmstat", "pressure-io", "memory.stat" ...
 * @tell: gets each value, borrowed until it returns; returns 0, or a negative
 *	errno to stop with
 *
 * What is known of a kind of file is in one table of sample_text.c. A file of
 * no kind, and a line that does not look like its kind's, have no values.
 *
 * Return: 0, or what @tell returned.
 */
int mms_sample_parse(const char *file, const char *text, size_t len,
		     int (*tell)(void *ctx, const struct mms_sample *sample), void *ctx);

#endif
