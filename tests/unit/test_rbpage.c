// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/rbpage.h"

enum { PAGE = 256, HEAD = sizeof(uint64_t) + sizeof(unsigned long) };

struct seen {
	int n;
	uint64_t ts[8];
	size_t len[8];
	uint32_t first[8];
};

static void see(void *ctx, uint64_t ts, const uint8_t *data, size_t len)
{
	struct seen *s = ctx;

	s->ts[s->n] = ts;
	s->len[s->n] = len;
	memcpy(&s->first[s->n], data, sizeof(uint32_t));
	s->n++;
}

static uint32_t head(uint32_t type, uint32_t delta)
{
	return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? type << 27 | delta : delta << 5 | type;
}

/* @words behind the header; @commit: what it says of them. */
static void make(uint8_t *page, uint64_t ts, unsigned long commit, const uint32_t *words, size_t n)
{
	memset(page, 0, PAGE);
	memcpy(page, &ts, sizeof(ts));
	memcpy(page + sizeof(ts), &commit, sizeof(commit));
	memcpy(page + HEAD, words, n * sizeof(*words));
}

static void short_and_long_records_are_found(void **state)
{
	/* 8 bytes, then a long form of 12 (its length counts itself). */
	const uint32_t w[] = { head(2, 5), 0x11, 0x12, head(0, 7), 16, 0x21, 0x22, 0x23 };
	uint8_t page[PAGE];
	struct seen s = { 0 };

	(void)state;
	make(page, 1000, sizeof(w), w, 8);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), 0);
	assert_int_equal(s.n, 2);
	assert_int_equal(s.ts[0], 1005);
	assert_int_equal(s.len[0], 8);
	assert_int_equal(s.ts[1], 1012);
	assert_int_equal(s.len[1], 12);
	assert_int_equal(s.first[1], 0x21);
}

static void times_are_extended_and_set(void **state)
{
	const uint32_t w[] = { head(30, 3), 1,                    /* + 1 << 27 | 3 */
			       head(1, 1),  0x31, head(31, 9), 2, /* = 2 << 27 | 9 */
			       head(1, 0),  0x32 };
	uint8_t page[PAGE];
	struct seen s = { 0 };

	(void)state;
	make(page, 100, sizeof(w), w, 8);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), 0);
	assert_int_equal(s.ts[0], 100 + (1 << 27) + 3 + 1);
	assert_int_equal(s.ts[1], (2 << 27) + 9);
}

static void discarded_records_are_passed_over(void **state)
{
	const uint32_t w[] = { head(29, 4), 8, 0xdead, head(1, 2), 0x41, head(29, 0), 0xbeef };
	uint8_t page[PAGE];
	struct seen s = { 0 };

	(void)state;
	make(page, 0, sizeof(w), w, 7);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), 0);
	assert_int_equal(s.n, 1);
	assert_int_equal(s.ts[0], 6);
	assert_int_equal(s.first[0], 0x41);
}

static void marks_of_missed_events_are_no_length(void **state)
{
	const uint32_t w[] = { head(1, 0), 0x51 };
	uint8_t page[PAGE];
	struct seen s = { 0 };

	(void)state;
	make(page, 0, sizeof(w) | 3UL << 30, w, 2);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), 0);
	assert_int_equal(s.n, 1);
}

static void damage_is_told_after_what_was_good(void **state)
{
	const uint32_t w[] = { head(1, 0), 0x61, head(28, 0), 0x62 };
	uint8_t page[PAGE];
	struct seen s = { 0 };

	(void)state;
	make(page, 0, sizeof(w), w, 4);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), -EBADMSG);
	assert_int_equal(s.n, 1);
	make(page, 0, PAGE, w, 4);
	assert_int_equal(mms_rbpage_walk(page, PAGE, see, &s), -EBADMSG);
	assert_int_equal(mms_rbpage_walk(page, HEAD - 1, see, &s), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_and_long_records_are_found),
		cmocka_unit_test(times_are_extended_and_set),
		cmocka_unit_test(discarded_records_are_passed_over),
		cmocka_unit_test(marks_of_missed_events_are_no_length),
		cmocka_unit_test(damage_is_told_after_what_was_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
