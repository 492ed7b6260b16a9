// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>

#include "analyze/result.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"

/* Bytes as SQL writes them: they may be no text. */
static const char *hex_of(sqlite3_stmt *st, int i, struct mms_buf *buf)
{
	const unsigned char *p = sqlite3_column_blob(st, i);
	int n = sqlite3_column_bytes(st, i);

	mms_buf_reset(buf);
	mms_buf_printf(buf, "x'");
	for (int b = 0; b < n; b++)
		mms_buf_printf(buf, "%02x", p[b]);
	mms_buf_printf(buf, "'");
	return buf->err ? NULL : mms_buf_text(buf);
}

static struct mms_cell cell_of(sqlite3_stmt *st, int i, struct mms_buf *buf)
{
	struct mms_cell c = { .type = MMS_CELL_NULL };

	switch (sqlite3_column_type(st, i)) {
	case SQLITE_INTEGER:
		c.type = MMS_CELL_INT;
		c.i = sqlite3_column_int64(st, i);
		break;
	case SQLITE_FLOAT:
		c.type = MMS_CELL_REAL;
		c.r = sqlite3_column_double(st, i);
		break;
	case SQLITE_TEXT:
		c.s = (const char *)sqlite3_column_text(st, i);
		c.type = c.s ? MMS_CELL_TEXT : MMS_CELL_NULL;
		break;
	case SQLITE_BLOB:
		c.s = hex_of(st, i, buf);
		c.type = c.s ? MMS_CELL_TEXT : MMS_CELL_NULL;
		break;
	}
	return c;
}

static int add_row(struct mms_table *tb, sqlite3_stmt *st, struct mms_buf *buf)
{
	int ret = 0;

	for (int i = 0; !ret && i < sqlite3_column_count(st); i++)
		ret = mms_table_add(tb, cell_of(st, i, buf));
	return ret ? ret : buf->err;
}

int mms_result_fill(struct mms_table *tb, sqlite3_stmt *st, int64_t top)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	int64_t rows = 0;
	int rc = SQLITE_DONE, ret = 0;

	while (!ret && (rc = sqlite3_step(st)) == SQLITE_ROW)
		if (rows++ < top)
			ret = add_row(tb, st, &buf);
	if (!ret && rows > top)
		ret = mms_table_add_note(tb,
					 "%s: %" PRId64 " of %" PRId64 " rows; --top N shows more",
					 mms_table_name(tb), top, rows);
	if (ret)
		return mms_err(ret, "no memory for the rows of %s", mms_table_name(tb));
	if (rc != SQLITE_DONE)
		return mms_err(-EIO, "%s: %s", mms_table_name(tb),
			       sqlite3_errmsg(sqlite3_db_handle(st)));
	return 0;
}
