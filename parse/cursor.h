/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_CURSOR_H
#define MMS_PARSE_CURSOR_H

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Numbers and strings out of bytes that nobody has checked. A read past the
 * end sets @bad, gives zero and stays at the end, so that a parser checks once
 * after a group of reads.
 */
struct mms_cursor {
	const uint8_t *pos;
	const uint8_t *end;
	bool swap; /* numbers are in the other byte order */
	bool bad;
};

static inline struct mms_cursor mms_cursor_new(const uint8_t *data, size_t len, bool swap)
{
	return (struct mms_cursor){ .pos = data, .end = data ? data + len : NULL, .swap = swap };
}

static inline size_t mms_cursor_left(const struct mms_cursor *c)
{
	return (size_t)(c->end - c->pos);
}

/** mms_cursor_bytes() - Take @len bytes. Return: borrowed, NULL when there are fewer. */
static inline const uint8_t *mms_cursor_bytes(struct mms_cursor *c, uint64_t len)
{
	const uint8_t *p = c->pos;

	if (len > mms_cursor_left(c)) {
		c->bad = true;
		c->pos = c->end;
		return NULL;
	}
	c->pos += len;
	return p;
}

/** mms_cursor_sub() - Take @len bytes as a cursor, which is bad when there are fewer. */
static inline struct mms_cursor mms_cursor_sub(struct mms_cursor *c, uint64_t len)
{
	const uint8_t *p = mms_cursor_bytes(c, len);
	struct mms_cursor sub = mms_cursor_new(p, p ? len : 0, c->swap);

	sub.bad = !p;
	return sub;
}

static inline uint8_t mms_cursor_u8(struct mms_cursor *c)
{
	const uint8_t *p = mms_cursor_bytes(c, 1);

	return p ? *p : 0;
}

static inline uint16_t mms_cursor_u16(struct mms_cursor *c)
{
	const uint8_t *p = mms_cursor_bytes(c, 2);
	uint16_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return c->swap ? bswap_16(v) : v;
}

static inline uint32_t mms_cursor_u32(struct mms_cursor *c)
{
	const uint8_t *p = mms_cursor_bytes(c, 4);
	uint32_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return c->swap ? bswap_32(v) : v;
}

static inline uint64_t mms_cursor_u64(struct mms_cursor *c)
{
	const uint8_t *p = mms_cursor_bytes(c, 8);
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return c->swap ? bswap_64(v) : v;
}

/** mms_cursor_str() - Take a string and its NUL. Return: borrowed; "" when it has no end. */
static inline const char *mms_cursor_str(struct mms_cursor *c)
{
	const uint8_t *p = c->pos;
	const uint8_t *nul = p == c->end ? NULL : memchr(p, 0, mms_cursor_left(c));

	if (!nul) {
		c->bad = true;
		c->pos = c->end;
		return "";
	}
	c->pos = nul + 1;
	return (const char *)p;
}

#endif
