/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_PARSE_H
#define MMS_PARSE_PARSE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct sqlite3;

enum mms_detail {
	MMS_DETAIL_NONE,     /* no event rows at all: what analyze -i FILE needs */
	MMS_DETAIL_EPISODES, /* rows of events that are rare */
	MMS_DETAIL_EVENTS,   /* rows of all events but memcg counters */
	MMS_DETAIL_ALL,
};

/**
 * struct mms_parse_opts - How to load a recording.
 * @label: NULL: from the recording
 * @page_size: bytes; 0: from the recording, else 4096
 * @force: replace a run that has the same fingerprint
 * @progress: called about ten times a second; may be NULL
 * @stop: when it becomes nonzero (a signal), parsing ends with -EINTR; may be NULL
 */
struct mms_parse_opts {
	const char *label;
	enum mms_detail detail;
	unsigned int page_size;
	int nr_workers;
	bool force;
	void (*progress)(void *ctx, uint64_t done_bytes, uint64_t total_bytes, uint64_t events);
	void *progress_ctx;
	const volatile sig_atomic_t *stop;
};

/* What was loaded, for the user. */
struct mms_parse_result {
	int64_t run_id;
	char name[256]; /* LABEL/N, cut when longer */
	uint64_t events;
	uint64_t rows; /* of events */
	uint64_t lost;
	bool lost_unknown;    /* there are losses without a number */
	char incomplete[256]; /* why, cut when longer; "" */
	char notes[512];      /* what was left out, lines; "" */
};

/**
 * mms_parse() - Load one recording as one run, all or nothing.
 * @db: open for writing; the run is one transaction of it
 * @path: recording directory, trace.dat, or another input
 * @ret_result: may be NULL
 *
 * Return: 0; -EEXIST when this recording is in @db already; -EBADMSG, -ENOTSUP
 * and so on for inputs that cannot be read. On failure @db is as it was.
 */
int mms_parse(struct sqlite3 *db, const char *path, const struct mms_parse_opts *opts,
	      struct mms_parse_result *ret_result);

#endif
