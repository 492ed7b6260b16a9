// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/btf.h"

/*
 * A blob by hand: an int, an enum "colour" { RED = 0, GREEN = 7, BLUE = -1 }, and
 * an enum64 "wide" { BIG = 1 << 40 }, with a struct of one member before them.
 */
static const char strings[] = "\0int\0colour\0RED\0GREEN\0BLUE\0wide\0BIG\0box";
enum { INT = 1, COLOUR = 5, RED = 12, GREEN = 16, BLUE = 22, WIDE = 27, BIG = 32, BOX = 36 };

#define INFO(kind, vlen) ((kind) << 24 | (vlen))

static const uint32_t types[] = {
	INT,
	INFO(1, 0),
	4,
	32, /* INT */
	BOX,
	INFO(4, 1),
	4,
	INT,
	1,
	0, /* STRUCT */
	COLOUR,
	INFO(6, 3) | 1U << 31,
	4,
	RED,
	0,
	GREEN,
	7,
	BLUE,
	(uint32_t)-1, /* ENUM, signed */
	WIDE,
	INFO(19, 1),
	8,
	BIG,
	0,
	1U << 8, /* ENUM64 */
};

static size_t make(uint8_t *to)
{
	uint32_t head[6] = { 0 };
	uint16_t magic = 0xeb9f;

	memcpy(head, &magic, sizeof(magic));
	((uint8_t *)head)[2] = 1;
	head[1] = sizeof(head);
	head[3] = sizeof(types);
	head[4] = sizeof(types);
	head[5] = sizeof(strings);
	memcpy(to, head, sizeof(head));
	memcpy(to + sizeof(head), types, sizeof(types));
	memcpy(to + sizeof(head) + sizeof(types), strings, sizeof(strings));
	return sizeof(head) + sizeof(types) + sizeof(strings);
}

struct seen {
	int n;
	char name[8][16];
	int64_t value[8];
};

static int see(void *ctx, const char *name, int64_t value)
{
	struct seen *s = ctx;

	strncpy(s->name[s->n], name, 15);
	s->value[s->n++] = value;
	return 0;
}

static void values_of_an_enum_come_in_order(void **state)
{
	uint8_t blob[512];
	size_t len = make(blob);
	struct seen s = { 0 };

	(void)state;
	assert_int_equal(mms_btf_enum(blob, len, "colour", see, &s), 0);
	assert_int_equal(s.n, 3);
	assert_string_equal(s.name[1], "GREEN");
	assert_int_equal(s.value[1], 7);
	assert_int_equal(s.value[2], -1);
}

static void a_64_bit_enum_is_read(void **state)
{
	uint8_t blob[512];
	size_t len = make(blob);
	struct seen s = { 0 };

	(void)state;
	assert_int_equal(mms_btf_enum(blob, len, "wide", see, &s), 0);
	assert_true(s.value[0] == INT64_C(1) << 40);
}

static void an_enum_that_is_not_there_is_enoent(void **state)
{
	uint8_t blob[512];
	size_t len = make(blob);
	struct seen s = { 0 };

	(void)state;
	assert_int_equal(mms_btf_enum(blob, len, "int", see, &s), -ENOENT);
	assert_int_equal(mms_btf_enum(blob, len, "sound", see, &s), -ENOENT);
	assert_int_equal(s.n, 0);
}

static void a_blob_cut_anywhere_is_refused(void **state)
{
	uint8_t blob[512];
	size_t len = make(blob);

	(void)state;
	for (size_t cut = 0; cut < len; cut++) {
		struct seen s = { 0 };

		assert_int_equal(mms_btf_enum(blob, cut, "wide", see, &s), -EBADMSG);
	}
}

static void an_unknown_kind_of_type_is_refused(void **state)
{
	uint8_t blob[512];
	size_t len = make(blob);
	struct seen s = { 0 };

	(void)state;
	blob[24 + 4 + 3] = 31; /* the kind of the first type */
	assert_int_equal(mms_btf_enum(blob, len, "colour", see, &s), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_an_enum_come_in_order),
		cmocka_unit_test(a_64_bit_enum_is_read),
		cmocka_unit_test(an_enum_that_is_not_there_is_enoent),
		cmocka_unit_test(a_blob_cut_anywhere_is_refused),
		cmocka_unit_test(an_unknown_kind_of_type_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
