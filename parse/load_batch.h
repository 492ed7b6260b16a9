/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_LOAD_BATCH_H
#define MMS_PARSE_LOAD_BATCH_H

#include <stdint.h>

#include "common/buf.h"
#include "parse/load.h"

struct sqlite3;

/**
 * struct mms_batch - Rows on their way into one table.
 * @cells: @nr_rows rows, each the cells and then a bit per cell that has a value
 * @arena: bytes of text and blob cells; such a cell is length << 32 | offset
 */
struct mms_batch {
	struct mms_batch *next;
	struct mms_rows *rows;
	unsigned int nr_rows;
	int64_t *cells;
	struct mms_buf arena;
};

/**
 * struct mms_batch_table - A table that SQLite can read a batch from.
 * @reading: the batch whose rows it has now; NULL: none
 */
struct mms_batch_table {
	unsigned int nr_cols;
	const enum mms_cell_kind *kinds;
	const struct mms_batch *reading;
};

/* Words of a row of @nr_cols cells, and of these the words of its bits. */
static inline unsigned int mms_batch_bits(unsigned int nr_cols)
{
	return (nr_cols + 63) / 64;
}

static inline unsigned int mms_batch_stride(unsigned int nr_cols)
{
	return nr_cols + mms_batch_bits(nr_cols);
}

/**
 * mms_batch_table_make() - Make @table readable as the virtual table @name.
 * @table: must live until mms_batch_table_drop()
 *
 * Return: 0 or a negative errno.
 */
int mms_batch_table_make(struct sqlite3 *db, const char *name, struct mms_batch_table *table);
void mms_batch_table_drop(struct sqlite3 *db, const char *name);

#endif
