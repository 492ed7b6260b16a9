// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/query.h"
#include "analyze/result.h"
#include "common/err.h"
#include "common/file.h"
#include "common/table.h"

/* Queries about the database itself. */
extern const struct mms_file mms_query_files[];

/* To attach a file could make one. */
static int authorize(void *ctx, int action, const char *a, const char *b, const char *c,
		     const char *d)
{
	(void)ctx;
	(void)a;
	(void)c;
	(void)d;
	if (action == SQLITE_ATTACH || action == SQLITE_DETACH || action == SQLITE_TRANSACTION ||
	    action == SQLITE_SAVEPOINT)
		return SQLITE_DENY;
	if (action == SQLITE_FUNCTION && !sqlite3_stricmp(b, "load_extension"))
		return SQLITE_DENY;
	return SQLITE_OK;
}

static int explain(sqlite3 *db, int rc)
{
	const char *text = sqlite3_errmsg(db);

	/* For a function SQLite has the words, and another code. */
	if (rc == SQLITE_AUTH || !strncmp(text, "not authorized", 14))
		return mms_err(-EPERM, "a query may only read: %s", text);
	if (!strncmp(text, "no such table", 13))
		return mms_err(
			-EINVAL,
			"%s; an event that was not recorded has no table, '.tables' lists them",
			text);
	return mms_err(-EINVAL, "%s", text);
}

static int prepare(sqlite3 *db, const char *sql, const char **ret_tail, sqlite3_stmt **ret_st)
{
	int rc;

	sqlite3_set_authorizer(db, authorize, NULL);
	rc = sqlite3_prepare_v2(db, sql, -1, ret_st, ret_tail);
	sqlite3_set_authorizer(db, NULL, NULL);
	if (rc != SQLITE_OK)
		return explain(db, rc);
	if (*ret_st && !sqlite3_stmt_readonly(*ret_st))
		return mms_err(-EPERM,
			       "a query may only read; recordings are loaded by 'mmscope parse'");
	return 0;
}

static int answer(sqlite3_stmt *st, int64_t top, struct mms_table **ret_table)
{
	size_t n = (size_t)sqlite3_column_count(st);
	struct mms_column *cols mms_auto(mem) = calloc(n + 1, sizeof(*cols));
	struct mms_table *tb mms_auto(table) = NULL;
	int ret;

	for (size_t i = 0; cols && i < n; i++)
		cols[i] = (struct mms_column){ .name = sqlite3_column_name(st, (int)i),
					       .unit = "",
					       .doc = "" };
	if (!n) /* a PRAGMA that has nothing to say */
		cols[n++] = (struct mms_column){ .name = "result", .unit = "", .doc = "" };
	tb = cols ? mms_table_new("query", n, cols) : NULL;
	if (!tb)
		return mms_err(-ENOMEM, "no memory for the columns of a query");
	ret = mms_result_fill(tb, st, top < 0 ? INT64_MAX : top);
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}

int mms_query_run(struct sqlite3 *db, const char **sql, int64_t top, struct mms_table **ret_table)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	const char *tail = *sql;
	int ret;

	do {
		const char *before = tail;

		ret = prepare(db, before, &tail, &st);
		if (!ret && tail == before)
			break;
	} while (!ret && !st && *tail);
	if (ret)
		return ret;
	*sql = tail;
	*ret_table = NULL;
	return st ? answer(st, top, ret_table) : 0;
}

int mms_query_list(struct sqlite3 *db, const char *what, const char *pattern,
		   struct mms_table **ret_table)
{
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	const struct mms_file *f = mms_query_files;
	int ret;

	while (f->name && strcmp(f->name, what))
		f++;
	if (!f->name)
		return mms_err(-ENOENT, "no list of '%s'", what);
	ret = prepare(db, f->text, NULL, &st);
	if (ret)
		return ret;
	sqlite3_bind_text(st, 1, pattern, -1, SQLITE_TRANSIENT);
	return answer(st, -1, ret_table);
}

bool mms_query_is_complete(const char *sql)
{
	return sqlite3_complete(sql);
}
