// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "record/rbpage.h"

/* As described by events/header_page and events/header_event. */
enum {
	TYPE_PADDING = 29,
	TYPE_TIME_EXTEND = 30,
	TYPE_TIME_STAMP = 31,
	DELTA_BITS = 27,
};

/* Highest bits of "commit": events were missed before this page, and how many
 * is stored behind the data. */
#define COMMIT_FLAGS (UINT64_C(3) << 30)

#define STAMP_TOP_BITS (UINT64_C(0x1f) << 59)

static uint32_t word_at(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint32_t type_of(uint32_t head)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? head >> DELTA_BITS : head & 0x1f;
}

static uint32_t delta_of(uint32_t head)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? head & ((1U << DELTA_BITS) - 1) : head >> 5;
}

struct record {
	const uint8_t *data;
	size_t len;   /* bytes of data */
	size_t total; /* bytes up to the next record; 0: the page ends here */
	bool is_event;
};

/* @p has @left bytes, at least 4. Return: false when it goes beyond them. */
static bool read_record(const uint8_t *p, size_t left, uint64_t *ts, struct record *rec)
{
	uint32_t head = word_at(p), type = type_of(head), delta = delta_of(head);
	bool long_form = !type || type >= TYPE_PADDING;

	*rec = (struct record){ .total = 0 };
	if (type == TYPE_PADDING && !delta)
		return true;
	if (long_form && left < 8)
		return false;
	if (type == TYPE_TIME_EXTEND || type == TYPE_TIME_STAMP) {
		uint64_t t = ((uint64_t)word_at(p + 4) << DELTA_BITS) + delta;

		*ts = type == TYPE_TIME_EXTEND ? *ts + t : (*ts & STAMP_TOP_BITS) | t;
		rec->total = 8;
		return true;
	}
	*ts += delta;
	rec->is_event = type != TYPE_PADDING;
	rec->data = p + (long_form ? 8 : 4);
	rec->total = long_form ? 4 + (size_t)word_at(p + 4) : 4 + (size_t)type * 4;
	if (rec->total > left || rec->total < (size_t)(rec->data - p))
		return false;
	rec->len = rec->total - (size_t)(rec->data - p);
	return true;
}

int mms_rbpage_walk(const void *page, size_t len,
		    void (*fn)(void *ctx, uint64_t ts, const uint8_t *data, size_t len), void *ctx)
{
	const uint8_t *p = page, *end;
	unsigned long commit; /* a local_t of the kernel */
	uint64_t ts, used;

	if (len < sizeof(ts) + sizeof(commit))
		return -EBADMSG;
	memcpy(&ts, p, sizeof(ts));
	memcpy(&commit, p + sizeof(ts), sizeof(commit));
	p += sizeof(ts) + sizeof(commit);
	used = (uint64_t)commit & ~COMMIT_FLAGS & UINT32_MAX;
	if (used > len - sizeof(ts) - sizeof(commit))
		return -EBADMSG;
	end = p + used;
	while (end - p >= 4) {
		struct record rec;

		if (!read_record(p, (size_t)(end - p), &ts, &rec))
			return -EBADMSG;
		if (!rec.total)
			return 0;
		if (rec.is_event)
			fn(ctx, ts, rec.data, rec.len);
		p += rec.total;
	}
	return 0;
}
