/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_WRAP_H
#define MMS_REPORT_WRAP_H

#include <stddef.h>

/**
 * mms_wrap_next() - Take the next line of a text of ASCII.
 * @pos: where to go on; moved behind the line and the blanks after it
 * @width: characters at most
 * @ret_len: of the line
 *
 * Lines break at blanks, else behind a hyphen and the like, else anywhere.
 *
 * Return: the line, borrowed from the text, not NUL-terminated; NULL at the end.
 */
const char *mms_wrap_next(const char **pos, size_t width, size_t *ret_len);

/** mms_wrap_lines() - Lines that a text takes; at least 1. */
size_t mms_wrap_lines(const char *text, size_t width);

#endif
