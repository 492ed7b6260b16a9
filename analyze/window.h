/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_WINDOW_H
#define MMS_ANALYZE_WINDOW_H

#include <stdint.h>

#include "common/file.h"

struct sqlite3;
struct mms_table;

/*
 * Which runs, and which part of each: the temporary table "win", one row a
 * run, and temporary views "win_NAME" over it. All metrics read these, so
 * that none of them selects runs or cuts time on its own. They are plain SQL
 * (analyze/window/NAME.sql), also for the stock sqlite3.
 */

/* The temporary views over "win", sorted by name. */
extern const struct mms_file mms_window_views[];

/**
 * struct mms_window_opts - What to look at.
 * @runs: "LABEL" or "LABEL/N", globs; ended by NULL; NULL or empty: all runs
 * @time: as --time, see analyze/timespec.h; NULL: each run's own window
 * @worst: kinds of episodes for "max+-X", parted by blanks; NULL: there is no
 *	worst event
 */
struct mms_window_opts {
	const char *const *runs;
	const char *time;
	const char *worst;
};

/**
 * mms_window_make() - Make "win" and its views, or make them anew.
 * @db: may be open for reading only
 *
 * Bounds that are no bounds of segments are moved outwards to the next ones,
 * since sums are kept by segment; win.moved says so.
 *
 * Return: 0; -ENOENT when no run, marker or worst event is what @opts names;
 * -EINVAL for a @time that is none or leaves nothing.
 */
int mms_window_make(struct sqlite3 *db, const struct mms_window_opts *opts);

/**
 * mms_window_note() - Add a note per run of "win": window, clock, losses.
 * @input: what the numbers come from, for the note
 *
 * Return: 0 or a negative errno.
 */
int mms_window_note(struct sqlite3 *db, const char *input, struct mms_table *tb);

/**
 * mms_window_incomplete() - Did a run of "win" lose events in its window, or
 * was its recording cut short?
 * @ret_incomplete: 1 or 0
 *
 * Return: 0 or a negative errno.
 */
int mms_window_incomplete(struct sqlite3 *db, int *ret_incomplete);

/**
 * mms_window_page_size() - Base page of a run of "win".
 * @run: LABEL/N; NULL: of all runs, which must agree
 * @ret_bytes: set only on success
 *
 * Return: 0; -EINVAL when they do not agree, -ENOENT when there is no such run.
 */
int mms_window_page_size(struct sqlite3 *db, const char *run, int64_t *ret_bytes);

#endif
