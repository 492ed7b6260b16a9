// SPDX-License-Identifier: GPL-2.0-or-later
#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "schema/db.h"
#include "schema/stmt.h"

struct mms_stmt {
	sqlite3 *db;
	const char *name;
	sqlite3_stmt *st;
	int err; /* of a bind */
};

int mms_stmt_open(struct sqlite3 *db, const struct mms_file *files, const char *name,
		  struct mms_stmt **ret_st)
{
	struct mms_stmt *st mms_auto(stmt) = calloc(1, sizeof(*st));
	const struct mms_file *f = files;

	while (f->name && strcmp(f->name, name))
		f++;
	assert(f->name);
	if (!st)
		return mms_err(-ENOMEM, "no memory for %s.sql", name);
	st->db = db;
	st->name = f->name;
	if (sqlite3_prepare_v2(db, f->text, (int)f->len, &st->st, NULL) != SQLITE_OK)
		return mms_db_error(db, name);
	*ret_st = mms_take(st);
	return 0;
}

void mms_stmt_close(struct mms_stmt *st)
{
	if (!st)
		return;
	sqlite3_finalize(st->st);
	free(st);
}

static int param(struct mms_stmt *st, const char *name)
{
	int i = sqlite3_bind_parameter_index(st->st, name);

	assert(i > 0);
	return i;
}

static void keep(struct mms_stmt *st, int code)
{
	if (code != SQLITE_OK && !st->err)
		st->err = code == SQLITE_NOMEM ? -ENOMEM : -EINVAL;
}

void mms_stmt_bind_int(struct mms_stmt *st, const char *name, int64_t value)
{
	keep(st, sqlite3_bind_int64(st->st, param(st, name), value));
}

void mms_stmt_bind_real(struct mms_stmt *st, const char *name, double value)
{
	keep(st, sqlite3_bind_double(st->st, param(st, name), value));
}

void mms_stmt_bind_text(struct mms_stmt *st, const char *name, const char *text)
{
	keep(st, sqlite3_bind_text(st->st, param(st, name), text, -1, SQLITE_TRANSIENT));
}

void mms_stmt_bind_null(struct mms_stmt *st, const char *name)
{
	keep(st, sqlite3_bind_null(st->st, param(st, name)));
}

int mms_stmt_step(struct mms_stmt *st)
{
	int code, ret = 0;

	if (st->err)
		return mms_err(st->err, "%s.sql: cannot bind a value", st->name);
	code = sqlite3_step(st->st);
	if (code == SQLITE_ROW)
		return 1;
	if (code != SQLITE_DONE)
		ret = mms_db_error(st->db, st->name);
	sqlite3_reset(st->st);
	return ret;
}

int mms_stmt_run(struct mms_stmt *st)
{
	int ret;

	do {
		ret = mms_stmt_step(st);
	} while (ret > 0);
	return ret;
}

bool mms_stmt_is_null(struct mms_stmt *st, int col)
{
	return sqlite3_column_type(st->st, col) == SQLITE_NULL;
}

int64_t mms_stmt_int(struct mms_stmt *st, int col)
{
	return sqlite3_column_int64(st->st, col);
}

double mms_stmt_real(struct mms_stmt *st, int col)
{
	return sqlite3_column_double(st->st, col);
}

const char *mms_stmt_text(struct mms_stmt *st, int col)
{
	return (const char *)sqlite3_column_text(st->st, col);
}
