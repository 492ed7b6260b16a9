// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/column.h"
#include "analyze/metric.h"
#include "analyze/result.h"
#include "analyze/window.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/meta.h"
#include "common/table.h"

const struct mms_file *mms_metric_find(const char *name)
{
	for (const struct mms_file *f = mms_metrics; f->name; f++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

int mms_metric_has_param(const struct mms_file *metric, const char *name)
{
	const char *pos = metric->text;
	struct mms_meta m;

	while (mms_meta_next(&pos, &m)) {
		size_t len;
		const char *word;

		if (m.key_len != 5 || memcmp(m.key, "param", 5))
			continue;
		word = mms_meta_word(&m.value, &m.value_len, &len);
		if (word && len == strlen(name) && !memcmp(word, name, len))
			return 1;
	}
	return 0;
}

/* A metric may read and calculate, nothing else; users' files are hostile. */
static int authorize(void *ctx, int action, const char *a, const char *b, const char *c,
		     const char *d)
{
	(void)ctx;
	(void)a;
	(void)c;
	(void)d;
	if (action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE)
		return SQLITE_OK;
	if (action == SQLITE_FUNCTION && sqlite3_stricmp(b, "load_extension"))
		return SQLITE_OK;
	return SQLITE_DENY;
}

static bool is_blank_sql(const char *s)
{
	for (;;) {
		s += strspn(s, " \t\r\n;");
		if (strncmp(s, "--", 2))
			return !*s;
		s += strcspn(s, "\n");
	}
}

/* One SELECT and nothing behind it. @ret_len: of it, without the semicolon. */
static int prepare(sqlite3 *db, const char *name, const char *sql, sqlite3_stmt **ret_st,
		   size_t *ret_len)
{
	const char *tail = NULL;
	int rc;

	sqlite3_set_authorizer(db, authorize, NULL);
	rc = sqlite3_prepare_v2(db, sql, -1, ret_st, &tail);
	sqlite3_set_authorizer(db, NULL, NULL);
	if (rc == SQLITE_AUTH)
		return mms_err(-EPERM, "metric %s: may only read: %s", name, sqlite3_errmsg(db));
	if (rc != SQLITE_OK)
		return mms_err(-EINVAL, "metric %s: %s", name, sqlite3_errmsg(db));
	if (!*ret_st || !sqlite3_column_count(*ret_st) || !sqlite3_stmt_readonly(*ret_st) ||
	    !is_blank_sql(tail))
		return mms_err(-EPERM, "metric %s: must be one SELECT that only reads", name);
	*ret_len = (size_t)(tail - sql);
	while (*ret_len && sql[*ret_len - 1] == ';')
		--*ret_len;
	return 0;
}

static int bind_one(sqlite3_stmt *st, const struct mms_metric_param *p)
{
	char *end = NULL;
	char name[64];
	int64_t value;
	int i;

	snprintf(name, sizeof(name), ":%s", p->name);
	i = sqlite3_bind_parameter_index(st, name);
	if (!i || !p->text)
		return SQLITE_OK;
	errno = 0;
	value = strtoll(p->text, &end, 10);
	if (*p->text && !*end && !errno)
		return sqlite3_bind_int64(st, i, value);
	return sqlite3_bind_text(st, i, p->text, -1, SQLITE_TRANSIENT);
}

static int bind(sqlite3_stmt *st, const struct mms_metric_opts *opts)
{
	for (const struct mms_metric_param *p = opts->params; p && p->name; p++)
		if (bind_one(st, p) != SQLITE_OK)
			return mms_err(-EINVAL, "cannot use '%s' as --%s", p->text, p->name);
	return 0;
}

static int check_column(sqlite3_stmt *st, const char *name, size_t len, const char *option)
{
	struct mms_buf all mms_auto(buf) = { 0 };

	for (int i = 0; i < sqlite3_column_count(st); i++) {
		const char *col = sqlite3_column_name(st, i);

		if (strlen(col) == len && !memcmp(col, name, len))
			return 0;
		mms_buf_printf(&all, "%s%s", i ? "," : "", col);
	}
	return mms_err(-EINVAL, "--%s: no column '%.*s'; there are %s", option, (int)len, name,
		       mms_buf_text(&all));
}

/* The names were checked to be columns, so quoting is all that they need. */
static void add_name(struct mms_buf *sql, const char *name, size_t len)
{
	mms_buf_add(sql, "\"", 1);
	for (size_t i = 0; i < len; i++)
		mms_buf_add(sql, name[i] == '"' ? "\"\"" : name + i, name[i] == '"' ? 2 : 1);
	mms_buf_add(sql, "\"", 1);
}

static bool has_name(const char *list, const char *name)
{
	size_t len = strlen(name);

	while (*list) {
		size_t n = strcspn(list, ",");

		if (n == len && !memcmp(list, name, n))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

/* Is @name what a chosen column's marks or units are taken from? */
static bool is_needed(const char *text, sqlite3_stmt *st, const char *columns, const char *name)
{
	bool needed = !strcmp(name, "run");

	for (int i = 0; !needed && i < sqlite3_column_count(st); i++) {
		struct mms_column *c mms_auto(columns) = calloc(2, sizeof(*c));
		const char *col = sqlite3_column_name(st, i);

		if (!c || !has_name(columns, col) || mms_column_parse(text, col, &c[0]))
			continue;
		needed = (c->bound && !strcmp(name, "lower_bound")) ||
			 (c->zero_of && !strcmp(name, c->zero_of)) ||
			 (c->unit[0] == '@' && !strcmp(name, c->unit + 1));
	}
	return needed;
}

/* The columns asked for; behind them, to be hidden, what these refer to. */
static int add_columns(struct mms_buf *sql, const char *text, sqlite3_stmt *st, const char *columns,
		       int *ret_shown)
{
	int ret = *columns ? 0 : check_column(st, columns, 0, "columns");

	*ret_shown = 0;
	for (const char *s = columns; !ret && *s;) {
		size_t len = strcspn(s, ",");

		ret = check_column(st, s, len, "columns");
		mms_buf_printf(sql, "%s", (*ret_shown)++ ? "," : "");
		add_name(sql, s, len);
		s += len + (s[len] == ',');
	}
	for (int i = 0; !ret && i < sqlite3_column_count(st); i++) {
		const char *name = sqlite3_column_name(st, i);

		if (has_name(columns, name) || !is_needed(text, st, columns, name))
			continue;
		mms_buf_printf(sql, ",");
		add_name(sql, name, strlen(name));
	}
	return ret;
}

static int add_sort(struct mms_buf *sql, sqlite3_stmt *st, const char *sort)
{
	bool ascending = sort && *sort == '+';
	int ret;

	if (!sort)
		return 0;
	sort += ascending;
	ret = check_column(st, sort, strlen(sort), "sort");
	mms_buf_printf(sql, "\nORDER BY ");
	add_name(sql, sort, strlen(sort));
	mms_buf_printf(sql, ascending ? " ASC" : " DESC");
	return ret;
}

/* What --columns and --sort ask for, around the metric's own SELECT. */
static int wrap(const char *sql, size_t len, sqlite3_stmt *st, const struct mms_metric_opts *opts,
		struct mms_buf *ret_sql, int *ret_shown)
{
	int ret = 0;

	*ret_shown = sqlite3_column_count(st);
	mms_buf_printf(ret_sql, "SELECT %s", opts->columns ? "" : "*");
	if (opts->columns)
		ret = add_columns(ret_sql, sql, st, opts->columns, ret_shown);
	mms_buf_printf(ret_sql, " FROM (\n");
	mms_buf_add(ret_sql, sql, len);
	mms_buf_printf(ret_sql, "\n)");
	if (!ret)
		ret = add_sort(ret_sql, st, opts->sort);
	if (!ret && ret_sql->err)
		ret = mms_err(ret_sql->err, "no memory for a metric's text");
	return ret;
}

static int64_t rows_at_most(const struct mms_file *metric, const struct mms_metric_opts *opts)
{
	size_t len;
	const char *top = mms_meta_get(metric->text, "top", &len);

	if (opts->top < 0 || (!opts->top && !top))
		return INT64_MAX;
	return opts->top ? opts->top : strtoll(top, NULL, 10);
}

/* The summary without its full stop. */
static char *title_of(const struct mms_file *metric)
{
	size_t len;
	const char *summary = mms_meta_get(metric->text, "summary", &len);

	if (!summary)
		return NULL;
	return strndup(summary, len - (len && summary[len - 1] == '.'));
}

static struct mms_table *table_for(const struct mms_file *metric, sqlite3_stmt *st, int shown)
{
	size_t n = (size_t)sqlite3_column_count(st);
	struct mms_column *cols mms_auto(columns) = calloc(n + 1, sizeof(*cols));
	char *title = title_of(metric);
	struct mms_table *tb = NULL;

	for (size_t i = 0; cols && i < n; i++) {
		if (mms_column_parse(metric->text, sqlite3_column_name(st, (int)i), &cols[i]))
			n = 0;
		cols[i].hidden = cols[i].hidden || i >= (size_t)shown;
	}
	if (cols && n)
		tb = mms_table_new(metric->name, n, cols);
	if (tb && title && mms_table_set_title(tb, title)) {
		mms_table_free(tb);
		tb = NULL;
	}
	free(title);
	return tb;
}

int mms_metric_run(struct sqlite3 *db, const struct mms_file *metric,
		   const struct mms_metric_opts *opts, struct mms_table **ret_table)
{
	static const struct mms_metric_opts none;
	struct mms_table *tb mms_auto(table) = NULL;
	struct mms_buf sql mms_auto(buf) = { 0 };
	sqlite3_stmt *inner mms_auto(stmt) = NULL;
	sqlite3_stmt *st mms_auto(stmt) = NULL;
	size_t len;
	int ret, shown;

	if (!opts)
		opts = &none;
	ret = prepare(db, metric->name, metric->text, &inner, &len);
	if (!ret)
		ret = wrap(metric->text, len, inner, opts, &sql, &shown);
	if (!ret)
		ret = prepare(db, metric->name, mms_buf_text(&sql), &st, &len);
	if (!ret)
		ret = bind(st, opts);
	if (ret)
		return ret;
	tb = table_for(metric, st, shown);
	if (!tb)
		return mms_err(-ENOMEM, "no memory for the columns of %s", metric->name);
	ret = opts->input ? mms_window_note(db, opts->input, tb) : 0;
	if (!ret)
		ret = mms_result_fill(tb, st, rows_at_most(metric, opts));
	if (!ret)
		*ret_table = mms_take(tb);
	return ret;
}
