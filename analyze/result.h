/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_RESULT_H
#define MMS_ANALYZE_RESULT_H

#include <sqlite3.h>
#include <stdint.h>

#include "common/auto.h"

struct mms_table;

static inline void mms_auto_stmt(sqlite3_stmt **st)
{
	sqlite3_finalize(*st);
}

/**
 * mms_result_fill() - Take the rows of a statement into a table.
 * @tb: has a column for each of @st
 * @st: compiled and bound
 * @top: rows at most; a note says when there are more
 *
 * Return: 0 or a negative errno.
 */
int mms_result_fill(struct mms_table *tb, sqlite3_stmt *st, int64_t top);

#endif
