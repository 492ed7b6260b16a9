/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_SCHEMA_DB_H
#define MMS_SCHEMA_DB_H

#include "common/auto.h"
#include "common/file.h"

struct sqlite3;

/* In the file's header, so that file(1) and we know it: "MMSc". */
#define MMS_DB_APPLICATION_ID 0x4d4d5363
/* One more at every change of tables/ or views/ that older files do not have. */
#define MMS_DB_SCHEMA 1

/* Compiled-in files, sorted by name, ended by a zero entry. */
extern const struct mms_file mms_schema_tables[];
extern const struct mms_file mms_schema_views[];
extern const struct mms_file mms_tracepoints[];

enum mms_db_mode {
	MMS_DB_READ,   /* must exist */
	MMS_DB_WRITE,  /* must exist; runs are added */
	MMS_DB_CREATE, /* must not exist, or be empty; gets the schema */
};

/**
 * mms_db_open() - Open a database.
 * @path: file name; ":memory:", or "" for a temporary one on disk, with MMS_DB_CREATE
 * @ret_db: set only on success; closed with mms_db_close(); one thread at a time may use it
 *
 * The application_id and schema number are checked. A created file is fast
 * and not safe against a crash before it is closed: give it a temporary name,
 * and rename it when it is complete.
 *
 * Return: 0; -ENOENT; -EEXIST; -ENOTSUP for a file of another schema ("parse
 * the recordings again"); -EBADMSG for a file that is no mmscope database.
 */
int mms_db_open(const char *path, enum mms_db_mode mode, struct sqlite3 **ret_db);
void mms_db_close(struct sqlite3 *db);
MMS_DEFINE_AUTO(db, struct sqlite3 *, mms_db_close);

/**
 * mms_db_error() - Record why the last call on @db failed.
 * @what: what was being done
 *
 * Return: the negative errno that fits SQLite's code.
 */
int mms_db_error(struct sqlite3 *db, const char *what);

/**
 * mms_db_exec() - Run statements that give no rows.
 * @what: what is being done, for the message
 *
 * Return: 0 or a negative errno.
 */
int mms_db_exec(struct sqlite3 *db, const char *what, const char *sql);

#endif
