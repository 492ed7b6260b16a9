/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_RECORDER_H
#define MMS_RECORD_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/root.h"

/* In the command's environment: the trace_marker file of the recording's instance. */
#define MMS_RECORD_MARKER_ENV "MMSCOPE_TRACE_MARKER"

/* How much the user wants to read. */
enum mms_say {
	MMS_SAY_WARNING, /* also with -q */
	MMS_SAY_INFO,
	MMS_SAY_DETAIL, /* only with -v */
};

/* An event that the user named. */
struct mms_record_ask {
	const char *event;
	const char *filter; /* NULL: none */
	bool stacktrace;
};

/**
 * struct mms_record_opts - What to record, how, and into what.
 * @argv: the command, ended by NULL; NULL: until a signal or @duration_ns
 * @presets, @nr_presets: names
 * @path: NULL: mmscope.data
 * @tracefs: NULL: look for it
 * @buffer_kb: per CPU; 0: by the size of the machine
 * @settle_ns: pause before the snapshot "after"
 * @max_bytes: stop tracing there; 0: never
 * @say: prints a line
 */
struct mms_record_opts {
	const struct mms_root *root;
	char *const *argv;
	const char *const *presets;
	size_t nr_presets;
	const struct mms_record_ask *asks;
	size_t nr_asks;
	const char *path;
	const char *tracefs;
	const char *clock;
	const char *label;
	const char *cgroup_glob;
	const char *version; /* of this program */
	uint64_t buffer_kb;
	uint64_t max_bytes;
	int64_t interval_ns;
	int64_t settle_ns;
	int64_t duration_ns; /* 0: no end */
	int iteration;       /* 0: there is but one */
	int file_version;
	bool zstd;
	bool force;
	bool no_events;
	void (*say)(void *ctx, enum mms_say level, const char *text);
	void *say_ctx;
};

/** struct mms_record_result - What the caller tells and returns. */
struct mms_record_result {
	int status;       /* of the command; 0 without one */
	int exec_error;   /* errno of execvp(), 0 when it ran */
	bool interrupted; /* by a signal to the recorder */
	char path[4096];
};

/**
 * mms_record() - Make one recording.
 *
 * Return: 0, also when the command failed; a negative errno when the recorder did.
 */
int mms_record(const struct mms_record_opts *opts, struct mms_record_result *ret_result);

/**
 * mms_record_parent() - Make the folder that several recordings go into.
 * @path, @force: as in mms_record_opts
 * @ret_dir: its path
 */
int mms_record_parent(const char *path, bool force, char *ret_dir, size_t size);

#endif
