// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <libsmartcols.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/err.h"
#include "common/table.h"
#include "report/cell.h"
#include "report/draw.h"
#include "report/format.h"
#include "report/width.h"

#define GAP          2 /* blanks between columns */
#define MIN_TEXT     12
#define MAX_HEADINGS 4
#define GOOD_WIDTH   100 /* names are broken to keep a table this narrow, whatever the terminal */
#define BAR_CELLS    30
#define MAX_FEET     20
#define MIN_BAR      8

MMS_DEFINE_AUTO(scols, struct libscols_table *, scols_unref_table);

/* What is shown of a table's column, and how. */
struct shown {
	size_t col;
	bool text;
	size_t name_len;
	size_t data; /* width of its widest cell */
	size_t width;
	struct libscols_column *scol;
	struct libscols_column *bar; /* drawn beside it, or NULL */
};

struct page {
	const struct mms_table *tb;
	const struct mms_format_opts *opts;
	struct shown *cols;
	size_t ncols;
	const char *feet[MAX_FEET]; /* remarks below the table, borrowed from it */
	size_t nfeet;
	struct mms_buf dropped; /* names of columns for which there is no room */
	size_t nheadings;       /* lines of names */
	size_t bar_width;
	struct libscols_table *scols;
};

/* Number of a remark, counted from 1; 0 for none, or when there are too many. */
static size_t foot_of(struct page *pg, const char *text)
{
	size_t i = 0;

	while (i < pg->nfeet && strcmp(pg->feet[i], text))
		i++;
	if (!*text || i == MAX_FEET)
		return 0;
	if (i == pg->nfeet)
		pg->feet[pg->nfeet++] = text;
	return i + 1;
}

static void foot_text(struct page *pg, const char *text, struct mms_buf *buf)
{
	size_t n = foot_of(pg, text);

	if (n)
		mms_buf_printf(buf, "[%zu]", n);
	else
		mms_buf_printf(buf, "%s", text);
}

static void cell_text(struct page *pg, size_t row, const struct shown *s, struct mms_buf *buf)
{
	const struct mms_column *col = mms_table_column(pg->tb, s->col);
	const struct mms_cell *cell = mms_table_cell(pg->tb, row, s->col);

	mms_buf_reset(buf);
	if (col->spark && cell->type == MMS_CELL_TEXT)
		mms_draw_spark(buf, cell->s, pg->opts->unicode);
	else if (col->foot && cell->type == MMS_CELL_TEXT)
		foot_text(pg, cell->s, buf);
	else
		mms_cell_print(buf, pg->tb, row, s->col);
	if (s->text)
		mms_width_cut(buf, s->width, pg->opts->unicode);
}

static void measure(struct page *pg, struct shown *s)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	s->width = SIZE_MAX;
	for (size_t r = 0; r < mms_table_nrows(pg->tb); r++) {
		size_t w;

		cell_text(pg, r, s, &buf);
		w = mms_width(mms_buf_text(&buf));
		s->data = w > s->data ? w : s->data;
	}
}

/*
 * The piece of a heading that stands in line @i of @n: names break at "_".
 * Pieces stand at the bottom, next to the data; the last line takes all that
 * is left.
 */
static const char *heading(const struct page *pg, const struct shown *s, size_t i, size_t n,
			   size_t *ret_len)
{
	const char *name = mms_table_column(pg->tb, s->col)->name;
	size_t from = 0, pieces = 1, skip;

	for (size_t c = 0; c < s->name_len; c++)
		pieces += name[c] == '_';
	skip = n > pieces ? n - pieces : 0;
	for (size_t line = skip; line < i; line++)
		from += strcspn(name + from, "_") + 1;
	*ret_len = s->name_len - from;
	if (i < skip)
		*ret_len = 0;
	else if (i + 1 < n && strcspn(name + from, "_") < *ret_len)
		*ret_len = strcspn(name + from, "_");
	return name + from;
}

static size_t column_width(const struct page *pg, const struct shown *s, size_t nheadings)
{
	size_t width = mms_width(mms_cell_unit(mms_table_column(pg->tb, s->col)));

	width = s->data > width ? s->data : width;
	for (size_t i = 0; i < nheadings; i++) {
		size_t len;

		heading(pg, s, i, nheadings, &len);
		width = len > width ? len : width;
	}
	return width;
}

/* Set the widths for names in @nheadings lines. Return: width of the table. */
static size_t lay_out(struct page *pg, size_t nheadings)
{
	size_t total = 0;

	pg->nheadings = nheadings;
	for (size_t i = 0; i < pg->ncols; i++) {
		struct shown *s = &pg->cols[i];

		s->width = column_width(pg, s, nheadings);
		total += s->width + (i ? GAP : 0);
		if (mms_table_column(pg->tb, s->col)->bar)
			total += GAP + pg->bar_width;
	}
	return total;
}

static struct shown *widest_text(struct page *pg)
{
	struct shown *widest = NULL;

	for (size_t i = 0; i < pg->ncols; i++) {
		struct shown *s = &pg->cols[i];

		if (s->text && s->width > MIN_TEXT && (!widest || s->width > widest->width))
			widest = s;
	}
	return widest;
}

/* Lines of names that make it narrow enough, or as narrow as names can. */
static size_t best_headings(struct page *pg, size_t good)
{
	size_t best = 1, narrowest = SIZE_MAX;

	for (size_t n = 1; narrowest > good && n <= MAX_HEADINGS; n++) {
		size_t total = lay_out(pg, n);

		if (total >= narrowest)
			continue;
		narrowest = total;
		best = n;
	}
	return best;
}

/* Leave out the last column that may be. Return: true when there was one. */
static bool drop_column(struct page *pg)
{
	size_t i = pg->ncols;

	while (i && !mms_table_column(pg->tb, pg->cols[i - 1].col)->wide)
		i--;
	if (!i)
		return false;
	mms_buf_printf(&pg->dropped, "%s%s", pg->dropped.len ? ", " : "",
		       mms_table_column(pg->tb, pg->cols[i - 1].col)->name);
	pg->ncols--;
	memmove(&pg->cols[i - 1], &pg->cols[i], (pg->ncols - i + 1) * sizeof(*pg->cols));
	return true;
}

/*
 * Make the table as wide as the terminal at most: by breaking names, then by
 * leaving out what may be, then by shorter bars and texts. Numbers are never cut.
 */
static void fit(struct page *pg)
{
	size_t limit = pg->opts->width > 0 ? (size_t)pg->opts->width : SIZE_MAX;
	size_t good = limit < GOOD_WIDTH ? limit : GOOD_WIDTH;
	size_t total;

	pg->bar_width = BAR_CELLS;
	total = lay_out(pg, best_headings(pg, good));
	while (total > limit && drop_column(pg))
		total = lay_out(pg, best_headings(pg, good));
	while (total > limit && pg->bar_width > MIN_BAR) {
		pg->bar_width--;
		total = lay_out(pg, pg->nheadings);
	}
	while (total > limit) {
		struct shown *s = widest_text(pg);

		if (!s)
			break;
		s->width--;
		total--;
	}
}

static int collect(struct page *pg)
{
	size_t n = mms_table_ncols(pg->tb);

	pg->cols = calloc(n, sizeof(*pg->cols));
	if (!pg->cols)
		return -ENOMEM;
	for (size_t c = 0; c < n; c++) {
		struct shown *s = &pg->cols[pg->ncols];

		if (!mms_cell_is_shown(pg->tb, c))
			continue;
		s->col = c;
		s->text = mms_cell_is_text(pg->tb, c);
		mms_cell_name(mms_table_column(pg->tb, c), &s->name_len);
		if (mms_table_column(pg->tb, c)->foot)
			s->name_len = 0;
		measure(pg, s);
		pg->ncols++;
	}
	return 0;
}

static int make_columns(struct page *pg)
{
	for (size_t i = 0; i < pg->ncols; i++) {
		struct shown *s = &pg->cols[i];
		int flags = s->text ? 0 : SCOLS_FL_RIGHT;

		s->scol = scols_table_new_column(pg->scols, "", 0, flags);
		if (!s->scol)
			return -ENOMEM;
		if (!mms_table_column(pg->tb, s->col)->bar)
			continue;
		s->bar = scols_table_new_column(pg->scols, "", 0, 0);
		if (!s->bar)
			return -ENOMEM;
	}
	return 0;
}

static int set_text(struct libscols_line *ln, struct libscols_column *scol, const char *text,
		    size_t len)
{
	char *copy = strndup(text, len);

	return copy ? scols_line_refer_column_data(ln, scol, copy) : -ENOMEM;
}

/* Names in one or more lines, then units where there are any. */
static int add_headings(struct page *pg)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < pg->nheadings; i++) {
		struct libscols_line *ln = scols_table_new_line(pg->scols, NULL);

		for (size_t c = 0; ln && !ret && c < pg->ncols; c++) {
			size_t len;
			const char *text = heading(pg, &pg->cols[c], i, pg->nheadings, &len);

			ret = set_text(ln, pg->cols[c].scol, text, len);
		}
		if (!ln)
			ret = -ENOMEM;
		else if (pg->opts->color)
			scols_line_set_color(ln, "\033[1m");
	}
	return ret;
}

static bool has_units(const struct page *pg)
{
	for (size_t c = 0; c < pg->ncols; c++)
		if (*mms_cell_unit(mms_table_column(pg->tb, pg->cols[c].col)))
			return true;
	return false;
}

static int add_units(struct page *pg)
{
	struct libscols_line *ln;
	int ret = 0;

	if (!has_units(pg))
		return 0;
	ln = scols_table_new_line(pg->scols, NULL);
	for (size_t c = 0; ln && !ret && c < pg->ncols; c++) {
		const char *unit = mms_cell_unit(mms_table_column(pg->tb, pg->cols[c].col));

		ret = set_text(ln, pg->cols[c].scol, unit, strlen(unit));
	}
	if (ln && pg->opts->color)
		scols_line_set_color(ln, "\033[2m");
	return ln ? ret : -ENOMEM;
}

/* What the row's column "tone" says, in colours. */
static const struct {
	const char *tone;
	const char *color;
} tones[] = {
	{ "good", "\033[32m" },
	{ "bad", "\033[31m" },
};

static void tone(const struct page *pg, struct libscols_line *ln, const struct shown *s, size_t row)
{
	int by = mms_table_find(pg->tb, "tone");
	const struct mms_cell *cell = by < 0 ? NULL : mms_table_cell(pg->tb, row, (size_t)by);
	struct libscols_cell *ce = scols_line_get_column_cell(ln, s->scol);

	if (!pg->opts->color || !mms_table_column(pg->tb, s->col)->toned || !cell || !ce ||
	    cell->type != MMS_CELL_TEXT)
		return;
	for (size_t i = 0; i < sizeof(tones) / sizeof(*tones); i++)
		if (!strcmp(tones[i].tone, cell->s))
			scols_cell_set_color(ce, tones[i].color);
}

static int add_row(struct page *pg, size_t row)
{
	struct libscols_line *ln = scols_table_new_line(pg->scols, NULL);
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = ln ? 0 : -ENOMEM;

	for (size_t c = 0; !ret && c < pg->ncols; c++) {
		struct shown *s = &pg->cols[c];

		cell_text(pg, row, s, &buf);
		ret = set_text(ln, s->scol, mms_buf_text(&buf), buf.len);
		if (!ret)
			tone(pg, ln, s, row);
		if (ret || !s->bar)
			continue;
		mms_buf_reset(&buf);
		mms_draw_bar(&buf, pg->tb, row, s->col, pg->bar_width, pg->opts->unicode);
		ret = set_text(ln, s->bar, mms_buf_text(&buf), buf.len);
	}
	return ret;
}

static int fill(struct page *pg)
{
	int ret = collect(pg);

	if (ret)
		return ret;
	fit(pg);
	ret = make_columns(pg);
	if (!ret)
		ret = add_headings(pg);
	if (!ret)
		ret = add_units(pg);
	for (size_t r = 0; !ret && r < mms_table_nrows(pg->tb); r++)
		ret = add_row(pg, r);
	return ret;
}

/* Lines without the blanks that pad their last column. */
static void print_trimmed(const char *text, FILE *out)
{
	while (*text) {
		size_t len = strcspn(text, "\n"), end = len;

		while (end && text[end - 1] == ' ')
			end--;
		fwrite(text, 1, end, out);
		fputc('\n', out);
		text += len + (text[len] == '\n');
	}
}

/* Labels, paths and markers are anybody's bytes: none may reach the terminal as a control. */
static void put_clean(const char *text, size_t len, FILE *out)
{
	for (size_t i = 0; i < len; i++)
		fputc((unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i], out);
}

static void print_foot(size_t n, const char *text, FILE *out)
{
	fprintf(out, "[%zu] ", n);
	put_clean(text, strlen(text), out);
	fputc('\n', out);
}

/* Remarks on rows, and what was left out. */
static void print_feet(const struct page *pg, FILE *out)
{
	for (size_t i = 0; i < pg->nfeet; i++)
		print_foot(i + 1, pg->feet[i], out);
	if (pg->dropped.len)
		fprintf(out, "(no room for %s)\n", mms_buf_text(&pg->dropped));
}

static int print_cells(const struct mms_table *tb, const struct mms_format_opts *opts, FILE *out)
{
	struct libscols_table *scols mms_auto(scols) = scols_new_table();
	struct page pg = { .tb = tb, .opts = opts, .scols = scols };
	char *text = NULL;
	int ret = scols ? 0 : -ENOMEM;

	if (!ret) {
		scols_table_enable_noheadings(scols, 1);
		scols_table_enable_colors(scols, opts->color);
		scols_table_set_column_separator(scols, "  ");
		scols_table_set_termforce(scols, SCOLS_TERMFORCE_NEVER);
		ret = fill(&pg);
	}
	if (!ret && scols_print_table_to_string(scols, &text))
		ret = -ENOMEM;
	if (!ret)
		print_trimmed(text, out);
	if (!ret)
		print_feet(&pg, out);
	free(text);
	mms_buf_release(&pg.dropped);
	free(pg.cols);
	return ret ? mms_err(ret, "cannot lay out the table %s", mms_table_name(tb)) : 0;
}

static bool was_noted(const struct mms_table *const *tables, size_t n, const char *note)
{
	for (size_t t = 0; t < n; t++)
		for (size_t i = 0; i < mms_table_nnotes(tables[t]); i++)
			if (!strcmp(mms_table_note(tables[t], i), note))
				return true;
	return false;
}

/* Bytes of a note that fit into @room: up to behind a comma, else a blank, else all. */
static size_t note_len(const char *note, size_t room)
{
	size_t len = strlen(note), comma = 0, blank = 0;

	if (len <= room)
		return len;
	for (size_t i = 0; i < room; i++) {
		if (note[i] != ' ')
			continue;
		blank = i;
		if (i && note[i - 1] == ',')
			comma = i;
	}
	return comma ? comma : blank ? blank : len;
}

static void print_note(const char *note, int width, FILE *out)
{
	const char *begin = "# ";

	while (*note) {
		size_t room = width > 20 ? (size_t)width - strlen(begin) : SIZE_MAX;
		size_t len = note_len(note, room);

		fputs(begin, out);
		put_clean(note, len, out);
		fputc('\n', out);
		note += len + (note[len] == ' ');
		begin = "#   ";
	}
}

/* What the tables before have said need not be said again. */
static size_t print_notes(const struct mms_table *const *tables, size_t t, int width, FILE *out)
{
	size_t n = 0;

	for (size_t i = 0; i < mms_table_nnotes(tables[t]); i++) {
		const char *note = mms_table_note(tables[t], i);

		if (was_noted(tables, t, note))
			continue;
		print_note(note, width, out);
		n++;
	}
	return n;
}

static int print(const struct mms_table *const *tables, size_t n,
		 const struct mms_format_opts *opts, FILE *out)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < n; i++) {
		const char *title = mms_table_title(tables[i]);

		if (i)
			fputc('\n', out);
		if (print_notes(tables, i, opts->width, out) && !i)
			fputc('\n', out);
		if (!mms_table_nrows(tables[i]))
			continue;
		if (*title)
			fprintf(out, "%s%s%s\n", opts->color ? "\033[1;4m" : "", title,
				opts->color ? "\033[0m" : "");
		ret = print_cells(tables[i], opts, out);
	}
	return ret;
}

extern const struct mms_format mms_fmt_text;
const struct mms_format mms_fmt_text = {
	.name = "text",
	.summary = "aligned tables for people",
	.print = print,
};
