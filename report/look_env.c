// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/look.h"

enum { LONG_VALUE = 40, MAX_VALUE = 70 };

static const char *value(const struct mms_table *tb, size_t row, size_t col)
{
	const struct mms_cell *cell = mms_table_cell(tb, row, col);

	return cell->type == MMS_CELL_TEXT ? cell->s : NULL;
}

/* Is the word one of the words of @text? */
static bool has_word(const char *text, const char *word, size_t len)
{
	while (text && *text) {
		size_t n;

		text += strspn(text, " ");
		n = strcspn(text, " ");
		if (n == len && !memcmp(text, word, len))
			return true;
		text += n;
	}
	return false;
}

static bool all_have(const struct mms_table *tb, size_t row, const char *word, size_t len)
{
	for (size_t c = 1; c < mms_table_ncols(tb); c++)
		if (!has_word(value(tb, row, c), word, len))
			return false;
	return true;
}

static bool is_long(const struct mms_table *tb, size_t row)
{
	for (size_t c = 1; c < mms_table_ncols(tb); c++)
		if (value(tb, row, c) && strlen(value(tb, row, c)) > LONG_VALUE)
			return true;
	return false;
}

/* Words that are on every side are left out: "... b ...". */
static void print_words(const struct mms_table *tb, size_t row, const char *text,
			struct mms_buf *buf)
{
	bool left_out = false;

	while (*text) {
		size_t len;

		text += strspn(text, " ");
		len = strcspn(text, " ");
		if (all_have(tb, row, text, len)) {
			left_out = true;
		} else {
			mms_buf_printf(buf, "%s%s%.*s", buf->len ? " " : "", left_out ? "... " : "",
				       (int)len, text);
			left_out = false;
		}
		text += len;
	}
	if (left_out)
		mms_buf_printf(buf, "%s...", buf->len ? " " : "");
}

static int add_value(const struct mms_table *tb, size_t row, size_t col, struct mms_table *to)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	const char *text = value(tb, row, col);

	if (!text)
		mms_buf_printf(&buf, "-");
	else if (col && is_long(tb, row))
		print_words(tb, row, text, &buf);
	else
		mms_buf_printf(&buf, "%s", text);
	if (col && buf.len > MAX_VALUE) {
		buf.data[buf.len = MAX_VALUE - 3] = '\0';
		mms_buf_printf(&buf, "...");
	}
	if (buf.err)
		return buf.err;
	return mms_table_add(to,
			     (struct mms_cell){ .type = MMS_CELL_TEXT, .s = mms_buf_text(&buf) });
}

int mms_look_environment(const struct mms_table *env, size_t max_rows, struct mms_table **ret_table)
{
	struct mms_table *to mms_auto(table) =
		mms_table_new(mms_table_name(env), mms_table_ncols(env), mms_table_column(env, 0));
	size_t nrows = mms_table_nrows(env);
	size_t n = max_rows && nrows > max_rows ? max_rows : nrows;
	int ret = to ? mms_table_set_title(to, mms_table_title(env)) : -ENOMEM;

	for (size_t i = 0; !ret && i < n * mms_table_ncols(env); i++)
		ret = add_value(env, i / mms_table_ncols(env), i % mms_table_ncols(env), to);
	if (!ret && n < nrows)
		ret = mms_table_add_note(to, "%zu settings differ, %zu are shown; --env shows all",
					 nrows, n);
	if (!ret)
		*ret_table = mms_take(to);
	return ret;
}
