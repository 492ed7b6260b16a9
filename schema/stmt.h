/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_SCHEMA_STMT_H
#define MMS_SCHEMA_STMT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/file.h"

/*
 * A statement out of an embedded .sql file, for code that is not to know
 * SQLite. Parameters are bound by name and stay bound until bound anew.
 */
struct sqlite3;
struct mms_stmt;

/**
 * mms_stmt_open() - Compile the statement of @files that is called @name.
 * @files: ended by a zero entry; a missing name is our own bug
 *
 * Return: 0 or a negative errno.
 */
int mms_stmt_open(struct sqlite3 *db, const struct mms_file *files, const char *name,
		  struct mms_stmt **ret_st);
void mms_stmt_close(struct mms_stmt *st);
MMS_DEFINE_AUTO(stmt, struct mms_stmt *, mms_stmt_close);

/* Bind a parameter; @name has its colon. What cannot be bound is told by mms_stmt_step(). */
void mms_stmt_bind_int(struct mms_stmt *st, const char *name, int64_t value);
void mms_stmt_bind_real(struct mms_stmt *st, const char *name, double value);
/** mms_stmt_bind_text() - @text is copied; NULL is NULL. */
void mms_stmt_bind_text(struct mms_stmt *st, const char *name, const char *text);
void mms_stmt_bind_null(struct mms_stmt *st, const char *name);

/**
 * mms_stmt_step() - Run on to the next row; behind the last one, start anew.
 *
 * Return: 1 and a row, 0 at the end, or a negative errno.
 */
int mms_stmt_step(struct mms_stmt *st);

/** mms_stmt_run() - Run a statement that gives no rows. Return: 0 or a negative errno. */
int mms_stmt_run(struct mms_stmt *st);

/* Columns of the row, counted from 0; text is borrowed until the next step. */
bool mms_stmt_is_null(struct mms_stmt *st, int col);
int64_t mms_stmt_int(struct mms_stmt *st, int col);
double mms_stmt_real(struct mms_stmt *st, int col);
const char *mms_stmt_text(struct mms_stmt *st, int col); /* NULL for NULL */

#endif
