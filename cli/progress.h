/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_PROGRESS_H
#define MMS_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A line on stderr while something takes long: how much is done, how fast, how
 * long it will take. It comes after a second, and goes when the work is done.
 */
struct mms_progress {
	const char *what; /* name of the input */
	bool wanted;
	bool shown;
	int64_t begin_ns;
};

/**
 * mms_progress_init() - Begin.
 * @when: "auto" or NULL: only on a terminal; "always"; "never"
 */
void mms_progress_init(struct mms_progress *pg, const char *what, const char *when);

/** mms_progress_update() - As the progress of struct mms_parse_opts; @ctx is the struct. */
void mms_progress_update(void *ctx, uint64_t done, uint64_t total, uint64_t events);

/** mms_progress_end() - Take the line away. */
void mms_progress_end(struct mms_progress *pg);

/** mms_progress_is_when() - Is it "auto", "always" or "never"? */
bool mms_progress_is_when(const char *when);

#endif
