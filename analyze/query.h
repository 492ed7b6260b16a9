/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_QUERY_H
#define MMS_ANALYZE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

struct sqlite3;
struct mms_table;

/* A user's own SQL, which may only read. */

/**
 * mms_query_run() - Answer the first statement of a text.
 * @sql: moved behind it
 * @top: rows at most; -1: all
 * @ret_table: set only on success; NULL when there was no statement any more
 *
 * Return: 0; -EINVAL for SQL that is none, -EPERM for SQL that does more than
 * read.
 */
int mms_query_run(struct sqlite3 *db, const char **sql, int64_t top, struct mms_table **ret_table);

/**
 * mms_query_list() - What there is in the database.
 * @what: "tables" or "schema"
 * @pattern: glob of names; NULL: all
 * @ret_table: set only on success
 *
 * Return: 0; -ENOENT for a @what that is none of these; another negative errno.
 */
int mms_query_list(struct sqlite3 *db, const char *what, const char *pattern,
		   struct mms_table **ret_table);

/** mms_query_is_complete() - Does the text end with a whole statement? */
bool mms_query_is_complete(const char *sql);

#endif
