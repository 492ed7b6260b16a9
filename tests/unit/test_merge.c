// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parse/merge.h"

#define NR_KEYS 50

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 16;
}

/* Lanes of ascending keys with many equal ones; some lanes are empty. */
static void fill(int64_t (*keys)[NR_KEYS + 1], unsigned int nr_lanes, uint32_t *seed)
{
	for (unsigned int l = 0; l < nr_lanes; l++) {
		unsigned int nr = next_random(seed) % 4 ? NR_KEYS : 0;
		int64_t key = (int64_t)(next_random(seed) % 50) - 25;

		for (unsigned int i = 0; i < nr; i++)
			keys[l][i] = key += next_random(seed) % 3;
		keys[l][nr] = MMS_MERGE_END;
	}
}

static void check_merge(unsigned int nr_lanes, uint32_t *seed)
{
	int64_t(*keys)[NR_KEYS + 1] = calloc(nr_lanes, sizeof(*keys));
	unsigned int *pos = calloc(nr_lanes, sizeof(*pos));
	int64_t *first = calloc(nr_lanes, sizeof(*first));
	struct mms_merge *merge mms_auto(merge) = NULL;
	int64_t last_key = INT64_MIN;
	unsigned int last_lane = 0;

	fill(keys, nr_lanes, seed);
	for (unsigned int l = 0; l < nr_lanes; l++)
		first[l] = keys[l][0];
	assert_int_equal(mms_merge_new(first, nr_lanes, &merge), 0);
	while (!mms_merge_done(merge)) {
		unsigned int lane = mms_merge_winner(merge);
		int64_t key;

		/* as the reader of it does: go on up to the limit without asking */
		do {
			key = keys[lane][pos[lane]];
			assert_true(key > last_key || (key == last_key && lane >= last_lane));
			last_key = key;
			last_lane = lane;
			key = keys[lane][++pos[lane]];
		} while (key != MMS_MERGE_END && key <= mms_merge_limit(merge));
		mms_merge_next(merge, key);
	}
	for (unsigned int l = 0; l < nr_lanes; l++)
		assert_int_equal(keys[l][pos[l]], MMS_MERGE_END);
	free(keys);
	free(pos);
	free(first);
}

static void lanes_are_merged_by_key_then_by_lane(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (unsigned int nr = 1; nr < 40; nr++)
		check_merge(nr, &seed);
	check_merge(512, &seed);
}

static void lanes_that_are_all_empty_are_done_at_once(void **state)
{
	static const int64_t keys[] = { MMS_MERGE_END, MMS_MERGE_END, MMS_MERGE_END };
	struct mms_merge *merge mms_auto(merge) = NULL;

	(void)state;
	assert_int_equal(mms_merge_new(keys, 3, &merge), 0);
	assert_true(mms_merge_done(merge));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes_are_merged_by_key_then_by_lane),
		cmocka_unit_test(lanes_that_are_all_empty_are_done_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
