// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/strmap.h"

static void a_name_keeps_its_number(void **state)
{
	struct mms_strmap map mms_auto(strmap) = { 0 };
	char name[16];
	bool is_new;

	(void)state;
	for (int64_t i = 0; i < 10000; i++) {
		int len = snprintf(name, sizeof(name), "%d", (int)i * 7);

		assert_int_equal(mms_strmap_get(&map, name, (size_t)len, &is_new), i);
		assert_true(is_new);
	}
	for (int64_t i = 0; i < 10000; i++) {
		int len = snprintf(name, sizeof(name), "%d", (int)i * 7);
		size_t have;

		assert_int_equal(mms_strmap_get(&map, name, (size_t)len, &is_new), i);
		assert_false(is_new);
		assert_memory_equal(mms_strmap_name(&map, (size_t)i, &have), name, (size_t)len);
		assert_int_equal(have, len);
	}
}

static void names_are_any_bytes(void **state)
{
	struct mms_strmap map mms_auto(strmap) = { 0 };

	(void)state;
	assert_int_equal(mms_strmap_get(&map, "", 0, NULL), 0);
	assert_int_equal(mms_strmap_get(&map, "\0", 1, NULL), 1);
	assert_int_equal(mms_strmap_get(&map, "\0\0", 2, NULL), 2);
	assert_int_equal(mms_strmap_get(&map, "\0", 1, NULL), 1);
	assert_int_equal(mms_strmap_get(&map, "", 0, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_keeps_its_number),
		cmocka_unit_test(names_are_any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
