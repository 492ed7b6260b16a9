/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_LOAD_H
#define MMS_PARSE_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * Rows into SQLite, fast: rows are gathered in batches of int64 cells and
 * inserted by a thread of its own with one INSERT ... SELECT a batch. A text
 * cell is copied into its batch's arena. Nothing is allocated per row.
 */
struct sqlite3;
struct mms_load;
struct mms_rows;

enum mms_cell_kind { MMS_CELL_KIND_INT, MMS_CELL_KIND_TEXT, MMS_CELL_KIND_BLOB };

struct mms_load_column {
	const char *name;
	enum mms_cell_kind kind;
};

/**
 * mms_load_new() - Begin to load into @db, in the transaction that is open.
 * @db: not to be used by the caller until mms_load_finish() or _free()
 *
 * Return: 0 or a negative errno.
 */
int mms_load_new(struct sqlite3 *db, struct mms_load **ret_load);

/* As mms_load_new(); @nr_slots: batches in memory at a time, at least 3. */
int mms_load_new_slots(struct sqlite3 *db, unsigned int nr_slots, struct mms_load **ret_load);

/**
 * mms_load_table() - Rows of one existing table.
 * @table: its name
 * @cols, @nr_cols: columns that the rows give; others stay NULL
 * @ret_rows: owned by @load
 *
 * Return: 0 or a negative errno.
 */
int mms_load_table(struct mms_load *load, const char *table, const struct mms_load_column *cols,
		   size_t nr_cols, struct mms_rows **ret_rows);

/**
 * mms_rows_add() - Begin a row.
 *
 * Its cells are NULL (unknown) until mms_row_set() and friends set them, which
 * they may do until the next mms_rows_add() of any rows of this load.
 *
 * Return: true; false after an error of the loading thread, which
 * mms_load_error() and mms_load_finish() tell. (Cells of no row may be set:
 * nothing happens.)
 */
bool mms_rows_add(struct mms_rows *rows);

/* Cells of the row that mms_rows_add() began; the bytes are copied. */
void mms_row_set(struct mms_rows *rows, size_t col, int64_t value);
void mms_row_set_bytes(struct mms_rows *rows, size_t col, const void *data, size_t len);

/**
 * mms_load_lock() - Have the database for oneself for a moment, to make a
 * table or to look something up; the loading thread waits. Nothing of the load
 * but mms_load_unlock() may be called meanwhile.
 *
 * Return: the database; mms_load_unlock() gives it back.
 */
struct sqlite3 *mms_load_lock(struct mms_load *load);
void mms_load_unlock(struct mms_load *load);

/**
 * mms_load_error() - Has the loading thread failed?
 *
 * Return: 0, or its negative errno, with its message.
 */
int mms_load_error(struct mms_load *load);

/** mms_load_finish() - Insert all that is left. Return: 0 or the first error. */
int mms_load_finish(struct mms_load *load);

/** mms_load_free() - Rows that mms_load_finish() has not inserted are dropped. */
void mms_load_free(struct mms_load *load);
MMS_DEFINE_AUTO(load, struct mms_load *, mms_load_free);

#endif
