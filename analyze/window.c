// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/counter.h"
#include "analyze/timespec.h"
#include "analyze/window.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "schema/db.h"

/* Statements that fill "win" and tell of it, by name. */
extern const struct mms_file mms_window_fill[];

static void mms_auto_stmt(sqlite3_stmt **st)
{
	sqlite3_finalize(*st);
}

static const struct mms_file *find(const char *name)
{
	const struct mms_file *f = mms_window_fill;

	while (strcmp(f->name, name))
		f++;
	return f;
}

static int prepare(sqlite3 *db, const char *name, sqlite3_stmt **ret_st)
{
	const struct mms_file *f = find(name);

	if (sqlite3_prepare_v2(db, f->text, (int)f->len, ret_st, NULL) != SQLITE_OK)
		return mms_db_error(db, name);
	return 0;
}

static void bind_int(sqlite3_stmt *st, const char *name, int64_t value)
{
	sqlite3_bind_int64(st, sqlite3_bind_parameter_index(st, name), value);
}

static void bind_text(sqlite3_stmt *st, const char *name, const char *value)
{
	sqlite3_bind_text(st, sqlite3_bind_parameter_index(st, name), value, -1, SQLITE_STATIC);
}

/* A run before the window is cut out of it. */
struct run {
	int64_t id;
	int64_t win_from_ns, win_to_ns; /* its own window */
	int64_t first_ns, end_ns;       /* all that it has */
	bool timeless;                  /* nothing in it has a time */
	const char *name;
};

static int make_views(sqlite3 *db)
{
	struct mms_buf drop mms_auto(buf) = { 0 };
	int ret = mms_db_exec(db, "win", "DROP TABLE IF EXISTS temp.win");

	if (!ret)
		ret = mms_db_exec(db, "win", find("table")->text);
	if (!ret)
		ret = mms_counters_make(db);
	for (const struct mms_file *f = mms_window_views; !ret && f->name; f++) {
		mms_buf_reset(&drop);
		ret = mms_buf_printf(&drop, "DROP VIEW IF EXISTS temp.%s", f->name);
		if (!ret)
			ret = mms_db_exec(db, f->name, mms_buf_text(&drop));
		if (!ret)
			ret = mms_db_exec(db, f->name, f->text);
	}
	return ret;
}

static int resolve_marker(sqlite3 *db, const struct run *run, const char *text, int64_t *ret_ns)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int ret = prepare(db, "marker", &st);

	if (ret)
		return ret;
	bind_int(st, ":run_id", run->id);
	bind_text(st, ":text", text);
	if (sqlite3_step(st) != SQLITE_ROW)
		return mms_err(-ENOENT,
			       "run %s has no trace marker that begins with '%s'; "
			       "'mmscope list markers' shows them",
			       run->name, text);
	*ret_ns = sqlite3_column_int64(st, 0);
	return 0;
}

static int resolve(sqlite3 *db, const struct run *run, const struct mms_bound *b, int64_t open_ns,
		   int64_t *ret_ns)
{
	int64_t len_ns = run->win_to_ns - run->win_from_ns;

	switch (b->kind) {
	case MMS_BOUND_MARKER:
		return resolve_marker(db, run, b->marker, ret_ns);
	case MMS_BOUND_CLOCK:
		*ret_ns = b->value;
		break;
	case MMS_BOUND_BEGIN:
		*ret_ns = run->win_from_ns + b->value;
		break;
	case MMS_BOUND_END:
		*ret_ns = run->win_to_ns - b->value;
		break;
	case MMS_BOUND_PERCENT:
		*ret_ns = run->win_from_ns + (int64_t)((__int128)len_ns * b->value / 1000000000);
		break;
	default:
		*ret_ns = open_ns;
	}
	return 0;
}

static int resolve_worst(sqlite3 *db, const struct run *run, const struct mms_window_opts *opts,
			 int64_t around_ns, int64_t *ret_from, int64_t *ret_to)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int ret;

	if (!opts->worst)
		return mms_err(-EINVAL, "--time '%s': this has no worst event", opts->time);
	ret = prepare(db, "worst", &st);
	if (ret)
		return ret;
	bind_int(st, ":run_id", run->id);
	bind_text(st, ":kinds", opts->worst);
	if (sqlite3_step(st) != SQLITE_ROW)
		return mms_err(-ENOENT, "--time '%s': run %s has no finished episode of: %s",
			       opts->time, run->name, opts->worst);
	*ret_from = sqlite3_column_int64(st, 0) - around_ns;
	*ret_to = sqlite3_column_int64(st, 1) + around_ns;
	return 0;
}

static int cut(sqlite3 *db, const struct run *run, const struct mms_window_opts *opts,
	       const struct mms_timespec *ts, int64_t *ret_from, int64_t *ret_to)
{
	int ret;

	if (ts->worst) {
		ret = resolve_worst(db, run, opts, ts->worst_ns, ret_from, ret_to);
	} else {
		ret = resolve(db, run, &ts->from, run->win_from_ns, ret_from);
		if (!ret)
			ret = resolve(db, run, &ts->to, run->win_to_ns, ret_to);
	}
	if (ret)
		return ret;
	if (*ret_from < run->first_ns)
		*ret_from = run->first_ns;
	if (*ret_to > run->end_ns)
		*ret_to = run->end_ns;
	if (*ret_from >= *ret_to)
		return mms_err(-EINVAL,
			       "--time '%s' leaves nothing of run %s, which is from %.6f to %.6f s",
			       opts->time, run->name, (double)run->first_ns / 1e9,
			       (double)run->end_ns / 1e9);
	return 0;
}

static int add_run(sqlite3 *db, const struct run *run, const struct mms_window_opts *opts,
		   const struct mms_timespec *ts)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int64_t from_ns = run->win_from_ns, to_ns = run->win_to_ns;
	int ret = prepare(db, "win", &st);

	if (!ret && opts->time && run->timeless)
		ret = mms_err(-EINVAL, "--time: run %s has no times", run->name);
	if (!ret && opts->time)
		ret = cut(db, run, opts, ts, &from_ns, &to_ns);
	if (ret)
		return ret;
	bind_int(st, ":run_id", run->id);
	bind_int(st, ":asked", !!opts->time);
	if (!run->timeless) {
		bind_int(st, ":from_ns", from_ns);
		bind_int(st, ":to_ns", to_ns);
	}
	return sqlite3_step(st) == SQLITE_DONE ? 0 : mms_db_error(db, "window");
}

/* Add the runs that @pattern names. Return: how many, or a negative errno. */
static int add_runs(sqlite3 *db, const char *pattern, const struct mms_window_opts *opts,
		    const struct mms_timespec *ts)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int rc, n = 0, ret = prepare(db, "runs", &st);

	if (ret)
		return ret;
	bind_text(st, ":pattern", pattern);
	while (!ret && (rc = sqlite3_step(st)) == SQLITE_ROW) {
		struct run run = {
			.id = sqlite3_column_int64(st, 0),
			.win_from_ns = sqlite3_column_int64(st, 1),
			.win_to_ns = sqlite3_column_int64(st, 2),
			.first_ns = sqlite3_column_int64(st, 3),
			.end_ns = sqlite3_column_int64(st, 4),
			.timeless = sqlite3_column_type(st, 1) == SQLITE_NULL,
			.name = (const char *)sqlite3_column_text(st, 5),
		};

		ret = add_run(db, &run, opts, ts);
		n++;
	}
	if (!ret && rc != SQLITE_DONE)
		ret = mms_db_error(db, "runs");
	return ret ? ret : n;
}

static int fill(sqlite3 *db, const struct mms_window_opts *opts, const struct mms_timespec *ts)
{
	static const char *const all[] = { NULL, NULL };
	const char *const *p = opts->runs && *opts->runs ? opts->runs : all;
	int n;

	do {
		n = add_runs(db, *p, opts, ts);
		if (n < 0)
			return n;
		if (!n)
			return *p ? mms_err(-ENOENT, "no run '%s'; 'mmscope list runs' shows them",
					    *p)
				  : mms_err(-ENOENT, "no run in this database");
	} while (*p && *++p);
	return 0;
}

int mms_window_make(struct sqlite3 *db, const struct mms_window_opts *opts)
{
	struct mms_timespec ts mms_auto(timespec) = { 0 };
	int ret = opts->time ? mms_timespec_parse(opts->time, &ts) : 0;

	if (!ret)
		ret = make_views(db);
	return ret ? ret : fill(db, opts, &ts);
}

int mms_window_note(struct sqlite3 *db, const char *input, struct mms_table *tb)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int rc, ret = prepare(db, "note", &st);

	while (!ret && (rc = sqlite3_step(st)) == SQLITE_ROW)
		ret = mms_table_add_note(tb, "%s %s", input,
					 (const char *)sqlite3_column_text(st, 0));
	if (!ret && rc != SQLITE_DONE)
		ret = mms_db_error(db, "window");
	return ret;
}

int mms_window_incomplete(struct sqlite3 *db, int *ret_incomplete)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int ret = prepare(db, "incomplete", &st);

	if (ret)
		return ret;
	if (sqlite3_step(st) != SQLITE_ROW)
		return mms_db_error(db, "window");
	*ret_incomplete = sqlite3_column_int(st, 0);
	return 0;
}

int mms_window_page_size(struct sqlite3 *db, const char *run, int64_t *ret_bytes)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	int64_t bytes;
	int ret = prepare(db, "pages", &st);

	if (ret)
		return ret;
	bind_text(st, ":run", run);
	if (sqlite3_step(st) != SQLITE_ROW)
		return mms_err(-ENOENT, "no run '%s' in the window", run ? run : "");
	bytes = sqlite3_column_int64(st, 0);
	if (sqlite3_step(st) == SQLITE_ROW)
		return mms_err(-EINVAL, "the runs have pages of different sizes: "
					"--unit bytes needs the column 'run'");
	*ret_bytes = bytes;
	return 0;
}
