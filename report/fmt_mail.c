// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/format.h"
#include "report/wrap.h"

/*
 * Tables for the body of a plain-text mail: ASCII, lines of 78 characters at
 * most, no tabs. A table that is too wide has its texts wrapped, then its gaps
 * narrowed, and is then cut into pieces that repeat the first column.
 */
enum { WIDTH = 78, MIN_TEXT = 20, LEAST_TEXT = 12, MAX_GAP = 2 };

struct column {
	size_t at;
	bool text; /* left-aligned, may be wrapped */
	size_t width;
};

struct sheet {
	const struct mms_table *tb;
	FILE *out;
	char **cells; /* of headings, units, and all rows; as long as the table has columns */
	struct column *cols;
	size_t ncols;
	size_t gap;
};

static void mms_auto_sheet(struct sheet *sh)
{
	size_t n = (mms_table_nrows(sh->tb) + 2) * mms_table_ncols(sh->tb);

	for (size_t i = 0; sh->cells && i < n; i++)
		free(sh->cells[i]);
	free(sh->cells);
	free(sh->cols);
}

/* What is no ASCII survives no mail program for sure. */
static char *ascii(const char *text, size_t len)
{
	char *copy = strndup(text, len), *to = copy;

	for (const char *s = copy; s && *s; s++) {
		if ((*s & 0xc0) == 0x80)
			continue; /* the rest of a character */
		*to++ = *s & 0x80 ? '?' : *s < ' ' ? ' ' : *s;
	}
	if (copy)
		*to = '\0';
	return copy;
}

enum { HEADING, UNIT, FIRST_ROW };

static char **cell(const struct sheet *sh, size_t row, size_t col)
{
	return &sh->cells[row * mms_table_ncols(sh->tb) + col];
}

static int read_column(struct sheet *sh, size_t col)
{
	const struct mms_column *c = mms_table_column(sh->tb, col);
	struct mms_buf buf mms_auto(buf) = { 0 };
	size_t len;
	const char *name = mms_cell_name(c, &len);

	*cell(sh, HEADING, col) = ascii(name, len);
	*cell(sh, UNIT, col) = ascii(mms_cell_unit(c), strlen(mms_cell_unit(c)));
	for (size_t r = 0; r < mms_table_nrows(sh->tb); r++) {
		mms_buf_reset(&buf);
		mms_cell_print(&buf, sh->tb, r, col);
		*cell(sh, FIRST_ROW + r, col) = ascii(mms_buf_text(&buf), buf.len);
		if (!*cell(sh, FIRST_ROW + r, col))
			return -ENOMEM;
	}
	return *cell(sh, HEADING, col) && *cell(sh, UNIT, col) ? buf.err : -ENOMEM;
}

static size_t width_of(const struct sheet *sh, size_t col)
{
	size_t width = strlen(*cell(sh, UNIT, col)), heading = strlen(*cell(sh, HEADING, col));

	for (size_t r = 0; r < mms_table_nrows(sh->tb); r++) {
		size_t len = strlen(*cell(sh, FIRST_ROW + r, col));

		width = len > width ? len : width;
	}
	if (width < heading) /* headings wrap, but not to shreds */
		width = heading > 8 && width < 8 ? 8 : width < 8 ? heading : width;
	return width ? width : 1;
}

static int read_cells(struct sheet *sh)
{
	size_t n = mms_table_ncols(sh->tb);
	int ret = 0;

	sh->cells = calloc((mms_table_nrows(sh->tb) + 2) * n, sizeof(*sh->cells));
	sh->cols = calloc(n, sizeof(*sh->cols));
	if (!sh->cells || !sh->cols)
		return -ENOMEM;
	for (size_t c = 0; !ret && c < n; c++) {
		if (!mms_cell_is_shown(sh->tb, c))
			continue;
		ret = read_column(sh, c);
		if (ret)
			return ret;
		sh->cols[sh->ncols++] =
			(struct column){ c, mms_cell_is_text(sh->tb, c), width_of(sh, c) };
	}
	return ret;
}

static size_t total(const struct sheet *sh)
{
	size_t sum = 0;

	for (size_t i = 0; i < sh->ncols; i++)
		sum += sh->cols[i].width + (i ? sh->gap : 0);
	return sum;
}

/* The widest text gives way first, down to @least. */
static void narrow(struct sheet *sh, size_t least)
{
	struct column *widest;

	do {
		widest = NULL;
		for (size_t i = 0; i < sh->ncols; i++)
			if (sh->cols[i].text && sh->cols[i].width > least &&
			    (!widest || sh->cols[i].width > widest->width))
				widest = &sh->cols[i];
		if (total(sh) > WIDTH && widest)
			widest->width--;
	} while (total(sh) > WIDTH && widest);
}

static void fit(struct sheet *sh)
{
	narrow(sh, MIN_TEXT);
	if (total(sh) > WIDTH)
		sh->gap = 1;
	narrow(sh, LEAST_TEXT);
}

/* A line of one cell of a row that takes several. */
static void print_piece(const struct sheet *sh, const struct column *c, const char *text,
			size_t line, size_t *pending)
{
	const char *piece = NULL;
	size_t len = 0, blanks;

	for (size_t i = 0; i <= line; i++)
		piece = mms_wrap_next(&text, c->width, &len);
	if (!piece)
		len = 0;
	blanks = c->width > len ? c->width - len : 0;
	if (!c->text)
		*pending += blanks;
	if (len) {
		fprintf(sh->out, "%*s%.*s", (int)*pending, "", (int)len, piece);
		*pending = 0;
	}
	if (c->text)
		*pending += blanks;
}

/* @from, @to: columns beside the first one. Lines have no blanks at their end. */
static void print_row(const struct sheet *sh, size_t row, size_t from, size_t to)
{
	size_t lines = mms_wrap_lines(*cell(sh, row, sh->cols[0].at), sh->cols[0].width);

	for (size_t i = from; i < to; i++) {
		size_t n = mms_wrap_lines(*cell(sh, row, sh->cols[i].at), sh->cols[i].width);

		lines = n > lines ? n : lines;
	}
	for (size_t line = 0; line < lines; line++) {
		size_t pending = 0;

		print_piece(sh, &sh->cols[0], *cell(sh, row, sh->cols[0].at), line, &pending);
		for (size_t i = from; i < to; i++) {
			pending += sh->gap;
			print_piece(sh, &sh->cols[i], *cell(sh, row, sh->cols[i].at), line,
				    &pending);
		}
		fputc('\n', sh->out);
	}
}

static bool has_units(const struct sheet *sh)
{
	for (size_t i = 0; i < sh->ncols; i++)
		if (**cell(sh, UNIT, sh->cols[i].at))
			return true;
	return false;
}

static void print_columns(const struct sheet *sh, size_t from, size_t to)
{
	print_row(sh, HEADING, from, to);
	if (has_units(sh))
		print_row(sh, UNIT, from, to);
	for (size_t r = 0; r < mms_table_nrows(sh->tb); r++)
		print_row(sh, FIRST_ROW + r, from, to);
}

/* As many columns as fit beside the first one, then the next ones. */
static void print_pieces(const struct sheet *sh)
{
	for (size_t from = 1, to; from < sh->ncols; from = to) {
		size_t width = sh->cols[0].width;

		for (to = from; to < sh->ncols; to++) {
			width += sh->gap + sh->cols[to].width;
			if (width > WIDTH && to > from)
				break;
		}
		if (from > 1)
			fputc('\n', sh->out);
		print_columns(sh, from, to);
	}
	if (sh->ncols == 1)
		print_columns(sh, 1, 1);
}

static int print_text(const char *text, FILE *out)
{
	char *copy = ascii(text, strlen(text));
	const char *pos = copy, *line;
	size_t len;

	while (copy && (line = mms_wrap_next(&pos, WIDTH - (pos > copy ? 2 : 0), &len)))
		fprintf(out, "%s%.*s\n", line > copy ? "  " : "", (int)len, line);
	free(copy);
	return copy ? 0 : -ENOMEM;
}

static int print_table(const struct mms_table *tb, FILE *out)
{
	struct sheet sh mms_auto(sheet) = { .tb = tb, .out = out, .gap = MAX_GAP };
	const char *title = mms_table_title(tb);
	int ret = *title && mms_table_nrows(tb) ? print_text(title, out) : 0;

	if (!ret && mms_table_nrows(tb))
		ret = read_cells(&sh);
	if (ret)
		return ret;
	if (sh.ncols) {
		fputc('\n', out);
		fit(&sh);
		print_pieces(&sh);
		fputs(mms_table_nnotes(tb) ? "\n" : "", out);
	}
	for (size_t i = 0; !ret && i < mms_table_nnotes(tb); i++)
		ret = print_text(mms_table_note(tb, i), out);
	return ret;
}

static int print(const struct mms_table *const *tables, size_t n,
		 const struct mms_format_opts *opts, FILE *out)
{
	int ret = 0;

	(void)opts;
	for (size_t i = 0; !ret && i < n; i++) {
		if (i)
			fputc('\n', out);
		ret = print_table(tables[i], out);
	}
	return ret ? mms_err(ret, "cannot lay out a table for mail") : 0;
}

extern const struct mms_format mms_fmt_mail;
const struct mms_format mms_fmt_mail = {
	.name = "mail",
	.summary = "ASCII of at most 78 columns, for the body of a mail",
	.print = print,
};
