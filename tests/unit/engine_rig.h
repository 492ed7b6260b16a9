/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_UNIT_ENGINE_RIG_H
#define MMS_TESTS_UNIT_ENGINE_RIG_H

/*
 * A bench for the engine: event types from a line of fields, events from a
 * line of values, and rows that stay in memory, to be asked. It stands in for
 * parse/load.c: defined here, the linker does not take that one.
 *
 *	rig_type(r, "vmscan:mm_vmscan_direct_reclaim_begin", "order:i4 gfp_flags:u8");
 *	rig_event(r, "mm_vmscan_direct_reclaim_begin", 1000, CPU0, 42, "order=3");
 *	rig_get(r, "episode", "kind=direct pid=42", "dur_ns");
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parse/engine.h"

#define RIG_NULL        INT64_MIN
#define RIG_MAX_TYPES   128
#define RIG_MAX_FIELDS  16
#define RIG_MAX_TABLES  16
#define RIG_MAX_COLUMNS 48
#define RIG_FIXED       16 /* begin of the fields of a record */

struct rig_cell {
	bool known;
	int64_t i;
	char *text;
};

struct mms_rows {
	const char *table;
	const struct mms_load_column *cols;
	size_t nr_cols, nr;
	struct rig_cell (*rows)[RIG_MAX_COLUMNS];
};

struct mms_load {
	struct mms_rows tables[RIG_MAX_TABLES];
	size_t nr;
};

struct rig {
	struct mms_load load;
	struct mms_event_type types[RIG_MAX_TYPES];
	struct mms_field fields[RIG_MAX_TYPES][RIG_MAX_FIELDS];
	char names[RIG_MAX_TYPES][512];
	struct mms_source_info info;
	struct mms_engine_opts opts;
	struct mms_engine *eng;
	struct mms_engine_summary summary;
	int64_t seq;
	int64_t episode_seq; /* of the last event */
};

/* ---- the sink ---- */

int mms_load_table(struct mms_load *load, const char *table, const struct mms_load_column *cols,
		   size_t nr_cols, struct mms_rows **ret_rows)
{
	struct mms_rows *rows = &load->tables[load->nr++];

	assert_true(load->nr <= RIG_MAX_TABLES && nr_cols <= RIG_MAX_COLUMNS);
	*rows = (struct mms_rows){ .table = table, .cols = cols, .nr_cols = nr_cols };
	*ret_rows = rows;
	return 0;
}

bool mms_rows_add(struct mms_rows *rows)
{
	rows->rows = realloc(rows->rows, (rows->nr + 1) * sizeof(*rows->rows));
	assert_non_null(rows->rows);
	memset(rows->rows[rows->nr], 0, sizeof(*rows->rows));
	rows->nr++;
	return true;
}

void mms_row_set(struct mms_rows *rows, size_t col, int64_t value)
{
	assert_true(col < rows->nr_cols && rows->cols[col].kind == MMS_CELL_KIND_INT);
	rows->rows[rows->nr - 1][col] = (struct rig_cell){ .known = true, .i = value };
}

void mms_row_set_bytes(struct mms_rows *rows, size_t col, const void *data, size_t len)
{
	assert_true(col < rows->nr_cols && rows->cols[col].kind == MMS_CELL_KIND_TEXT);
	rows->rows[rows->nr - 1][col] =
		(struct rig_cell){ .known = true, .text = strndup(data, len) };
}

/* ---- types and events ---- */

static inline struct rig *rig_new(void)
{
	struct rig *r = calloc(1, sizeof(*r));

	assert_non_null(r);
	r->info = (struct mms_source_info){ .kind = "rig", .clock_is_ns = true, .nr_cpus = 4 };
	r->info.types = r->types;
	r->opts = (struct mms_engine_opts){ .run_id = 1, .first_type_id = 100, .mglru = -1 };
	return r;
}

static inline void rig_free(struct rig *r)
{
	mms_engine_free(r->eng);
	for (size_t t = 0; t < r->load.nr; t++) {
		struct mms_rows *rows = &r->load.tables[t];

		for (size_t i = 0; i < rows->nr; i++)
			for (size_t c = 0; c < rows->nr_cols; c++)
				free(rows->rows[i][c].text);
		free(rows->rows);
	}
	free(r);
}

/* "i4" "u8": signed, unsigned, of so many bytes; "t16": characters; "d": __data_loc text */
static inline void rig_field(struct mms_field *f, char *word, uint32_t offset)
{
	char *kind = strchr(word, ':');

	assert_non_null(kind);
	*kind++ = '\0';
	*f = (struct mms_field){ .name = word, .offset = offset, .size = 4 };
	if (*kind != 'd')
		f->size = (uint32_t)strtoul(kind + 1, NULL, 10);
	f->kind = *kind == 'i' || *kind == 'u' ? MMS_FIELD_INT : MMS_FIELD_TEXT;
	f->is_signed = *kind == 'i';
	f->dynamic = *kind == 'd' ? MMS_FIELD_DATA_LOC : MMS_FIELD_STATIC;
}

static inline void rig_type(struct rig *r, const char *name, const char *fields)
{
	unsigned int index = r->info.nr_types++;
	struct mms_event_type *type = &r->types[index];
	uint32_t offset = RIG_FIXED;
	char *words = r->names[index], *save = NULL;

	assert_true(index < RIG_MAX_TYPES);
	snprintf(words, sizeof(r->names[index]), "%s %s", name, fields);
	*type = (struct mms_event_type){ .index = index, .id = (int)index + 1000, .format = "" };
	type->system = strtok_r(words, ":", &save);
	type->name = strtok_r(NULL, " ", &save);
	type->fields = r->fields[index];
	for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		assert_true(type->nr_fields < RIG_MAX_FIELDS);
		rig_field(&r->fields[index][type->nr_fields], w, offset);
		offset += (type->fields[type->nr_fields++].size + 7) & ~7u;
	}
}

static inline void rig_start(struct rig *r)
{
	assert_int_equal(mms_engine_new(&r->info, &r->opts, &r->load, &r->eng), 0);
}

static inline const struct mms_event_type *rig_find_type(const struct rig *r, const char *name)
{
	for (unsigned int i = 0; i < r->info.nr_types; i++)
		if (!strcmp(r->types[i].name, name))
			return &r->types[i];
	fail_msg("no type %s", name);
	return NULL;
}

struct rig_record {
	uint8_t data[1024];
	uint32_t len;
};

static inline void rig_put(struct rig_record *rec, const struct mms_field *f, const char *value)
{
	uint32_t len = (uint32_t)strlen(value), loc;
	int64_t n = (int64_t)strtoll(value, NULL, 0);

	if (f->dynamic == MMS_FIELD_DATA_LOC) {
		loc = (len + 1) << 16 | rec->len;
		memcpy(rec->data + f->offset, &loc, sizeof(loc));
		memcpy(rec->data + rec->len, value, len + 1);
		rec->len += len + 1;
	} else if (f->kind == MMS_FIELD_TEXT) {
		memcpy(rec->data + f->offset, value, len < f->size ? len : f->size);
	} else {
		memcpy(rec->data + f->offset, &n, f->size); /* little endian */
	}
}

/* @values: "name=value ..."; what is left out is 0. @flags: common_flags. */
static inline void rig_event_flags(struct rig *r, const char *name, int64_t ts_ns, int32_t cpu,
				   int32_t pid, int16_t flags, const char *values)
{
	const struct mms_event_type *type = rig_find_type(r, name);
	struct rig_record rec = { .len = 512 };
	char words[512], *save = NULL;
	struct mms_event ev = { .type = type,
				.ts_ns = ts_ns,
				.cpu = cpu,
				.pid = pid,
				.flags = flags,
				.data = rec.data };

	snprintf(words, sizeof(words), "%s", values);
	for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		char *value = strchr(w, '=');
		const struct mms_field *f;

		*value++ = '\0';
		f = mms_field_find(type, w);
		if (!f)
			fail_msg("no field %s in %s", w, name);
		else
			rig_put(&rec, f, value);
	}
	ev.len = rec.len;
	assert_int_equal(mms_engine_event(r->eng, &ev, ++r->seq, &r->episode_seq), 0);
}

static inline void rig_event(struct rig *r, const char *name, int64_t ts_ns, int32_t cpu,
			     int32_t pid, const char *values)
{
	rig_event_flags(r, name, ts_ns, cpu, pid, 0, values);
}

/* Events of @cpu were lost; @nr -1: nobody knows how many. */
static inline void rig_gap(struct rig *r, int64_t from_ns, int64_t to_ns, int32_t cpu, int64_t nr)
{
	struct mms_event ev = {
		.ts_ns = to_ns, .cpu = cpu, .lost_from_ns = from_ns, .nr_lost = nr
	};

	assert_int_equal(mms_engine_event(r->eng, &ev, ++r->seq, &r->episode_seq), 0);
}

static inline void rig_finish(struct rig *r)
{
	assert_int_equal(mms_engine_finish(r->eng, &r->summary), 0);
}

/* ---- questions ---- */

static inline const struct mms_rows *rig_table(const struct rig *r, const char *table)
{
	for (size_t i = 0; i < r->load.nr; i++)
		if (!strcmp(r->load.tables[i].table, table))
			return &r->load.tables[i];
	fail_msg("no table %s", table);
	return NULL;
}

static inline size_t rig_column(const struct mms_rows *rows, const char *name, size_t len)
{
	for (size_t i = 0; i < rows->nr_cols; i++)
		if (strlen(rows->cols[i].name) == len && !memcmp(rows->cols[i].name, name, len))
			return i;
	fail_msg("no column %s in %s", name, rows->table);
	return 0;
}

static inline bool rig_equal(const struct rig_cell *cell, const char *value)
{
	if (!strcmp(value, "NULL"))
		return !cell->known;
	if (!cell->known)
		return false;
	return cell->text ? !strcmp(cell->text, value) : cell->i == strtoll(value, NULL, 0);
}

/* Does row @i agree with "column=value ..."? */
static inline bool rig_match(const struct mms_rows *rows, size_t i, const char *where)
{
	char words[512], *save = NULL;

	snprintf(words, sizeof(words), "%s", where);
	for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		size_t len = strcspn(w, "=");

		if (!rig_equal(&rows->rows[i][rig_column(rows, w, len)], w + len + 1))
			return false;
	}
	return true;
}

static inline int64_t rig_count(const struct rig *r, const char *table, const char *where)
{
	const struct mms_rows *rows = rig_table(r, table);
	int64_t n = 0;

	for (size_t i = 0; i < rows->nr; i++)
		n += rig_match(rows, i, where);
	return n;
}

static inline int64_t rig_sum(const struct rig *r, const char *table, const char *where,
			      const char *column)
{
	const struct mms_rows *rows = rig_table(r, table);
	size_t col = rig_column(rows, column, strlen(column));
	int64_t sum = 0;

	for (size_t i = 0; i < rows->nr; i++)
		if (rig_match(rows, i, where) && rows->rows[i][col].known)
			sum += rows->rows[i][col].i;
	return sum;
}

/* The cell of the one row that agrees. */
static inline const struct rig_cell *rig_cell(const struct rig *r, const char *table,
					      const char *where, const char *column)
{
	const struct mms_rows *rows = rig_table(r, table);

	if (rig_count(r, table, where) != 1)
		fail_msg("%d rows of %s with %s", (int)rig_count(r, table, where), table, where);
	for (size_t i = 0; i < rows->nr; i++)
		if (rig_match(rows, i, where))
			return &rows->rows[i][rig_column(rows, column, strlen(column))];
	return NULL;
}

static inline int64_t rig_get(const struct rig *r, const char *table, const char *where,
			      const char *column)
{
	const struct rig_cell *cell = rig_cell(r, table, where, column);

	return cell->known ? cell->i : RIG_NULL;
}

#endif
