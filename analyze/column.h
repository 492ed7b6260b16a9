/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COLUMN_H
#define MMS_ANALYZE_COLUMN_H

#include "common/auto.h"

struct mms_column;

/**
 * mms_column_parse() - What a metric's header says of a column.
 * @text: of the metric
 * @name: of the column, as the statement names it
 * @ret_col: its texts are the caller's, see mms_columns_free(); a column that
 *	has no header line gets its name alone
 *
 * Return: 0 or -ENOMEM.
 */
int mms_column_parse(const char *text, const char *name, struct mms_column *ret_col);

/** mms_columns_free() - Free an array of parsed columns, ended by one without name. */
void mms_columns_free(struct mms_column *cols);
MMS_DEFINE_AUTO(columns, struct mms_column *, mms_columns_free);

#endif
