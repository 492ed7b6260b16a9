// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "parse/load_events.h"
#include "schema/db.h"

static int64_t number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int64_t value;

	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	value = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return value;
}

#define INT(n, off, sz, sign)                                                                  \
	{                                                                                      \
		.name = n, .kind = MMS_FIELD_INT, .offset = off, .size = sz, .is_signed = sign \
	}
#define TEXT(n, off, sz)                                                     \
	{                                                                    \
		.name = n, .kind = MMS_FIELD_TEXT, .offset = off, .size = sz \
	}
#define BLOB(n, off, sz)                                                     \
	{                                                                    \
		.name = n, .kind = MMS_FIELD_BLOB, .offset = off, .size = sz \
	}
#define TYPE(i, sys, n, f)                                                       \
	{                                                                        \
		.index = i, .system = sys, .name = n, .format = "", .fields = f, \
		.nr_fields = sizeof(f) / sizeof(f[0])                            \
	}

struct load {
	sqlite3 *db;
	struct mms_load *load;
	struct mms_event_rows *rows;
};

static void begin(struct load *l, sqlite3 *db, const struct mms_source_info *info,
		  enum mms_detail detail, int64_t run_id)
{
	l->db = db;
	assert_int_equal(mms_load_new(db, &l->load), 0);
	assert_int_equal(mms_event_rows_new(info, detail, run_id, l->load, &l->rows), 0);
}

static void end(struct load *l)
{
	assert_int_equal(mms_load_finish(l->load), 0);
	mms_event_rows_free(l->rows);
	mms_load_free(l->load);
}

static void add(struct load *l, const struct mms_event_type *type, int64_t seq, const void *data,
		uint32_t len)
{
	struct mms_event ev = { .type = type,
				.ts_ns = 1000 + seq,
				.cpu = 1,
				.pid = 42,
				.flags = 3,
				.data = data,
				.len = len };

	assert_int_equal(mms_event_rows_add(l->rows, &ev, seq, seq % 2 ? 7 : 0), 0);
}

/* What parse.c does at the end of a run. */
static void remember(struct load *l, const struct mms_event_type *type, int64_t run_id)
{
	char *sql = sqlite3_mprintf("INSERT INTO event_type(run_id, system, name, table_name)"
				    " VALUES (%lld, %Q, %Q, %Q)",
				    run_id, type->system, type->name,
				    mms_event_rows_table(l->rows, type->index));

	assert_int_equal(mms_db_exec(mms_load_lock(l->load), "t", sql), 0);
	mms_load_unlock(l->load);
	sqlite3_free(sql);
}

static sqlite3 *fresh(void)
{
	sqlite3 *db = NULL;

	assert_int_equal(mms_db_open(":memory:", MMS_DB_CREATE, &db), 0);
	return db;
}

static const struct mms_field plain[] = { INT("nr_scanned", 8, 8, false), INT("order", 16, 4, true),
					  TEXT("comm", 20, 8), BLOB("args", 28, 3) };
static const struct mms_event_type plain_type[] = { TYPE(0, "vmscan", "unheard_of", plain) };

static void every_field_becomes_a_column(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 1, .types = plain_type };
	uint8_t data[31] = { 0 };
	struct load l;

	(void)state;
	memset(data + 8, 0xff, 8);
	memset(data + 16, 0xff, 4);
	memcpy(data + 20, "kswapd0", 8);
	memcpy(data + 28, "\1\2\3", 3);
	begin(&l, db, &info, MMS_DETAIL_EVENTS, 5);
	add(&l, &plain_type[0], 11, data, sizeof(data));
	add(&l, &plain_type[0], 12, data, 18);
	assert_int_equal(mms_event_rows_count(l.rows, 0), 2);
	end(&l);
	/* u64 stands as its 64 bits */
	assert_int_equal(number(db,
				"SELECT COUNT(*) FROM unheard_of WHERE seq = 11 AND run_id = 5 AND"
				" ts_ns = 1011 AND cpu = 1 AND common_pid = 42 AND common_flags = 3"
				" AND episode_seq = 7 AND nr_scanned = -1 AND \"order\" = -1"
				" AND comm = 'kswapd0' AND args = x'010203'"),
			 1);
	/* a record that is too short gives what it has */
	assert_int_equal(number(db, "SELECT COUNT(*) FROM unheard_of WHERE seq = 12 AND"
				    " episode_seq IS NULL AND nr_scanned = -1 AND \"order\" IS NULL"
				    " AND comm IS NULL AND args IS NULL"),
			 1);
}

static const struct mms_field odd[] = {
	INT("cpu", 8, 4, true),    INT("seq", 12, 4, true),   INT("Order", 16, 4, true),
	INT("order", 20, 4, true), INT("f_cpu", 24, 4, true), INT("a\"b;--", 28, 4, true),
	INT("", 32, 4, true),
};
static const struct mms_event_type odd_type[] = { TYPE(0, "x", "odd", odd) };

static void names_that_collide_are_told_apart(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 1, .types = odd_type };
	int32_t data[9] = { 0, 0, 1, 2, 3, 4, 5, 6, 7 };
	struct load l;

	(void)state;
	begin(&l, db, &info, MMS_DETAIL_EVENTS, 1);
	add(&l, &odd_type[0], 9, data, sizeof(data));
	end(&l);
	assert_int_equal(number(db,
				"SELECT COUNT(*) FROM odd WHERE cpu = 1 AND f_cpu = 1 AND f_seq = 2"
				" AND \"Order\" = 3 AND f_order = 4 AND f_f_cpu = 5 AND"
				" \"a\"\"b;--\" = 6 AND f_ = 7"),
			 1);
}

static const struct mms_field one[] = { INT("a", 8, 4, true) };
static const struct mms_event_type taken[] = {
	TYPE(0, "x", "run", one),    TYPE(1, "y", "same", one),          TYPE(2, "z", "same", one),
	TYPE(3, "x", "Sample", one), TYPE(4, "x", "sqlite_master", one), TYPE(5, "x", "e_run", one),
	TYPE(6, "x", "a\"b", one),
};

static void tables_of_ours_and_of_others_are_left_alone(void **state)
{
	static const char *const names[] = { "e_run",           "same",    "e_same", "e_Sample",
					     "e_sqlite_master", "e_e_run", "a\"b" };
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 7, .types = taken };
	int32_t data[3] = { 0, 0, 1 };

	(void)state;
	for (int64_t run = 1; run <= 2; run++) {
		struct load l;

		begin(&l, db, &info, MMS_DETAIL_EVENTS, run);
		for (int i = 0; i < 7; i++)
			add(&l, &taken[i], run * 100 + i, data, sizeof(data));
		for (unsigned int i = 0; i < 7; i++) {
			assert_string_equal(mms_event_rows_table(l.rows, i), names[i]);
			remember(&l, &taken[i], run);
		}
		end(&l);
	}
	assert_int_equal(number(db, "SELECT COUNT(*) FROM run"), 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM e_same"), 2);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM \"a\"\"b\""), 2);
}

static const struct mms_field old_kernel[] = { INT("classzone_idx", 8, 4, true),
					       INT("nr", 12, 4, true) };
static const struct mms_field new_kernel[] = { INT("nr", 8, 8, true),
					       INT("highest_zoneidx", 16, 4, true) };
static const struct mms_event_type old_type[] = { TYPE(0, "vmscan", "ev", old_kernel) };
static const struct mms_event_type new_type[] = { TYPE(0, "vmscan", "ev", new_kernel) };

static void columns_are_the_union_over_the_runs(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info old_info = { .nr_types = 1, .types = old_type };
	struct mms_source_info new_info = { .nr_types = 1, .types = new_type };
	int32_t data[5] = { 0, 0, 3, 4, 5 };
	struct load l;

	(void)state;
	begin(&l, db, &old_info, MMS_DETAIL_EVENTS, 1);
	add(&l, &old_type[0], 1, data, 16);
	remember(&l, &old_type[0], 1);
	end(&l);
	begin(&l, db, &new_info, MMS_DETAIL_EVENTS, 2);
	add(&l, &new_type[0], 2, data, 20);
	end(&l);
	assert_int_equal(number(db,
				"SELECT COUNT(*) FROM ev WHERE run_id = 1 AND classzone_idx = 3 AND"
				" nr = 4 AND highest_zoneidx IS NULL"),
			 1);
	assert_int_equal(number(db,
				"SELECT COUNT(*) FROM ev WHERE run_id = 2 AND classzone_idx IS NULL"
				" AND nr = 17179869187 AND highest_zoneidx = 5"),
			 1);
}

static void an_event_that_did_not_come_has_an_empty_table(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 1, .types = plain_type };
	struct load l;

	(void)state;
	begin(&l, db, &info, MMS_DETAIL_EVENTS, 1);
	assert_null(mms_event_rows_table(l.rows, 0));
	assert_int_equal(mms_event_rows_need(l.rows, 0), 0);
	end(&l);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM unheard_of"), 0);
}

static void without_detail_there_are_no_tables(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 1, .types = plain_type };
	uint8_t data[31] = { 0 };
	struct load l;

	(void)state;
	begin(&l, db, &info, MMS_DETAIL_NONE, 1);
	add(&l, &plain_type[0], 1, data, sizeof(data));
	assert_null(mms_event_rows_table(l.rows, 0));
	assert_int_equal(mms_event_rows_count(l.rows, 0), 0);
	end(&l);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'unheard_of'"),
			 0);
}

static const struct mms_field optional[] = { { .name = "nr",
					       .kind = MMS_FIELD_INT,
					       .dynamic = MMS_FIELD_OPTIONAL,
					       .offset = 1,
					       .size = 8 },
					     { .name = "text",
					       .kind = MMS_FIELD_TEXT,
					       .dynamic = MMS_FIELD_DATA_LOC,
					       .offset = 9,
					       .size = 4 } };
static const struct mms_event_type optional_type[] = { TYPE(0, "x", "optional", optional) };

static void what_the_input_does_not_say_is_null(void **state)
{
	sqlite3 *db mms_auto(db) = fresh();
	struct mms_source_info info = { .nr_types = 1, .types = optional_type };
	struct mms_event ev = { .type = optional_type, .cpu = -1, .pid = -1, .flags = -1 };
	uint8_t data[13] = { 1 };
	struct load l;

	(void)state;
	begin(&l, db, &info, MMS_DETAIL_EVENTS, 1);
	add(&l, &optional_type[0], 1, data, sizeof(data));
	data[0] = 0;
	ev.data = data;
	ev.len = sizeof(data);
	assert_int_equal(mms_event_rows_add(l.rows, &ev, 2, 0), 0);
	end(&l);
	assert_int_equal(number(db, "SELECT nr FROM optional WHERE seq = 1 AND cpu = 1 AND"
				    " common_flags = 3 AND text IS NULL"),
			 0);
	assert_int_equal(number(db, "SELECT COUNT(*) FROM optional WHERE seq = 2 AND nr IS NULL AND"
				    " cpu IS NULL AND common_pid IS NULL AND common_flags IS NULL"),
			 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_field_becomes_a_column),
		cmocka_unit_test(names_that_collide_are_told_apart),
		cmocka_unit_test(tables_of_ours_and_of_others_are_left_alone),
		cmocka_unit_test(columns_are_the_union_over_the_runs),
		cmocka_unit_test(an_event_that_did_not_come_has_an_empty_table),
		cmocka_unit_test(without_detail_there_are_no_tables),
		cmocka_unit_test(what_the_input_does_not_say_is_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
