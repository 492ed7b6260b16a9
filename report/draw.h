/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_DRAW_H
#define MMS_REPORT_DRAW_H

#include <stdbool.h>
#include <stddef.h>

struct mms_buf;
struct mms_table;

/**
 * mms_draw_bar() - Draw a number as a bar.
 * @width: of the longest bar, which the largest number has of the rows with
 *	the same texts as this one (of one histogram among several)
 * @unicode: eighths of a character; else whole "#"
 *
 * What is not zero is never drawn as nothing.
 */
void mms_draw_bar(struct mms_buf *out, const struct mms_table *tb, size_t row, size_t col,
		  size_t width, bool unicode);

/**
 * mms_draw_spark() - Draw a series as one character a number.
 * @series: numbers parted by commas; an empty one is unknown
 */
void mms_draw_spark(struct mms_buf *out, const char *series, bool unicode);

#endif
