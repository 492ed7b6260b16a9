/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_SCAN_H
#define MMS_PARSE_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * A piece of text that is not ours and not NUL-terminated, and the few steps
 * that the readers of trace text take through it. Nothing reads at or behind
 * @end.
 */
struct mms_slice {
	const char *pos;
	const char *end;
};

/* Of a constant, for initialisers too. */
#define MMS_SLICE(text)                           \
	{                                         \
		(text), (text) + sizeof(text) - 1 \
	}

static inline size_t mms_slice_len(struct mms_slice s)
{
	return (size_t)(s.end - s.pos);
}

/* A copy as a string, to free(); NULL when out of memory. strndup() may look for a NUL. */
static inline char *mms_slice_dup(struct mms_slice s)
{
	char *copy = malloc(mms_slice_len(s) + 1);

	if (!copy)
		return NULL;
	memcpy(copy, s.pos, mms_slice_len(s));
	copy[mms_slice_len(s)] = '\0';
	return copy;
}

static inline bool mms_slice_is(struct mms_slice s, const char *text, size_t len)
{
	return mms_slice_len(s) == len && !memcmp(s.pos, text, len);
}

static inline bool mms_slice_says(struct mms_slice s, const char *text)
{
	return mms_slice_is(s, text, strlen(text));
}

static inline bool mms_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool mms_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool mms_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What names of events and fields are made of. */
static inline bool mms_is_word(char c)
{
	return mms_is_letter(c) || mms_is_digit(c);
}

static inline void mms_skip_blanks(struct mms_slice *s)
{
	while (s->pos < s->end && mms_is_blank(*s->pos))
		s->pos++;
}

static inline void mms_trim_blanks(struct mms_slice *s)
{
	while (s->end > s->pos && mms_is_blank(s->end[-1]))
		s->end--;
}

static inline bool mms_skip_text(struct mms_slice *s, const char *text)
{
	size_t len = strlen(text);

	if (mms_slice_len(*s) < len || memcmp(s->pos, text, len) != 0)
		return false;
	s->pos += len;
	return true;
}

/* Decimal digits; @ret_value is set when there are 1 to 18 of them. */
static inline bool mms_take_digits(struct mms_slice *s, int64_t *ret_value)
{
	const char *p = s->pos;
	uint64_t value = 0;

	while (p < s->end && mms_is_digit(*p) && p - s->pos < 19)
		value = value * 10 + (unsigned int)(*p++ - '0');
	if (p == s->pos || p - s->pos > 18)
		return false;
	s->pos = p;
	*ret_value = (int64_t)value;
	return true;
}

/* Digits with a zero in front: as many as this are no number. */
#define MMS_NUMBER_MIN_ZEROS 6

/*
 * A whole number as the kernel prints it: decimal or 0x, with a sign; u64 as
 * its 64 bits. Zeros in front mean that it is another thing: a pointer, a mode.
 */
static inline bool mms_take_number(struct mms_slice *s, int64_t *ret_value)
{
	struct mms_slice p = *s;
	bool negative = mms_skip_text(&p, "-"), hex = mms_skip_text(&p, "0x");
	const char *begin = p.pos;
	uint64_t value = 0;

	for (; p.pos < p.end; p.pos++) {
		unsigned int digit = (unsigned int)(*p.pos - '0');

		if (digit > 9) {
			digit = hex ? (unsigned int)((*p.pos | 0x20) - 'a' + 10) : 16;
			if (digit < 10 || digit > 15)
				break;
		}
		if (__builtin_mul_overflow(value, hex ? 16 : 10, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return false;
	}
	if (p.pos == begin || (!hex && *begin == '0' && p.pos - begin >= MMS_NUMBER_MIN_ZEROS))
		return false;
	if (negative && value > (uint64_t)INT64_MAX + 1)
		return false;
	*ret_value = (int64_t)(negative ? -value : value);
	*s = p;
	return true;
}

#endif
