/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_ROWS_H
#define MMS_PARSE_EPISODE_ROWS_H

#include <string.h>

#include "parse/load.h"

/*
 * What the engine does not know. No number that the engine handles can be
 * this one; it becomes NULL in the database.
 */
#define MMS_UNKNOWN INT64_MIN

/* Numbers of hostile data may be too large to be added: they wrap, as the kernel's do. */
static inline int64_t mms_sum(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

#define MMS_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static inline void mms_row_put(struct mms_rows *rows, size_t col, int64_t value)
{
	if (value != MMS_UNKNOWN)
		mms_row_set(rows, col, value);
}

static inline void mms_row_put_text(struct mms_rows *rows, size_t col, const char *text)
{
	if (text)
		mms_row_set_bytes(rows, col, text, strlen(text));
}

#endif
