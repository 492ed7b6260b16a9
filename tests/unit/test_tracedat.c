// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/err.h"
#include "parse/source.h"

#define DATA MMS_TEST_DATA "/tracedat/"

static struct mms_source *open_file(const char *path, int nr_workers)
{
	struct mms_source_opts opts = { .nr_workers = nr_workers };
	struct mms_source *src = NULL;
	int ret = mms_source_open(path, &opts, &src);

	if (ret)
		fail_msg("%s: %s", path, mms_err_text());
	return src;
}

static const struct mms_event_type *find_type(const struct mms_source_info *info, const char *name)
{
	for (unsigned int i = 0; i < info->nr_types; i++)
		if (!strcmp(info->types[i].name, name))
			return &info->types[i];
	return NULL;
}

/* Counts and sums are those of "trace-cmd report -t -R" of the same file. */
static void records_of_all_cpus_come_in_time_order(void **state)
{
	struct mms_source *src mms_auto(source) = open_file(DATA "v7-zstd.dat", 2);
	int64_t last = INT64_MIN, value = 0, sum = 0;
	struct mms_event ev;
	unsigned int nr = 0;

	(void)state;
	while (mms_source_next(src, &ev) > 0) {
		assert_non_null(ev.type);
		assert_true(ev.ts_ns >= last);
		last = ev.ts_ns;
		nr++;
		if (strcmp(ev.type->name, "mm_vmscan_lru_shrink_inactive"))
			continue;
		assert_true(mms_field_int(&ev, mms_field_find(ev.type, "nr_reclaimed"), &value));
		sum += value;
	}
	assert_int_equal(nr, 1184);
	assert_int_equal(sum, 62354);
}

static void the_file_says_what_it_is(void **state)
{
	struct mms_source *src mms_auto(source) = open_file(DATA "v7-zstd.dat", 1);
	const struct mms_source_info *info = mms_source_info(src);

	(void)state;
	assert_string_equal(info->kind, "trace.dat");
	assert_string_equal(info->clock, "local");
	assert_true(info->clock_is_ns);
	assert_int_equal(info->nr_cpus, 2);
	assert_int_equal(info->nr_cpu_stats, 2);
	assert_int_equal(info->cpu_stats[1].overrun, 0);
	assert_null(info->incomplete);
	assert_non_null(find_type(info, "mm_vmscan_lru_shrink_inactive"));
	assert_string_equal(info->types[info->nr_types - 1].name, "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_of_all_cpus_come_in_time_order),
		cmocka_unit_test(the_file_says_what_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
