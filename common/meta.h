/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_META_H
#define MMS_COMMON_META_H

#include <stddef.h>

/*
 * Header lines of an embedded .sql or preset file: the lines "-- key: value"
 * (or "# key: value") at its top. They are the only place where its summary,
 * needs, columns and so on are written.
 */

/** struct mms_meta - One header line; borrows from the text. */
struct mms_meta {
	const char *key;
	const char *value; /* without leading blanks */
	size_t key_len;
	size_t value_len; /* without trailing blanks */
};

/**
 * mms_meta_next() - Walk the header lines of a text.
 * @pos: where to go on; start with the text, moved behind the line
 * @ret_line: the line
 *
 * Lines of the header that have no "key:" are passed over (they are prose).
 *
 * Return: 1 and a line, 0 at the end of the header.
 */
int mms_meta_next(const char **pos, struct mms_meta *ret_line);

/**
 * mms_meta_get() - The first value of @key.
 * @ret_len: its length, set only when found
 *
 * Return: borrowed, not NUL-terminated at @ret_len; NULL when absent.
 */
const char *mms_meta_get(const char *text, const char *key, size_t *ret_len);

/** mms_meta_dup() - As mms_meta_get(), as a string to free(); NULL when absent. */
char *mms_meta_dup(const char *text, const char *key);

/**
 * mms_meta_word() - Take the next blank-separated word of a value.
 * @value, @len: what is left of the value; moved behind the word
 * @ret_len: length of the word
 *
 * Return: the word, borrowed; NULL at the end.
 */
const char *mms_meta_word(const char **value, size_t *len, size_t *ret_len);

#endif
