// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "common/buf.h"
#include "common/table.h"
#include "report/format.h"

MMS_DEFINE_AUTO(json, json_t *, json_decref);

#define DUMP_FLAGS (JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15))

/* Bytes of a valid UTF-8 sequence that is no control, 0 for anything else. */
static size_t utf8_len(const unsigned char *s)
{
	json_t *j mms_auto(json) = NULL;
	size_t n = *s < 0x80 ? 1 : *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;

	if (strnlen((const char *)s, n) < n)
		return 0;
	j = json_stringn((const char *)s, n);
	return j ? n : 0;
}

/* Names of tasks and cgroups are any bytes; JSON takes UTF-8 alone. */
static json_t *repaired(const char *s)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	while (*s) {
		size_t n = utf8_len((const unsigned char *)s);

		mms_buf_add(&buf, n ? s : "\xef\xbf\xbd", n ? n : 3);
		s += n ? n : 1;
	}
	return json_string(mms_buf_text(&buf));
}

static json_t *json_of_text(const char *s)
{
	json_t *j = json_string(s);

	return j ? j : repaired(s);
}

static json_t *json_of_cell(const struct mms_cell *cell)
{
	switch (cell->type) {
	case MMS_CELL_INT:
		return json_integer(cell->i);
	case MMS_CELL_REAL:
		return json_real(cell->r);
	case MMS_CELL_TEXT:
		return json_of_text(cell->s);
	default:
		return json_null();
	}
}

/* Return: 0 or -ENOMEM, -EIO. */
static int dump(json_t *value, FILE *out)
{
	json_t *j mms_auto(json) = value;

	if (!j)
		return -ENOMEM;
	return json_dumpf(j, out, DUMP_FLAGS) ? -EIO : 0;
}

static json_t *json_of_row(const struct mms_table *tb, size_t row)
{
	json_t *obj = json_object();

	for (size_t c = 0; c < mms_table_ncols(tb); c++)
		if (!mms_table_column(tb, c)->hidden)
			json_object_set_new_nocheck(obj, mms_table_column(tb, c)->name,
						    json_of_cell(mms_table_cell(tb, row, c)));
	return obj;
}

static json_t *json_of_column(const struct mms_column *col)
{
	return json_pack("{s:o, s:o, s:o}", "name", json_of_text(col->name), "unit",
			 json_of_text(col->unit), "doc", json_of_text(col->doc));
}

static json_t *json_of_notes(const struct mms_table *tb)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < mms_table_nnotes(tb); i++)
		json_array_append_new(notes, json_of_text(mms_table_note(tb, i)));
	return notes;
}

static json_t *json_of_columns(const struct mms_table *tb)
{
	json_t *cols = json_array();

	for (size_t c = 0; c < mms_table_ncols(tb); c++)
		if (!mms_table_column(tb, c)->hidden)
			json_array_append_new(cols, json_of_column(mms_table_column(tb, c)));
	return cols;
}

/* One line a row: a table may be large, its document is never in memory. */
static int print_table(const struct mms_table *tb, FILE *out)
{
	int ret;

	fputs("{\"metric\":", out);
	ret = dump(json_of_text(mms_table_name(tb)), out);
	fputs(",\"title\":", out);
	ret = ret ? ret : dump(json_of_text(mms_table_title(tb)), out);
	fputs(",\"notes\":", out);
	ret = ret ? ret : dump(json_of_notes(tb), out);
	fputs(",\n\"columns\":", out);
	ret = ret ? ret : dump(json_of_columns(tb), out);
	fputs(",\n\"rows\":[", out);
	for (size_t r = 0; !ret && r < mms_table_nrows(tb); r++) {
		fputs(r ? ",\n" : "\n", out);
		ret = dump(json_of_row(tb, r), out);
	}
	fputs("]}", out);
	return ret;
}

static int print(const struct mms_table *const *tables, size_t n,
		 const struct mms_format_opts *opts, FILE *out)
{
	int ret = 0;

	(void)opts;
	fputs("{\"tables\":[\n", out);
	for (size_t i = 0; !ret && i < n; i++) {
		fputs(i ? ",\n" : "", out);
		ret = print_table(tables[i], out);
	}
	fputs("\n]}\n", out);
	return ret;
}

extern const struct mms_format mms_fmt_json;
const struct mms_format mms_fmt_json = {
	.name = "json",
	.machine = true,
	.summary = "one object: tables, each with metric, notes, columns and rows",
	.print = print,
};
