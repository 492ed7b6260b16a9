// SPDX-License-Identifier: GPL-2.0-or-later
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "common/table.h"
#include "report/format.h"

static void print_text(const char *s, FILE *out)
{
	if (!strpbrk(s, ",\"\r\n")) {
		fputs(s, out);
		return;
	}
	fputc('"', out);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', out);
		fputc(*s, out);
	}
	fputc('"', out);
}

static void print_cell(const struct mms_cell *cell, FILE *out)
{
	if (cell->type == MMS_CELL_INT)
		fprintf(out, "%" PRId64, cell->i);
	else if (cell->type == MMS_CELL_REAL)
		fprintf(out, "%.15g", cell->r);
	else if (cell->type == MMS_CELL_TEXT)
		print_text(cell->s, out);
}

static void print_line(const struct mms_table *tb, size_t row, bool heading, FILE *out)
{
	const char *comma = "";

	for (size_t c = 0; c < mms_table_ncols(tb); c++) {
		const struct mms_column *col = mms_table_column(tb, c);

		if (col->hidden)
			continue;
		fputs(comma, out);
		comma = ",";
		if (heading)
			print_text(col->name, out);
		else
			print_cell(mms_table_cell(tb, row, c), out);
	}
	fputc('\n', out);
}

static void print_table(const struct mms_table *tb, FILE *out)
{
	print_line(tb, 0, true, out);
	for (size_t r = 0; r < mms_table_nrows(tb); r++)
		print_line(tb, r, false, out);
}

/* Tables are parted by an empty line. */
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

extern const struct mms_format mms_fmt_csv;
const struct mms_format mms_fmt_csv = {
	.name = "csv",
	.machine = true,
	.summary = "comma-separated values with a header line (RFC 4180)",
	.print = print,
};
