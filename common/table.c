// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/table.h"

struct mms_table {
	char *name;
	char *title;
	char **notes;
	size_t nnotes;
	struct mms_column *cols;
	size_t ncols;
	struct mms_cell *cells;
	size_t ncells;
	size_t alloc;
};

static void column_release(struct mms_column *col)
{
	free((char *)col->name);
	free((char *)col->unit);
	free((char *)col->doc);
	free((char *)col->zero_of);
}

void mms_table_free(struct mms_table *tb)
{
	if (!tb)
		return;
	for (size_t i = 0; i < tb->ncells; i++)
		if (tb->cells[i].type == MMS_CELL_TEXT)
			free((char *)tb->cells[i].s);
	for (size_t i = 0; i < tb->ncols; i++)
		column_release(&tb->cols[i]);
	for (size_t i = 0; i < tb->nnotes; i++)
		free(tb->notes[i]);
	free(tb->cells);
	free(tb->cols);
	free(tb->notes);
	free(tb->title);
	free(tb->name);
	free(tb);
}

static char *copy(const char *s)
{
	return strdup(s ? s : "");
}

static int column_copy(struct mms_column *to, const struct mms_column *from)
{
	to->name = copy(from->name);
	to->unit = copy(from->unit);
	to->doc = copy(from->doc);
	to->zero_of = from->zero_of ? strdup(from->zero_of) : NULL;
	to->bound = from->bound;
	to->bar = from->bar;
	to->spark = from->spark;
	to->wide = from->wide;
	to->foot = from->foot;
	to->right = from->right;
	to->toned = from->toned;
	to->hidden = from->hidden;
	if (!to->name || !to->unit || !to->doc || (from->zero_of && !to->zero_of))
		return -ENOMEM;
	return 0;
}

struct mms_table *mms_table_new(const char *name, size_t ncols, const struct mms_column *cols)
{
	struct mms_table *tb = calloc(1, sizeof(*tb));
	int ret = 0;

	if (!tb)
		return NULL;
	tb->name = copy(name);
	tb->cols = calloc(ncols, sizeof(*tb->cols));
	if (!tb->name || !tb->cols)
		ret = -ENOMEM;
	for (; !ret && tb->ncols < ncols; tb->ncols++)
		ret = column_copy(&tb->cols[tb->ncols], &cols[tb->ncols]);
	if (ret) {
		mms_table_free(tb);
		return NULL;
	}
	return tb;
}

int mms_table_set_title(struct mms_table *tb, const char *title)
{
	char *s = strdup(title);

	if (!s)
		return -ENOMEM;
	free(tb->title);
	tb->title = s;
	return 0;
}

int mms_table_add_note(struct mms_table *tb, const char *fmt, ...)
{
	char **notes = realloc(tb->notes, (tb->nnotes + 1) * sizeof(*notes));
	va_list ap;
	int len;

	if (!notes)
		return -ENOMEM;
	tb->notes = notes;
	va_start(ap, fmt);
	len = vasprintf(&notes[tb->nnotes], fmt, ap);
	va_end(ap);
	if (len < 0)
		return -ENOMEM;
	tb->nnotes++;
	return 0;
}

int mms_table_add(struct mms_table *tb, struct mms_cell cell)
{
	if (tb->ncells == tb->alloc) {
		size_t alloc = tb->alloc ? 2 * tb->alloc : 64;
		struct mms_cell *cells = realloc(tb->cells, alloc * sizeof(*cells));

		if (!cells)
			return -ENOMEM;
		tb->cells = cells;
		tb->alloc = alloc;
	}
	if (cell.type == MMS_CELL_TEXT) {
		cell.s = copy(cell.s);
		if (!cell.s)
			return -ENOMEM;
	}
	tb->cells[tb->ncells++] = cell;
	return 0;
}

const char *mms_table_name(const struct mms_table *tb)
{
	return tb->name;
}

const char *mms_table_title(const struct mms_table *tb)
{
	return tb->title ? tb->title : "";
}

size_t mms_table_nnotes(const struct mms_table *tb)
{
	return tb->nnotes;
}

const char *mms_table_note(const struct mms_table *tb, size_t i)
{
	return tb->notes[i];
}

size_t mms_table_ncols(const struct mms_table *tb)
{
	return tb->ncols;
}

size_t mms_table_nrows(const struct mms_table *tb)
{
	return tb->ncells / tb->ncols;
}

const struct mms_column *mms_table_column(const struct mms_table *tb, size_t col)
{
	return &tb->cols[col];
}

int mms_table_find(const struct mms_table *tb, const char *name)
{
	for (size_t i = 0; i < tb->ncols; i++)
		if (!strcmp(tb->cols[i].name, name))
			return (int)i;
	return -1;
}

const struct mms_cell *mms_table_cell(const struct mms_table *tb, size_t row, size_t col)
{
	return &tb->cells[row * tb->ncols + col];
}
