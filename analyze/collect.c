// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "analyze/collect.h"
#include "analyze/comparable.h"
#include "analyze/metric.h"
#include "analyze/window.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "schema/stmt.h"

/* A run of this side, by its number in the source and in the comparison. */
struct run {
	char *name;
	int64_t id;
};

struct collection {
	struct sqlite3 *from;
	struct sqlite3 *to;
	struct run *runs;
	size_t nr_runs;
	struct mms_stmt *quantity;
	struct mms_stmt *value;
};

static void mms_auto_collection(struct collection *c)
{
	for (size_t i = 0; i < c->nr_runs; i++)
		free(c->runs[i].name);
	free(c->runs);
	mms_stmt_close(c->quantity);
	mms_stmt_close(c->value);
}

static int last_run(struct sqlite3 *to, int64_t *ret_id)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(to, mms_compare_sql, "cmp_last_run", &st);

	if (!ret)
		ret = mms_stmt_step(st);
	if (ret > 0)
		*ret_id = mms_stmt_int(st, 0);
	return ret < 0 ? ret : 0;
}

static int put_env(struct collection *c, int64_t from_id, int64_t id)
{
	struct mms_stmt *get mms_auto(stmt) = NULL, *put mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(c->from, mms_compare_sql, "cmp_envs", &get);

	if (!ret)
		ret = mms_stmt_open(c->to, mms_compare_sql, "cmp_env_put", &put);
	if (ret)
		return ret;
	mms_stmt_bind_int(get, ":run_id", from_id);
	while ((ret = mms_stmt_step(get)) > 0) {
		mms_stmt_bind_int(put, ":run_id", id);
		mms_stmt_bind_text(put, ":key", mms_stmt_text(get, 0));
		mms_stmt_bind_text(put, ":value", mms_stmt_text(get, 1));
		ret = mms_stmt_run(put);
		if (ret)
			break;
	}
	return ret;
}

static int remember(struct collection *c, const char *name, int64_t id)
{
	struct run *runs = realloc(c->runs, (c->nr_runs + 1) * sizeof(*runs));

	if (!runs)
		return -ENOMEM;
	c->runs = runs;
	runs[c->nr_runs].id = id;
	runs[c->nr_runs].name = strdup(name);
	return runs[c->nr_runs++].name ? 0 : -ENOMEM;
}

/* Columns of cmp_runs.sql behind the id, and where they go. */
static const struct {
	const char *param;
	bool text;
} run_columns[] = {
	{ ":run", true },        { ":label", true },         { ":n", false },
	{ ":source", true },     { ":kernel", true },        { ":page_size", false },
	{ ":traced", false },    { ":sees_reclaim", false }, { ":lossy", false },
	{ ":incomplete", true }, { ":recorded_at", true },
};

static int put_run(struct collection *c, struct mms_stmt *get, struct mms_stmt *put, int64_t side,
		   int64_t id)
{
	int ret;

	mms_stmt_bind_int(put, ":id", id);
	mms_stmt_bind_int(put, ":side_id", side);
	for (int i = 0; i < (int)(sizeof(run_columns) / sizeof(*run_columns)); i++) {
		if (run_columns[i].text)
			mms_stmt_bind_text(put, run_columns[i].param, mms_stmt_text(get, i + 1));
		else
			mms_stmt_bind_int(put, run_columns[i].param, mms_stmt_int(get, i + 1));
	}
	ret = mms_stmt_run(put);
	if (!ret)
		ret = remember(c, mms_stmt_text(get, 1), id);
	return ret ? ret : put_env(c, mms_stmt_int(get, 0), id);
}

static int put_runs(struct collection *c, int64_t side)
{
	struct mms_stmt *get mms_auto(stmt) = NULL, *put mms_auto(stmt) = NULL;
	int64_t id = 0;
	int ret = last_run(c->to, &id);

	if (!ret)
		ret = mms_stmt_open(c->from, mms_compare_sql, "cmp_runs", &get);
	if (!ret)
		ret = mms_stmt_open(c->to, mms_compare_sql, "cmp_run_put", &put);
	while (!ret && (ret = mms_stmt_step(get)) > 0)
		ret = put_run(c, get, put, side, ++id);
	return ret;
}

static const struct mms_cell *cell(const struct mms_table *tb, size_t row, const char *column,
				   size_t len)
{
	for (size_t i = 0; i < mms_table_ncols(tb); i++)
		if (!strncmp(mms_table_column(tb, i)->name, column, len) &&
		    !mms_table_column(tb, i)->name[len])
			return mms_table_cell(tb, row, i);
	return NULL;
}

static const char *text(const struct mms_table *tb, size_t row, const char *column)
{
	const struct mms_cell *c = cell(tb, row, column, strlen(column));

	return c && c->type == MMS_CELL_TEXT ? c->s : "";
}

/* The unit of a column, also where another column says it. */
static const char *unit_of(const struct mms_table *tb, size_t row,
			   const struct mms_comparable_text *column)
{
	for (size_t i = 0; i < mms_table_ncols(tb); i++) {
		const struct mms_column *col = mms_table_column(tb, i);

		if (strncmp(col->name, column->s, column->len) || col->name[column->len])
			continue;
		return col->unit[0] == '@' ? text(tb, row, col->unit + 1) : col->unit;
	}
	return "";
}

static int put_quantity(struct collection *c, const struct mms_table *tb, size_t row,
			const struct mms_comparable *what, const char *name)
{
	mms_stmt_bind_text(c->quantity, ":name", name);
	mms_stmt_bind_text(c->quantity, ":unit", unit_of(tb, row, &what->column));
	mms_stmt_bind_text(c->quantity, ":metric", mms_table_name(tb));
	mms_stmt_bind_int(c->quantity, ":outcome", what->outcome);
	mms_stmt_bind_int(c->quantity, ":better", mms_comparable_better(what, tb, row));
	mms_stmt_bind_int(c->quantity, ":is_primary", mms_comparable_is_primary(what, tb, row));
	mms_stmt_bind_int(c->quantity, ":headline", what->headline);
	mms_stmt_bind_int(c->quantity, ":absent_zero", what->absent_zero);
	return mms_stmt_run(c->quantity);
}

static int64_t run_id(const struct collection *c, const char *name)
{
	for (size_t i = 0; i < c->nr_runs; i++)
		if (!strcmp(c->runs[i].name, name))
			return c->runs[i].id;
	return 0;
}

static int put_value(struct collection *c, const struct mms_table *tb, size_t row,
		     const struct mms_comparable *what, const char *name)
{
	const struct mms_cell *v = cell(tb, row, what->column.s, what->column.len);
	const struct mms_cell *bound = cell(tb, row, "lower_bound", strlen("lower_bound"));
	struct mms_stmt *st = c->value;

	mms_stmt_bind_text(st, ":name", name);
	mms_stmt_bind_text(st, ":unit", unit_of(tb, row, &what->column));
	mms_stmt_bind_int(st, ":run_id", run_id(c, text(tb, row, "run")));
	if (v && v->type == MMS_CELL_INT)
		mms_stmt_bind_real(st, ":value", (double)v->i);
	else if (v && v->type == MMS_CELL_REAL)
		mms_stmt_bind_real(st, ":value", v->r);
	else
		mms_stmt_bind_null(st, ":value");
	mms_stmt_bind_int(st, ":lower_bound", bound && bound->type == MMS_CELL_INT && bound->i);
	mms_stmt_bind_text(st, ":counts", text(tb, row, "counts"));
	mms_stmt_bind_text(st, ":note", text(tb, row, "note"));
	return mms_stmt_run(st);
}

static int put_row(struct collection *c, const struct mms_table *tb, size_t row,
		   const struct mms_comparable *what)
{
	struct mms_buf name mms_auto(buf) = { 0 };
	int ret;

	if (!mms_comparable_has(what, tb, row))
		return 0;
	ret = mms_comparable_name(what, tb, row, &name);
	if (!ret)
		ret = put_quantity(c, tb, row, what, mms_buf_text(&name));
	return ret ? ret : put_value(c, tb, row, what, mms_buf_text(&name));
}

static int put_table(struct collection *c, const struct mms_file *metric,
		     const struct mms_table *tb)
{
	const char *pos = metric->text;
	struct mms_comparable what;
	int ret;

	while ((ret = mms_comparable_next(&pos, &what)) > 0)
		for (size_t row = 0; row < mms_table_nrows(tb); row++)
			if ((ret = put_row(c, tb, row, &what)))
				return ret;
	return ret;
}

static int put_metric(struct collection *c, const struct mms_file *metric)
{
	const struct mms_metric_opts all = { .top = -1 };
	struct mms_table *tb mms_auto(table) = NULL;
	const char *pos = metric->text;
	struct mms_comparable what;
	int ret = mms_comparable_next(&pos, &what);

	if (ret <= 0)
		return ret;
	ret = mms_metric_run(c->from, metric, &all, &tb);
	return ret ? ret : put_table(c, metric, tb);
}

static int put_side(struct sqlite3 *to, const struct mms_collect_side *side)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(to, mms_compare_sql, "cmp_side_put", &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":id", side->id);
	mms_stmt_bind_text(st, ":name", side->name);
	mms_stmt_bind_int(st, ":noise", side->noise);
	return mms_stmt_run(st);
}

int mms_collect(struct sqlite3 *from, struct sqlite3 *to, const struct mms_collect_side *side)
{
	const struct mms_window_opts win = { .runs = side->runs, .time = side->time };
	struct collection c mms_auto(collection) = { .from = from, .to = to };
	int ret = mms_window_make(from, &win);

	if (!ret)
		ret = put_side(to, side);
	if (!ret)
		ret = put_runs(&c, side->id);
	if (!ret)
		ret = mms_stmt_open(to, mms_compare_sql, "cmp_quantity_put", &c.quantity);
	if (!ret)
		ret = mms_stmt_open(to, mms_compare_sql, "cmp_value_put", &c.value);
	for (const struct mms_file *f = mms_metrics; !ret && f->name; f++)
		ret = put_metric(&c, f);
	return ret;
}
