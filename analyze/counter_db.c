// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "analyze/counter.h"
#include "common/buf.h"
#include "common/table.h"
#include "schema/db.h"

/* counter_*.sql: the tables, and a statement for each of them. */
extern const struct mms_file mms_counter_sql[];

static void mms_auto_stmt(sqlite3_stmt **st)
{
	sqlite3_finalize(*st);
}

static const char *statement(const char *name)
{
	const struct mms_file *f = mms_counter_sql;

	while (strcmp(f->name, name))
		f++;
	return f->text;
}

/* A value for a parameter; a number where @text is NULL. */
struct field {
	const char *name;
	const char *text;
	double number;
};

static int put(sqlite3 *db, sqlite3_stmt *st, const struct field *fields, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int at = sqlite3_bind_parameter_index(st, fields[i].name);

		if (fields[i].text)
			sqlite3_bind_text(st, at, fields[i].text, -1, SQLITE_TRANSIENT);
		else
			sqlite3_bind_double(st, at, fields[i].number);
	}
	if (sqlite3_step(st) != SQLITE_DONE)
		return mms_db_error(db, "counter registry");
	sqlite3_reset(st);
	return 0;
}

#define TEXT(param, value)                   \
	{                                    \
		.name = param, .text = value \
	}
#define NUM(param, value)                      \
	{                                      \
		.name = param, .number = value \
	}
#define PUT(db, st, ...)                                   \
	put(db, st, (const struct field[]){ __VA_ARGS__ }, \
	    sizeof((const struct field[]){ __VA_ARGS__ }) / sizeof(struct field))

static int prepare(sqlite3 *db, const char *name, sqlite3_stmt **ret_st)
{
	if (sqlite3_prepare_v2(db, statement(name), -1, ret_st, NULL) != SQLITE_OK)
		return mms_db_error(db, name);
	return 0;
}

/* One key of a spelling: "NAME" or "-NAME". */
static int put_key(sqlite3 *db, sqlite3_stmt *st, const char *counter, size_t rank, const char *key,
		   const char *zone)
{
	int minus = *key == '-';
	char name[64], sample[80];

	mms_counter_expand(key + minus, zone, name, sizeof(name));
	snprintf(sample, sizeof(sample), "vmstat.%s", name);
	return PUT(db, st, TEXT(":counter", counter), NUM(":rank", (double)rank),
		   TEXT(":key", sample), NUM(":factor", minus ? -1 : 1), NUM(":needed", !zone));
}

/* @zone: which zone's counter this is; a key with {zone} is that zone's, else of all zones. */
static int put_spelling(sqlite3 *db, sqlite3_stmt *st, const char *counter, const char *zone,
			size_t rank, const char *keys)
{
	while (*keys) {
		size_t len = strcspn(keys, " ");
		char key[64];
		int ret = 0;

		snprintf(key, sizeof(key), "%.*s", (int)len, keys);
		if (!strchr(key, '{'))
			ret = put_key(db, st, counter, rank, key, NULL);
		for (const char *const *z = mms_counter_zones; strchr(key, '{') && *z; z++)
			if (!ret && (!zone || !strcmp(zone, *z)))
				ret = put_key(db, st, counter, rank, key, *z);
		if (ret)
			return ret;
		keys += len + strspn(keys + len, " ");
	}
	return 0;
}

struct statements {
	sqlite3_stmt *counter;
	sqlite3_stmt *key;
	sqlite3_stmt *when;
	sqlite3_stmt *row;
	sqlite3_stmt *term;
};

static int put_whens(sqlite3 *db, sqlite3_stmt *st, const char *of, const char *name,
		     const struct mms_counter_when *whens, size_t n)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++)
		ret = PUT(db, st, TEXT(":of", of), TEXT(":name", name), TEXT(":key", whens[i].key),
			  TEXT(":present", whens[i].present), TEXT(":absent", whens[i].absent));
	return ret;
}

static int put_counter(sqlite3 *db, const struct statements *st, const struct mms_counter *c,
		       const char *zone)
{
	char name[64];
	int ret;

	mms_counter_expand(c->name, zone, name, sizeof(name));
	ret = PUT(db, st->counter, TEXT(":name", name), TEXT(":family", c->family),
		  TEXT(":what", c->what), TEXT(":unit", c->unit), TEXT(":kind", c->kind),
		  TEXT(":file", c->file), TEXT(":memcg", c->memcg));
	if (!ret && !c->nr_keys)
		ret = put_spelling(db, st->key, name, zone, 1, name);
	for (size_t i = 0; !ret && i < c->nr_keys; i++)
		ret = put_spelling(db, st->key, name, zone, i + 1, c->keys[i]);
	if (ret)
		return ret;
	return put_whens(db, st->when, "counter", name, c->whens, c->nr_whens);
}

static int put_terms(sqlite3 *db, sqlite3_stmt *st, size_t pos, const char *part,
		     const struct mms_counter_term *t, size_t n)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++)
		ret = PUT(db, st, NUM(":pos", (double)pos), TEXT(":part", part),
			  TEXT(":counter", t[i].counter), NUM(":factor", (double)t[i].factor),
			  NUM(":hpage", t[i].hpage), NUM(":optional", t[i].optional));
	return ret;
}

static const char *per_kind(const struct mms_counter_row *row)
{
	return row->per_seconds  ? "seconds"
	       : row->per_number ? "number"
	       : row->nr_per     ? "sum"
				 : "none";
}

static int put_row(sqlite3 *db, const struct statements *st, const struct mms_counter_row *row,
		   size_t pos)
{
	int ret = PUT(db, st->row, NUM(":pos", (double)pos), TEXT(":row", row->name),
		      TEXT(":what", row->what), TEXT(":unit", row->unit),
		      TEXT(":better", row->better), NUM(":is_primary", row->primary),
		      TEXT(":empty", row->empty), TEXT(":per_kind", per_kind(row)),
		      NUM(":per_number", row->per_number));

	if (!ret)
		ret = put_terms(db, st->term, pos, "sum", row->sum, row->nr_sum);
	if (!ret)
		ret = put_terms(db, st->term, pos, "per", row->per, row->nr_per);
	if (!ret)
		ret = put_whens(db, st->when, "row", row->name, row->whens, row->nr_whens);
	return ret;
}

static int put_all(sqlite3 *db, const struct statements *st, const struct mms_counters *cs)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < cs->nr_counters; i++) {
		const struct mms_counter *c = &cs->counters[i];
		const char *const *z = mms_counter_zones;

		if (!strchr(c->name, '{'))
			ret = put_counter(db, st, c, NULL);
		for (; !ret && strchr(c->name, '{') && *z; z++)
			ret = put_counter(db, st, c, *z);
	}
	for (size_t i = 0; !ret && i < cs->nr_rows; i++)
		ret = put_row(db, st, &cs->rows[i], i + 1);
	return ret;
}

static int fill(sqlite3 *db, const struct mms_counters *cs)
{
	sqlite3_stmt *counter mms_auto(stmt) = NULL, *key mms_auto(stmt) = NULL;
	sqlite3_stmt *when mms_auto(stmt) = NULL, *row mms_auto(stmt) = NULL;
	sqlite3_stmt *term mms_auto(stmt) = NULL;
	int ret = prepare(db, "counter_put", &counter);

	if (!ret)
		ret = prepare(db, "counter_key_put", &key);
	if (!ret)
		ret = prepare(db, "counter_when_put", &when);
	if (!ret)
		ret = prepare(db, "counter_row_put", &row);
	if (!ret)
		ret = prepare(db, "counter_term_put", &term);
	if (ret)
		return ret;
	return put_all(db, &(struct statements){ counter, key, when, row, term }, cs);
}

int mms_counters_make(sqlite3 *db)
{
	struct mms_counters *cs mms_auto(counters) = NULL;
	int ret;

	if (sqlite3_table_column_metadata(db, "temp", "counter", "name", NULL, NULL, NULL, NULL,
					  NULL) == SQLITE_OK)
		return 0;
	ret = mms_counters_load(&cs);
	if (!ret)
		ret = mms_db_exec(db, "counter registry", statement("counter_tables"));
	return ret ? ret : fill(db, cs);
}

static const struct mms_column columns[] = {
	{ .name = "counter", .doc = "today's name; {zone}: one for each zone" },
	{ .name = "family", .doc = "what it is about" },
	{ .name = "file", .doc = "vmstat, or memory.stat when it is only there" },
	{ .name = "unit", .doc = "what one is" },
	{ .name = "kind", .doc = "count: it grows; level: it goes up and down" },
	{ .name = "since", .doc = "first kernel; empty: before 2.6.36, or not known" },
	{ .name = "until", .doc = "last kernel" },
	{ .name = "spelled", .doc = "other spellings in /proc/vmstat, by kernel" },
	{ .name = "stat", .doc = "name in memory.stat, by kernel" },
	{ .name = "what", .doc = "what it counts" },
	{ .name = "note", .doc = "what else to know" },
};

static int add_text(struct mms_table *tb, const char *text)
{
	return mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = text });
}

static int spelled(const struct mms_counter *c, struct mms_buf *buf)
{
	for (size_t i = 0; i < c->nr_keys; i++)
		mms_buf_printf(buf, "%s%s%s%s%s", i ? "; " : "", c->keys[i],
			       *c->key_eras[i] ? " (" : "", c->key_eras[i],
			       *c->key_eras[i] ? ")" : "");
	return buf->err;
}

/* What the meaning depends on, as people read it. */
static int notes(const struct mms_counter *c, struct mms_buf *buf)
{
	if (!strcmp(c->memcg, "scope"))
		mms_buf_printf(buf, "up to 7.0 reclaim for a memcg's limit is not in it; ");
	for (size_t i = 0; i < c->nr_whens; i++) {
		const struct mms_counter_when *w = &c->whens[i];

		if (*w->present)
			mms_buf_printf(buf, "%s with %s; ", w->present, w->key);
		if (*w->absent)
			mms_buf_printf(buf, "%s without %s; ", w->absent, w->key);
	}
	if (*c->note || !buf->len)
		mms_buf_printf(buf, "%s", c->note);
	else
		buf->data[buf->len -= 2] = 0;
	return buf->err;
}

static int add_counter(struct mms_table *tb, const struct mms_counter *c)
{
	struct mms_buf spell mms_auto(buf) = { 0 }, note mms_auto(buf) = { 0 };
	int ret = spelled(c, &spell);

	if (!ret)
		ret = notes(c, &note);
	if (ret)
		return ret;
	const char *const cells[] = {
		c->name,
		c->family,
		c->file,
		c->unit,
		c->kind,
		c->since,
		c->until,
		mms_buf_text(&spell),
		c->stat,
		c->what,
		mms_buf_text(&note),
	};

	for (size_t i = 0; !ret && i < sizeof(cells) / sizeof(*cells); i++)
		ret = add_text(tb, cells[i]);
	return ret;
}

int mms_counters_table(const struct mms_counters *cs, struct mms_table **ret_table)
{
	struct mms_table *tb mms_auto(table) =
		mms_table_new("counters", sizeof(columns) / sizeof(*columns), columns);
	int ret = tb ? 0 : -ENOMEM;

	for (size_t i = 0; !ret && i < cs->nr_counters; i++)
		ret = add_counter(tb, &cs->counters[i]);
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}
