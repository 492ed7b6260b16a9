// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/format.h"

static void print_text(const char *s, FILE *out)
{
	for (; *s; s++) {
		if (*s == '|' || *s == '\\')
			fputc('\\', out);
		fputc(*s == '\n' ? ' ' : *s, out);
	}
}

static void print_heading(const struct mms_column *col, FILE *out)
{
	const char *unit = mms_cell_unit(col);
	size_t len;
	const char *name = mms_cell_name(col, &len);

	bool bare = !*unit || *unit == '[';

	fprintf(out, " %.*s%s%s%s |", (int)len, name, bare ? *unit ? " " : "" : " (", unit,
		bare ? "" : ")");
}

static void print_row(const struct mms_table *tb, size_t row, FILE *out)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	fputc('|', out);
	for (size_t c = 0; c < mms_table_ncols(tb); c++) {
		if (!mms_cell_is_shown(tb, c))
			continue;
		mms_buf_reset(&buf);
		mms_cell_print(&buf, tb, row, c);
		fputc(' ', out);
		print_text(mms_buf_text(&buf), out);
		fputs(" |", out);
	}
	fputc('\n', out);
}

static void print_table(const struct mms_table *tb, FILE *out)
{
	fprintf(out, "### %s\n\n", mms_table_title(tb));
	for (size_t i = 0; i < mms_table_nnotes(tb); i++)
		fprintf(out, "%s  \n", mms_table_note(tb, i));
	fputs("\n|", out);
	for (size_t c = 0; c < mms_table_ncols(tb); c++)
		if (mms_cell_is_shown(tb, c))
			print_heading(mms_table_column(tb, c), out);
	fputs("\n|", out);
	for (size_t c = 0; c < mms_table_ncols(tb); c++)
		if (mms_cell_is_shown(tb, c))
			fputs(mms_cell_is_text(tb, c) ? " --- |" : " ---: |", out);
	fputc('\n', out);
	for (size_t r = 0; r < mms_table_nrows(tb); r++)
		print_row(tb, r, out);
}

static int print(const struct mms_table *const *tables, size_t n,
		 const struct mms_format_opts *opts, FILE *out)
{
	(void)opts;
	for (size_t i = 0; i < n; i++) {
		if (i)
			fputc('\n', out);
		print_table(tables[i], out);
	}
	return 0;
}

extern const struct mms_format mms_fmt_markdown;
const struct mms_format mms_fmt_markdown = {
	.name = "markdown",
	.summary = "tables of GitHub-flavoured markdown",
	.print = print,
};
