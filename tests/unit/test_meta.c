// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/meta.h"

static const char text[] = "-- SPDX-License-Identifier: GPL-2.0-or-later\n"
			   "-- summary:  Two words \n"
			   "-- prose without a key\n"
			   "-- column: a pages first\n"
			   "-- column: b ns second\n"
			   "SELECT 1;\n"
			   "-- late: not a header line\n";

static void header_lines_are_found_in_order(void **state)
{
	const char *pos = text;
	struct mms_meta m;
	int columns = 0;

	(void)state;
	while (mms_meta_next(&pos, &m))
		columns += m.key_len == 6 && !memcmp(m.key, "column", 6);
	assert_int_equal(columns, 2);
	assert_string_equal(pos, "SELECT 1;\n-- late: not a header line\n");
}

static void a_value_is_trimmed(void **state)
{
	char *s = mms_meta_dup(text, "summary");

	(void)state;
	assert_string_equal(s, "Two words");
	free(s);
	assert_null(mms_meta_dup(text, "late"));
}

static void words_are_taken_one_by_one(void **state)
{
	const char *v = " pages  ns";
	size_t len = strlen(v), n;

	(void)state;
	assert_memory_equal(mms_meta_word(&v, &len, &n), "pages", 5);
	assert_int_equal(n, 5);
	assert_memory_equal(mms_meta_word(&v, &len, &n), "ns", 2);
	assert_null(mms_meta_word(&v, &len, &n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_lines_are_found_in_order),
		cmocka_unit_test(a_value_is_trimmed),
		cmocka_unit_test(words_are_taken_one_by_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
