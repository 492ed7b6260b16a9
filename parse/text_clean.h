/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_CLEAN_H
#define MMS_PARSE_TEXT_CLEAN_H

#include <stddef.h>

/*
 * What mail programs and web pages do to characters, undone: quoted printable,
 * HTML's names of characters, and blanks at which no line may be broken.
 */
enum mms_text_coding {
	MMS_TEXT_PLAIN = 0,
	MMS_TEXT_QUOTED_PRINTABLE = 1 << 0,
	MMS_TEXT_HTML = 1 << 1,
};

/** mms_text_coding_of() - What the begin of an input says of its coding; a bit set. */
unsigned int mms_text_coding_of(const char *head, size_t len);

/**
 * mms_text_whole_lines() - How much of a text can be cleaned by itself.
 *
 * Return: bytes up to the end of the last line that the coding does not join
 * with the next one; 0 when there is none.
 */
size_t mms_text_whole_lines(const char *text, size_t len, unsigned int coding);

/**
 * mms_text_clean() - Undo a coding in place; the text may shrink.
 *
 * Return: bytes that are left.
 */
size_t mms_text_clean(char *text, size_t len, unsigned int coding);

#endif
