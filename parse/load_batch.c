// SPDX-License-Identifier: GPL-2.0-or-later
#include <sqlite3.h>
#include <string.h>

#include "parse/load_batch.h"
#include "schema/db.h"

struct table {
	sqlite3_vtab base;
	const struct mms_batch_table *of;
};

struct cursor {
	sqlite3_vtab_cursor base;
	const struct mms_batch_table *of;
	const int64_t *row;
	const int64_t *end;
};

static int declare(sqlite3 *db, unsigned int nr_cols)
{
	struct mms_buf sql __attribute__((cleanup(mms_auto_buf))) = { 0 };

	for (unsigned int c = 0; c < nr_cols; c++)
		mms_buf_printf(&sql, "%sc%u", c ? "," : "CREATE TABLE batch(", c);
	if (mms_buf_printf(&sql, ")"))
		return SQLITE_NOMEM;
	return sqlite3_declare_vtab(db, mms_buf_text(&sql));
}

static int connect_table(sqlite3 *db, void *ctx, int argc, const char *const *argv,
			 sqlite3_vtab **ret_tab, char **ret_err)
{
	const struct mms_batch_table *of = ctx;
	struct table *tab;
	int ret;

	(void)argc;
	(void)argv;
	(void)ret_err;
	ret = declare(db, of->nr_cols);
	if (ret != SQLITE_OK)
		return ret;
	tab = sqlite3_malloc(sizeof(*tab));
	if (!tab)
		return SQLITE_NOMEM;
	memset(tab, 0, sizeof(*tab));
	tab->of = of;
	*ret_tab = &tab->base;
	return SQLITE_OK;
}

static int disconnect_table(sqlite3_vtab *tab)
{
	sqlite3_free(tab);
	return SQLITE_OK;
}

static int plan(sqlite3_vtab *tab, sqlite3_index_info *info)
{
	(void)tab;
	info->estimatedCost = 1e4;
	info->estimatedRows = 1000;
	return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *tab, sqlite3_vtab_cursor **ret_cur)
{
	struct cursor *cur = sqlite3_malloc(sizeof(*cur));

	if (!cur)
		return SQLITE_NOMEM;
	memset(cur, 0, sizeof(*cur));
	cur->of = ((const struct table *)tab)->of;
	*ret_cur = &cur->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cur)
{
	sqlite3_free(cur);
	return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int index, const char *text, int argc,
		  sqlite3_value **argv)
{
	struct cursor *cur = (struct cursor *)base;
	const struct mms_batch *batch = cur->of->reading;

	(void)index;
	(void)text;
	(void)argc;
	(void)argv;
	cur->row = cur->end = NULL;
	if (batch) {
		cur->row = batch->cells;
		cur->end = cur->row + (size_t)batch->nr_rows * mms_batch_stride(cur->of->nr_cols);
	}
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
	struct cursor *cur = (struct cursor *)base;

	cur->row += mms_batch_stride(cur->of->nr_cols);
	return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *base)
{
	const struct cursor *cur = (const struct cursor *)base;

	return cur->row == cur->end;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *ctx, int col)
{
	const struct cursor *cur = (const struct cursor *)base;
	uint64_t known = (uint64_t)cur->row[cur->of->nr_cols + (unsigned int)col / 64];
	uint64_t cell = (uint64_t)cur->row[col];
	enum mms_cell_kind kind = cur->of->kinds[col];
	const char *bytes;

	if (!(known >> (col % 64) & 1))
		return SQLITE_OK; /* no result is NULL */
	if (kind == MMS_CELL_KIND_INT) {
		sqlite3_result_int64(ctx, (int64_t)cell);
		return SQLITE_OK;
	}
	bytes = mms_buf_text(&cur->of->reading->arena) + (uint32_t)cell;
	if (kind == MMS_CELL_KIND_TEXT)
		sqlite3_result_text(ctx, bytes, (int)(cell >> 32), SQLITE_STATIC);
	else
		sqlite3_result_blob(ctx, bytes, (int)(cell >> 32), SQLITE_STATIC);
	return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *ret_rowid)
{
	const struct cursor *cur = (const struct cursor *)base;

	*ret_rowid = cur->end - cur->row;
	return SQLITE_OK;
}

/* No xCreate: the table is there by the module's name alone. */
static const sqlite3_module module = {
	.xConnect = connect_table,
	.xDisconnect = disconnect_table,
	.xBestIndex = plan,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = eof,
	.xColumn = column,
	.xRowid = rowid,
};

int mms_batch_table_make(struct sqlite3 *db, const char *name, struct mms_batch_table *table)
{
	if (sqlite3_create_module_v2(db, name, &module, table, NULL) != SQLITE_OK)
		return mms_db_error(db, name);
	return 0;
}

void mms_batch_table_drop(struct sqlite3 *db, const char *name)
{
	sqlite3_create_module_v2(db, name, NULL, NULL, NULL);
}
