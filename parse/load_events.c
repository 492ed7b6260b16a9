// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/err.h"
#include "common/meta.h"
#include "parse/load_events.h"
#include "parse/parse_sql.h"
#include "schema/db.h"
#include "schema/stmt.h"
#include "schema/tracepoint.h"

enum { COL_SEQ, COL_RUN_ID, COL_TS, COL_CPU, COL_PID, COL_FLAGS, COL_EPISODE, NR_OWN };

static const char *const own[NR_OWN] = {
	[COL_SEQ] = "seq",
	[COL_RUN_ID] = "run_id",
	[COL_TS] = "ts_ns",
	[COL_CPU] = "cpu",
	[COL_PID] = "common_pid",
	[COL_FLAGS] = "common_flags",
	[COL_EPISODE] = "episode_seq",
};

struct type_rows {
	bool decided;
	bool wanted;
	unsigned int nr_fields; /* that have a column */
	struct mms_rows *rows;  /* NULL until the table is made */
	char *table;
	uint64_t count;
};

struct mms_event_rows {
	const struct mms_source_info *info;
	enum mms_detail detail;
	int64_t run_id;
	struct mms_load *load;
	struct type_rows types[];
};

int mms_event_rows_new(const struct mms_source_info *info, enum mms_detail detail, int64_t run_id,
		       struct mms_load *load, struct mms_event_rows **ret_rows)
{
	struct mms_event_rows *er;

	er = calloc(1, sizeof(*er) + info->nr_types * sizeof(er->types[0]));
	if (!er)
		return mms_err(-ENOMEM, "no memory for the rows of %u kinds of events",
			       info->nr_types);
	er->info = info;
	er->detail = detail;
	er->run_id = run_id;
	er->load = load;
	*ret_rows = er;
	return 0;
}

void mms_event_rows_free(struct mms_event_rows *er)
{
	if (!er)
		return;
	for (unsigned int i = 0; i < er->info->nr_types; i++)
		free(er->types[i].table);
	free(er);
}

/* The least detail that has rows of the events that a "-- detail:" line says. */
static const struct {
	const char *word;
	enum mms_detail least;
} details[] = {
	{ "normal", MMS_DETAIL_EPISODES },
	{ "high", MMS_DETAIL_EVENTS },
	{ "fold", MMS_DETAIL_ALL },
};

static enum mms_detail least_detail(const struct mms_event_type *type)
{
	const struct mms_file *f = mms_tracepoint_find(type->system, type->name);
	const char *word;
	size_t len;

	word = f ? mms_meta_get(f->text, "detail", &len) : NULL;
	for (size_t i = 0; word && i < sizeof(details) / sizeof(details[0]); i++)
		if (strlen(details[i].word) == len && !memcmp(word, details[i].word, len))
			return details[i].least;
	return MMS_DETAIL_EPISODES;
}

/* Names of columns. */

struct columns {
	struct mms_load_column cols[NR_OWN + MMS_EVENT_MAX_COLUMNS];
	size_t n;
};

static void free_columns(struct columns *c)
{
	if (!c)
		return;
	for (size_t i = NR_OWN; i < c->n; i++)
		free((char *)c->cols[i].name);
	free(c);
}
MMS_DEFINE_AUTO(columns, struct columns *, free_columns);

static bool is_taken(const struct columns *c, const char *name)
{
	for (size_t i = 0; i < c->n; i++)
		if (!strcasecmp(c->cols[i].name, name))
			return true;
	return false;
}

static const enum mms_cell_kind kinds[] = {
	[MMS_FIELD_INT] = MMS_CELL_KIND_INT,
	[MMS_FIELD_TEXT] = MMS_CELL_KIND_TEXT,
	[MMS_FIELD_BLOB] = MMS_CELL_KIND_BLOB,
};

static int add_column(struct columns *c, const struct mms_field *f)
{
	char *name = strdup(f->name);

	while (name && (!*name || is_taken(c, name))) {
		char *longer = NULL;

		if (asprintf(&longer, "f_%s", name) < 0)
			longer = NULL;
		free(name);
		name = longer;
	}
	if (!name)
		return -ENOMEM;
	c->cols[c->n++] = (struct mms_load_column){ name, kinds[f->kind] };
	return 0;
}

static int name_columns(const struct mms_event_type *type, struct columns *c)
{
	int ret = 0;

	for (c->n = 0; c->n < NR_OWN; c->n++)
		c->cols[c->n] = (struct mms_load_column){ own[c->n], MMS_CELL_KIND_INT };
	for (unsigned int i = 0; !ret && i < type->nr_fields && i < MMS_EVENT_MAX_COLUMNS; i++)
		ret = add_column(c, &type->fields[i]);
	return ret ? mms_err(ret, "no memory for the columns of %s", type->name) : 0;
}

/* Names of tables. */

/* Is @table somebody else's: our own, another event's of this run or of one before? */
static int is_foreign(const struct mms_event_rows *er, sqlite3 *db,
		      const struct mms_event_type *type, const char *table)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret;

	for (unsigned int i = 0; i < er->info->nr_types; i++)
		if (er->types[i].table && !strcasecmp(er->types[i].table, table))
			return 1;
	if (!*table || !strncasecmp(table, "sqlite_", 7))
		return 1;
	ret = mms_stmt_open(db, mms_parse_sql, "table_is_foreign", &st);
	if (ret)
		return ret;
	mms_stmt_bind_text(st, ":table", table);
	mms_stmt_bind_text(st, ":system", type->system);
	mms_stmt_bind_text(st, ":name", type->name);
	return mms_stmt_step(st);
}

/* Return: 1 and the table that an earlier run made, 0, or a negative errno. */
static int find_table(sqlite3 *db, const struct mms_event_type *type, char **ret_table)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	char *table;
	int ret;

	ret = mms_stmt_open(db, mms_parse_sql, "table_of_event", &st);
	if (ret)
		return ret;
	mms_stmt_bind_text(st, ":system", type->system);
	mms_stmt_bind_text(st, ":name", type->name);
	ret = mms_stmt_step(st);
	if (ret <= 0)
		return ret;
	table = strdup(mms_stmt_text(st, 0));
	if (!table)
		return -ENOMEM;
	*ret_table = table;
	return 1;
}

static int next_name(const struct mms_event_type *type, int attempt, char **name)
{
	char *old mms_auto(mem) = *name;
	int ret;

	*name = NULL;
	if (attempt == 0)
		ret = asprintf(name, "%s", type->name);
	else if (attempt == 1)
		ret = asprintf(name, "e_%s", type->name);
	else if (attempt == 2)
		ret = asprintf(name, "e_%s_%s", type->system, type->name);
	else
		ret = asprintf(name, "e_%s", old);
	return ret < 0 ? -ENOMEM : 0;
}

static int name_table(const struct mms_event_rows *er, sqlite3 *db,
		      const struct mms_event_type *type, char **ret_table)
{
	char *name mms_auto(mem) = NULL;
	int ret = find_table(db, type, ret_table);

	if (ret)
		return ret < 0 ? ret : 0;
	for (int attempt = 0; attempt == 0 || ret == 1; attempt++) {
		ret = next_name(type, attempt, &name);
		if (!ret)
			ret = is_foreign(er, db, type, name);
	}
	if (!ret)
		*ret_table = mms_take(name);
	return ret;
}

/* Making of tables. */

static const char *const affinities[] = {
	[MMS_CELL_KIND_INT] = "INTEGER",
	[MMS_CELL_KIND_TEXT] = "TEXT",
	[MMS_CELL_KIND_BLOB] = "BLOB",
};

static int exec_str(sqlite3 *db, const char *what, sqlite3_str *str)
{
	char *sql = sqlite3_str_finish(str);
	int ret;

	ret = sql ? mms_db_exec(db, what, sql) : mms_err(-ENOMEM, "no memory for %s", what);
	sqlite3_free(sql);
	return ret;
}

static int create_table(sqlite3 *db, const char *table, const struct columns *c)
{
	sqlite3_str *sql = sqlite3_str_new(db);

	sqlite3_str_appendf(sql, "CREATE TABLE \"%w\"(\"%w\" INTEGER PRIMARY KEY", table,
			    own[COL_SEQ]);
	for (size_t i = COL_SEQ + 1; i < c->n; i++)
		sqlite3_str_appendf(sql, ",\"%w\" %s%s", c->cols[i].name,
				    affinities[c->cols[i].kind], i <= COL_TS ? " NOT NULL" : "");
	sqlite3_str_appendf(sql, ")");
	return exec_str(db, table, sql);
}

static bool has_column(sqlite3 *db, const char *table, const char *column)
{
	return sqlite3_table_column_metadata(db, "main", table, column, NULL, NULL, NULL, NULL,
					     NULL) == SQLITE_OK;
}

static int add_missing(sqlite3 *db, const char *table, const struct columns *c)
{
	int ret = 0;

	for (size_t i = NR_OWN; !ret && i < c->n; i++) {
		sqlite3_str *sql;

		if (has_column(db, table, c->cols[i].name))
			continue;
		sql = sqlite3_str_new(db);
		sqlite3_str_appendf(sql, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s", table,
				    c->cols[i].name, affinities[c->cols[i].kind]);
		ret = exec_str(db, table, sql);
	}
	return ret;
}

static int make_table(struct mms_event_rows *er, unsigned int index, const struct columns *c)
{
	struct type_rows *tr = &er->types[index];
	sqlite3 *db = mms_load_lock(er->load);
	char *table mms_auto(mem) = NULL;
	int ret;

	ret = name_table(er, db, &er->info->types[index], &table);
	if (!ret)
		ret = has_column(db, table, own[COL_SEQ]) ? add_missing(db, table, c)
							  : create_table(db, table, c);
	mms_load_unlock(er->load);
	if (!ret)
		tr->table = mms_take(table);
	return ret;
}

int mms_event_rows_need(struct mms_event_rows *er, unsigned int index)
{
	const struct mms_event_type *type = &er->info->types[index];
	struct type_rows *tr = &er->types[index];
	struct columns *c mms_auto(columns) = NULL;
	int ret;

	if (!tr->decided)
		tr->wanted = er->detail >= least_detail(type);
	tr->decided = true;
	if (!tr->wanted || tr->rows)
		return 0;
	c = calloc(1, sizeof(*c));
	if (!c)
		return mms_err(-ENOMEM, "no memory for the columns of %s", type->name);
	ret = name_columns(type, c);
	if (!ret)
		ret = make_table(er, index, c);
	if (!ret)
		ret = mms_load_table(er->load, tr->table, c->cols, c->n, &tr->rows);
	tr->nr_fields = (unsigned int)(c->n - NR_OWN);
	return ret;
}

/* Rows. */

static void set_field(struct mms_rows *rows, size_t col, const struct mms_event *ev,
		      const struct mms_field *f)
{
	const uint8_t *bytes;
	int64_t value;
	uint32_t len;

	if (f->kind == MMS_FIELD_INT) {
		if (mms_field_int(ev, f, &value))
			mms_row_set(rows, col, value);
		return;
	}
	bytes = mms_field_bytes(ev, f, &len);
	if (bytes)
		mms_row_set_bytes(rows, col, bytes, len);
}

/* Of the event's head; negative: the input does not say. */
static void set_known(struct mms_rows *rows, size_t col, int64_t value)
{
	if (value >= 0)
		mms_row_set(rows, col, value);
}

static int add_row(struct mms_event_rows *er, struct type_rows *tr, const struct mms_event *ev,
		   int64_t seq, int64_t episode_seq)
{
	struct mms_rows *rows = tr->rows;

	if (!mms_rows_add(rows))
		return mms_load_error(er->load);
	mms_row_set(rows, COL_SEQ, seq);
	mms_row_set(rows, COL_RUN_ID, er->run_id);
	mms_row_set(rows, COL_TS, ev->ts_ns);
	set_known(rows, COL_CPU, ev->cpu);
	set_known(rows, COL_PID, ev->pid);
	set_known(rows, COL_FLAGS, ev->flags);
	if (episode_seq)
		mms_row_set(rows, COL_EPISODE, episode_seq);
	for (unsigned int i = 0; i < tr->nr_fields; i++)
		set_field(rows, NR_OWN + i, ev, &ev->type->fields[i]);
	tr->count++;
	return 0;
}

int mms_event_rows_add(struct mms_event_rows *er, const struct mms_event *ev, int64_t seq,
		       int64_t episode_seq)
{
	struct type_rows *tr = &er->types[ev->type->index];
	int ret;

	if (!tr->decided) {
		ret = mms_event_rows_need(er, ev->type->index);
		if (ret)
			return ret;
	}
	return tr->wanted ? add_row(er, tr, ev, seq, episode_seq) : 0;
}

const char *mms_event_rows_table(const struct mms_event_rows *er, unsigned int type)
{
	return er->types[type].table;
}

uint64_t mms_event_rows_count(const struct mms_event_rows *er, unsigned int type)
{
	return er->types[type].count;
}
