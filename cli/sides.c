// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/collect.h"
#include "analyze/compare.h"
#include "cli/sides.h"
#include "common/buf.h"
#include "common/err.h"
#include "parse/input.h"
#include "schema/db.h"
#include "schema/stmt.h"

/* Is there such a run? False, too, when the database cannot tell. */
static bool has_runs(struct sqlite3 *db, const char *pattern)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;

	if (!db || mms_stmt_open(db, mms_compare_sql, "cmp_has_runs", &st))
		return false;
	mms_stmt_bind_text(st, ":pattern", pattern);
	return mms_stmt_step(st) > 0 && mms_stmt_int(st, 0);
}

static int add_label(struct mms_compare *cmp, struct sqlite3 *db, const char *label, bool noise)
{
	const char *const runs[] = { label, NULL };

	return mms_compare_add(cmp, label, db, runs, noise);
}

/* A file's base name without ".db", a folder's name. */
static int name_of(const char *path, struct mms_buf *name)
{
	size_t len = strlen(path), from;

	while (len > 1 && path[len - 1] == '/')
		len--;
	for (from = len; from && path[from - 1] != '/';)
		from--;
	mms_buf_add(name, path + from, len - from);
	if (name->len > 3 && !strcmp(mms_buf_text(name) + name->len - 3, ".db"))
		name->data[name->len -= 3] = '\0';
	return name->err;
}

static int add_file(struct mms_compare *cmp, const char *path, const char *label, bool noise)
{
	const char *const runs[] = { label, NULL };
	struct sqlite3 *db mms_auto(db) = NULL;
	struct mms_buf name mms_auto(buf) = { 0 };
	int ret = mms_input_open(path, MMS_DETAIL_NONE, &db);

	if (!ret)
		ret = label ? mms_buf_printf(&name, "%s", label) : name_of(path, &name);
	if (!ret && label && !has_runs(db, label))
		return mms_err(-ENOENT, "%s has no run '%s'", path, label);
	return ret ? ret : mms_compare_add(cmp, mms_buf_text(&name), db, runs, noise);
}

/* FILE:LABEL, where FILE is there. */
static int add_label_of_file(struct mms_compare *cmp, const char *side, bool noise)
{
	const char *colon = strrchr(side, ':');
	struct mms_buf path mms_auto(buf) = { 0 };

	if (!colon || colon == side || !colon[1])
		return -ENOENT;
	mms_buf_add(&path, side, (size_t)(colon - side));
	if (path.err || access(mms_buf_text(&path), F_OK))
		return path.err ? path.err : -ENOENT;
	return add_file(cmp, mms_buf_text(&path), colon + 1, noise);
}

static int add_side(struct mms_compare *cmp, struct sqlite3 *db, const char *input,
		    const char *side, bool noise)
{
	int ret;

	if (has_runs(db, side))
		return add_label(cmp, db, side, noise);
	if (!access(side, F_OK))
		return add_file(cmp, side, NULL, noise);
	ret = add_label_of_file(cmp, side, noise);
	if (ret != -ENOENT)
		return ret;
	return mms_err(
		-ENOENT,
		"no run is called '%s' in %s%s, and there is no such file; 'mmscope list runs' "
		"shows the runs",
		side, input, db ? "" : " (which is not there)");
}

/* Labels of the input; read before any is used, for that makes tables anew. */
struct labels {
	char *names[MMS_COMPARE_MAX_SIDES + 1];
	size_t n;
};

static void mms_auto_labels(struct labels *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->names[i]);
}

static int read_labels(struct sqlite3 *db, struct labels *l)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(db, mms_compare_sql, "cmp_labels", &st);

	while (!ret && l->n <= MMS_COMPARE_MAX_SIDES && (ret = mms_stmt_step(st)) > 0) {
		l->names[l->n] = strdup(mms_stmt_text(st, 0));
		ret = l->names[l->n] ? 0 : -ENOMEM;
		l->n += !ret;
	}
	return ret;
}

static int add_labels(struct mms_compare *cmp, struct sqlite3 *db, const char *input)
{
	struct labels l mms_auto(labels) = { .n = 0 };
	int ret = read_labels(db, &l);

	if (!ret && l.n < 2)
		return mms_err(-ENOENT, "%s has runs of one label only: name two sides", input);
	for (size_t i = 0; !ret && i < l.n; i++)
		ret = add_label(cmp, db, l.names[i], false);
	return ret;
}

int mms_sides_add(struct mms_compare *cmp, const char *input, const char *const *sides, size_t n,
		  bool noise)
{
	struct sqlite3 *db mms_auto(db) = NULL;
	int ret = 0;

	/* Sides may all be files: then nobody needs the input. */
	if (!access(input, F_OK))
		ret = mms_input_open(input, MMS_DETAIL_NONE, &db);
	else if (!n)
		ret = mms_err(-ENOENT, "%s is not there: name an input with -i, or two sides",
			      input);
	if (!ret && !n)
		return add_labels(cmp, db, input);
	for (size_t i = 0; !ret && i < n; i++)
		ret = add_side(cmp, db, input, sides[i], noise);
	return ret;
}
