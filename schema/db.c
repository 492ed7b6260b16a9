// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "schema/db.h"

static const struct {
	int code;
	int err;
} errnos[] = {
	{ SQLITE_NOMEM, -ENOMEM },    { SQLITE_FULL, -ENOSPC },    { SQLITE_READONLY, -EACCES },
	{ SQLITE_PERM, -EACCES },     { SQLITE_BUSY, -EBUSY },     { SQLITE_LOCKED, -EBUSY },
	{ SQLITE_CANTOPEN, -EACCES }, { SQLITE_NOTADB, -EBADMSG }, { SQLITE_CORRUPT, -EBADMSG },
	{ SQLITE_INTERRUPT, -EINTR }, { SQLITE_IOERR, -EIO },      { SQLITE_TOOBIG, -E2BIG },
};

int mms_db_error(struct sqlite3 *db, const char *what)
{
	int code = sqlite3_errcode(db) & 0xff;
	int err = -EINVAL;

	for (size_t i = 0; i < sizeof(errnos) / sizeof(errnos[0]); i++)
		if (errnos[i].code == code)
			err = errnos[i].err;
	return mms_err(err, "%s: %s", what, sqlite3_errmsg(db));
}

int mms_db_exec(struct sqlite3 *db, const char *what, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return mms_db_error(db, what);
	return 0;
}

static int pragma_int(sqlite3 *db, const char *path, const char *sql, int *ret_value)
{
	sqlite3_stmt *st = NULL;
	int ret = 0;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
	    sqlite3_step(st) == SQLITE_ROW)
		*ret_value = sqlite3_column_int(st, 0);
	else
		ret = mms_db_error(db, path);
	sqlite3_finalize(st);
	return ret;
}

static int check(sqlite3 *db, const char *path)
{
	int id, schema, ret;

	ret = pragma_int(db, path, "PRAGMA application_id", &id);
	if (!ret)
		ret = pragma_int(db, path, "PRAGMA user_version", &schema);
	if (ret)
		return ret;
	if (id != MMS_DB_APPLICATION_ID)
		return mms_err(-EBADMSG, "%s: not a database of mmscope; 'mmscope parse' makes one",
			       path);
	if (schema != MMS_DB_SCHEMA)
		return mms_err(
			-ENOTSUP,
			"%s: made by another version of mmscope (schema %d, this one has %d): "
			"parse the recordings again",
			path, schema, MMS_DB_SCHEMA);
	return 0;
}

static int apply(sqlite3 *db, const struct mms_file *files)
{
	int ret = 0;

	for (const struct mms_file *f = files; !ret && f->name; f++)
		ret = mms_db_exec(db, f->name, f->text);
	return ret;
}

/*
 * Big pages: rows are appended and scanned, never looked up one by one. The
 * file has no name that anybody knows yet, so nothing is synced.
 */
static int create(sqlite3 *db)
{
	char stamp[128];
	int ret;

	snprintf(stamp, sizeof(stamp),
		 "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		 MMS_DB_APPLICATION_ID, MMS_DB_SCHEMA);
	ret = mms_db_exec(db, "new database",
			  "PRAGMA page_size = 65536; PRAGMA journal_mode = MEMORY;"
			  "PRAGMA synchronous = OFF; BEGIN");
	if (!ret)
		ret = apply(db, mms_schema_tables);
	if (!ret)
		ret = apply(db, mms_schema_views);
	return ret ? ret : mms_db_exec(db, "new database", stamp);
}

/* A misspelt "column" must be an error, not a string; the file is not trusted. */
static void harden(sqlite3 *db, bool reader)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	if (reader)
		sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_busy_timeout(db, 5000);
}

/* Is there something at @path that a new database would spoil? */
static bool is_taken(const char *path)
{
	struct stat st;

	return path[0] && strcmp(path, ":memory:") && !stat(path, &st) &&
	       !(S_ISREG(st.st_mode) && !st.st_size);
}

static int open_file(const char *path, enum mms_db_mode mode, sqlite3 **ret_db)
{
	static const int flags[] = {
		[MMS_DB_READ] = SQLITE_OPEN_READONLY,
		[MMS_DB_WRITE] = SQLITE_OPEN_READWRITE,
		[MMS_DB_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
	};
	sqlite3 *db mms_auto(db) = NULL;

	if (mode != MMS_DB_CREATE && access(path, F_OK))
		return mms_err(-errno, "%s: %s; 'mmscope parse' makes a database", path,
			       strerror(errno));
	if (mode == MMS_DB_CREATE && is_taken(path))
		return mms_err(-EEXIST, "%s exists already", path);
	if (sqlite3_open_v2(path, &db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		return mms_db_error(db, path);
	*ret_db = mms_take(db);
	return 0;
}

/*
 * Only when the size of a page is known: else it is taken for that of 4 KiB
 * pages. A temporary database is to stay in memory where it can.
 */
static int set_cache(sqlite3 *db, const char *path)
{
	return mms_db_exec(db, path,
			   *path ? "PRAGMA cache_size = -32768" : "PRAGMA cache_size = -98304");
}

/*
 * Somebody died while he changed the file: what he had begun is to be undone,
 * which a reader cannot do. Whoever may write does it with the first read.
 */
static int undo_unfinished(const char *path)
{
	sqlite3 *db mms_auto(db) = NULL;
	int ret = open_file(path, MMS_DB_WRITE, &db);

	return ret ? ret : check(db, path);
}

static int check_existing(sqlite3 *db, const char *path)
{
	int ret = check(db, path);

	if (ret && sqlite3_extended_errcode(db) == SQLITE_READONLY_ROLLBACK) {
		ret = undo_unfinished(path);
		if (!ret)
			ret = check(db, path);
	}
	return ret;
}

int mms_db_open(const char *path, enum mms_db_mode mode, struct sqlite3 **ret_db)
{
	struct sqlite3 *db mms_auto(db) = NULL;
	int ret;

	ret = open_file(path, mode, &db);
	if (ret)
		return ret;
	harden(db, mode == MMS_DB_READ);
	ret = mode == MMS_DB_CREATE ? create(db) : check_existing(db, path);
	if (!ret)
		ret = set_cache(db, path);
	if (ret)
		return ret;
	*ret_db = mms_take(db);
	return 0;
}

void mms_db_close(struct sqlite3 *db)
{
	sqlite3_close_v2(db);
}
