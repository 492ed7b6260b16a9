// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "record/items.h"

/* A machine without BTF: the order of lines says the numbers. */
static const char vmstat[] = "nr_free_pages 1\nnr_zone_inactive_anon 1\nnuma_hit 1\n"
			     "nr_inactive_anon 10\nnr_active_anon 20\npgscan_kswapd 4\n"
			     "nr_dirty_threshold 5\nnr_dirty_background_threshold 5\n"
			     "pgpgin 1\npgpgout 2\npgscan_kswapd 3\npgscan_direct 4\n"
			     "pgscan_khugepaged 0\npgscan_direct_throttle 5\npgsteal_kswapd 6\n"
			     "nr_unstable 0\n";

static int make_root(void **state)
{
	char dir[] = "/tmp/mmscope-unit-XXXXXX", path[128];
	FILE *f;

	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/proc", dir);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/proc/vmstat", dir);
	f = fopen(path, "w");
	if (!f)
		return -1;
	fputs(vmstat, f);
	fclose(f);
	*state = strdup(dir);
	return 0;
}

static int remove_root(void **state)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/proc/vmstat", (char *)*state);
	unlink(path);
	snprintf(path, sizeof(path), "%s/proc", (char *)*state);
	rmdir(path);
	rmdir(*state);
	free(*state);
	return 0;
}

static int filter(void **state, const char *enum_name, const char *const *patterns, size_t n,
		  struct mms_buf *expr, struct mms_buf *names)
{
	struct mms_root root = { *state };
	struct mms_items *items mms_auto(items) = NULL;

	assert_int_equal(mms_items_new(&root, &items), 0);
	assert_string_equal(mms_items_source(items), "position in /proc/vmstat");
	return mms_items_filter(items, enum_name, patterns, n, expr, names);
}

static void numbers_are_positions_behind_the_first_line(void **state)
{
	const char *const patterns[] = { "PGSCAN_*", "PGSTEAL_*", "!*_THROTTLE" };
	struct mms_buf expr mms_auto(buf) = { 0 }, names mms_auto(buf) = { 0 };

	assert_int_equal(filter(state, "vm_event_item", patterns, 3, &expr, &names), 4);
	assert_string_equal(expr.data, "(item>=2&&item<=4)||item==6");
	assert_string_equal(names.data,
			    "PGSCAN_KSWAPD PGSCAN_DIRECT PGSCAN_KHUGEPAGED PGSTEAL_KSWAPD");
}

static void node_items_end_before_the_dirty_thresholds(void **state)
{
	const char *const patterns[] = { "*" };
	struct mms_buf expr mms_auto(buf) = { 0 }, names mms_auto(buf) = { 0 };

	assert_int_equal(filter(state, "node_stat_item", patterns, 1, &expr, &names), 3);
	assert_string_equal(names.data, "NR_INACTIVE_ANON NR_ACTIVE_ANON PGSCAN_KSWAPD");
}

static void no_match_leaves_the_filter_alone(void **state)
{
	const char *const patterns[] = { "PGDEMOTE_*" };
	struct mms_buf expr mms_auto(buf) = { 0 }, names mms_auto(buf) = { 0 };

	assert_int_equal(filter(state, "vm_event_item", patterns, 1, &expr, &names), 0);
	assert_int_equal(expr.len, 0);
}

static void a_machine_without_any_source_has_no_items(void **state)
{
	struct mms_root root = { "/nonexistent" };
	struct mms_items *items mms_auto(items) = NULL;

	(void)state;
	assert_int_equal(mms_items_new(&root, &items), 0);
	assert_string_equal(mms_items_source(items), "nothing");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_positions_behind_the_first_line),
		cmocka_unit_test(node_items_end_before_the_dirty_thresholds),
		cmocka_unit_test(no_match_leaves_the_filter_alone),
		cmocka_unit_test(a_machine_without_any_source_has_no_items),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
