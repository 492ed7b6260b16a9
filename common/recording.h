/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_RECORDING_H
#define MMS_COMMON_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/buf.h"

/*
 * Reader of a recording, as docs/recording.md describes it: a folder, or a
 * bare trace file, whose siblings count when it is called trace.dat (trace.txt
 * when it is text). All that is read may come from anywhere: nothing of it is
 * believed to be well-formed.
 */
struct json_t;
struct mms_recording;

/* When a file of samples was read. */
enum mms_recording_when { MMS_WHEN_BEFORE, MMS_WHEN_SERIES, MMS_WHEN_AFTER };

/**
 * struct mms_recording_file - One file of samples.
 * @path: below the recording's folder, for mms_recording_read()
 * @name: what was read: "vmstat", "memory.stat"
 * @cgroup: whose: "/", "/jobs/a"; NULL: the machine's
 */
struct mms_recording_file {
	const char *path;
	const char *name;
	const char *cgroup;
	enum mms_recording_when when;
};

/**
 * mms_recording_open() - Open a recording.
 * @path: folder, or file of events; a pipe, or "-" for standard input, stands alone
 *
 * Return: 0; -ENOENT and the like; -ENOTSUP for a folder that is none.
 */
int mms_recording_open(const char *path, struct mms_recording **ret_rec);
void mms_recording_close(struct mms_recording *rec);
MMS_DEFINE_AUTO(recording, struct mms_recording *, mms_recording_close);

/** mms_recording_events() - Path of the file of events; NULL: it has none. */
const char *mms_recording_events(const struct mms_recording *rec);

/** mms_recording_path() - What was opened, as an absolute path. */
const char *mms_recording_path(const struct mms_recording *rec);

/**
 * mms_recording_label() - What to call its runs: run.json's label, else the
 * name of the folder, else of the file up to the first dot.
 */
const char *mms_recording_label(const struct mms_recording *rec);

/**
 * mms_recording_damage() - Why run.json cannot be used, NULL when it can, or
 * when there is none.
 */
const char *mms_recording_damage(const struct mms_recording *rec);

/* Most bytes of one text file that are read; more is -EFBIG. */
#define MMS_RECORDING_MAX_BYTES (256u << 20)

/**
 * mms_recording_read() - Append the content of one of its files.
 *
 * Return: 0; -ENOENT; no message is recorded.
 */
int mms_recording_read(const struct mms_recording *rec, const char *path, struct mms_buf *buf);

/**
 * mms_recording_line() - The first line of one of its files, without newline.
 *
 * Return: 0; -ENOENT when there is none, or it is empty.
 */
int mms_recording_line(const struct mms_recording *rec, const char *path, struct mms_buf *buf);

/**
 * mms_recording_files() - Tell all its files of samples, sorted by cgroup,
 * name and when.
 * @tell: returns 0, or a negative errno to stop with
 *
 * Return: 0 or a negative errno.
 */
int mms_recording_files(const struct mms_recording *rec,
			int (*tell)(void *ctx, const struct mms_recording_file *file), void *ctx);

/**
 * mms_recording_json() - A value of run.json.
 * @key: names of nested objects with dots between: "clock.name"; "": all of it
 *
 * Return: borrowed; NULL when absent or null.
 */
const struct json_t *mms_recording_json(const struct mms_recording *rec, const char *key);

/** mms_recording_text() - A string of run.json; NULL when absent or no string. */
const char *mms_recording_text(const struct mms_recording *rec, const char *key);

/** mms_recording_int() - A number of run.json; @ret_value is set when there. */
bool mms_recording_int(const struct mms_recording *rec, const char *key, int64_t *ret_value);

#endif
