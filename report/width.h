/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_WIDTH_H
#define MMS_REPORT_WIDTH_H

#include <stdbool.h>
#include <stddef.h>

struct mms_buf;

/** mms_width() - Columns that a text takes on a terminal of this locale. */
size_t mms_width(const char *text);

/**
 * mms_width_cut() - Shorten a text to @width columns, with a mark at its end.
 * @unicode: the mark may be an ellipsis; else it is "~"
 */
void mms_width_cut(struct mms_buf *text, size_t width, bool unicode);

#endif
