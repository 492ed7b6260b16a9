// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/meta.h"
#include "schema/db.h"
#include "tests/unit/engine_rig.h"

static void every_tracepoint_file_binds(void **state)
{
	struct rig *r = rig_new();
	int nr = 0;

	(void)state;
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		char *name = mms_meta_dup(f->text, "tracepoint");

		assert_non_null(name);
		assert_string_equal(strchr(name, ':') + 1, f->name);
		rig_type(r, name, "");
		free(name);
		nr++;
	}
	assert_true(nr > 70);
	rig_start(r);
	rig_free(r);
}

/* Words of the lines that every file has, and those that name fields. */
static bool is_detail(const char *word)
{
	return !strcmp(word, "normal") || !strcmp(word, "high") || !strcmp(word, "fold");
}

static void every_tracepoint_file_says_how_much_of_it_there_is(void **state)
{
	(void)state;
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		char *detail = mms_meta_dup(f->text, "detail");

		if (!detail || !is_detail(detail))
			fail_msg("%s: detail %s", f->name, detail);
		free(detail);
	}
}

static bool has_field(const struct mms_file *file, const char *name, size_t len)
{
	const char *pos = file->text;
	struct mms_meta line;

	while (mms_meta_next(&pos, &line))
		if (line.key_len == 5 && !memcmp(line.key, "field", 5) && line.value_len > len &&
		    !memcmp(line.value, name, len) && line.value[len] == ' ')
			return true;
	return false;
}

/*
 * Lines that name fields: every word of "-- sum:", the last one of "-- alias:",
 * the first one of "-- symbols:".
 */
enum which { EVERY_WORD, LAST_WORD, FIRST_WORD };

static const struct {
	const char *key;
	enum which which;
} naming_lines[] = { { "sum", EVERY_WORD }, { "alias", LAST_WORD }, { "symbols", FIRST_WORD } };

static void expect_fields(const struct mms_file *file, const struct mms_meta *line,
			  enum which which)
{
	const char *value = line->value, *word;
	size_t left = line->value_len, len;

	for (int i = 0; (word = mms_meta_word(&value, &left, &len)); i++) {
		if ((which == LAST_WORD && left) || (which == FIRST_WORD && i))
			continue;
		if (strncmp(word, "common_", 7) && !has_field(file, word, len))
			fail_msg("%s: no field %.*s", file->name, (int)len, word);
	}
}

static void sums_aliases_and_symbols_name_documented_fields(void **state)
{
	(void)state;
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		const char *pos = f->text;
		struct mms_meta line;

		while (mms_meta_next(&pos, &line))
			for (size_t i = 0; i < sizeof(naming_lines) / sizeof(naming_lines[0]); i++)
				if (line.key_len == strlen(naming_lines[i].key) &&
				    !memcmp(line.key, naming_lines[i].key, line.key_len))
					expect_fields(f, &line, naming_lines[i].which);
	}
}

static void an_event_without_a_file_is_counted(void **state)
{
	struct rig *r = rig_new();

	(void)state;
	rig_type(r, "vmscan:mm_vmscan_brand_new", "a:i4");
	rig_start(r);
	rig_event(r, "mm_vmscan_brand_new", 10, 0, 5, "a=3");
	rig_finish(r);
	assert_int_equal(rig_sum(r, "rollup_event", "type_id=100", "n"), 1);
	rig_free(r);
}

static void an_event_of_the_same_name_in_another_system_is_another_event(void **state)
{
	struct rig *r = rig_new();

	(void)state;
	rig_type(r, "mydriver:mm_vmscan_direct_reclaim_begin", "order:i4");
	rig_start(r);
	rig_event(r, "mm_vmscan_direct_reclaim_begin", 10, 0, 5, "order=3");
	rig_finish(r);
	assert_int_equal(rig_count(r, "episode", ""), 0);
	rig_free(r);
}

/* A record that is cut, or a format that lies: what is not there is unknown. */
static void a_short_record_is_unknown_not_zero(void **state)
{
	struct rig *r = rig_new();
	uint8_t data[4] = { 0 };
	struct mms_event ev = { .ts_ns = 10, .pid = 5, .data = data, .len = sizeof(data) };
	int64_t seq;

	(void)state;
	rig_type(r, "vmscan:mm_vmscan_direct_reclaim_end", "nr_reclaimed:u8");
	rig_start(r);
	ev.type = &r->types[0];
	assert_int_equal(mms_engine_event(r->eng, &ev, 1, &seq), 0);
	rig_finish(r);
	assert_int_equal(rig_get(r, "episode", "kind=direct", "end_reclaimed"), RIG_NULL);
	rig_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tracepoint_file_binds),
		cmocka_unit_test(every_tracepoint_file_says_how_much_of_it_there_is),
		cmocka_unit_test(sums_aliases_and_symbols_name_documented_fields),
		cmocka_unit_test(an_event_without_a_file_is_counted),
		cmocka_unit_test(an_event_of_the_same_name_in_another_system_is_another_event),
		cmocka_unit_test(a_short_record_is_unknown_not_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
