// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of flags and symbols of every event of a trace.dat file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/datformat.h"
#include "parse/printtable.h"

struct collect {
	struct mms_datfile *df;
	struct mms_datformat *fm;
	unsigned int alloc;
};

static int add_enum(struct collect *c, const struct mms_source_enum *entry)
{
	struct mms_datformat *fm = c->fm;
	struct mms_source_enum *all;

	if (!entry->name || !entry->text)
		return -ENOMEM;
	if (fm->nr_enums == c->alloc) {
		c->alloc = c->alloc ? 2 * c->alloc : 256;
		all = realloc(fm->enums, c->alloc * sizeof(*all));
		if (!all)
			return -ENOMEM;
		fm->enums = all;
	}
	fm->enums[fm->nr_enums++] = *entry;
	return 0;
}

static const char *full_name(struct collect *c, const struct mms_event_type *type,
			     const char *field, size_t len)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	mms_buf_printf(&buf, "%s.%.*s", type->name, (int)len, field);
	return buf.err ? NULL : mms_datfile_keep(c->df, mms_buf_text(&buf), buf.len);
}

static int collect_type(struct collect *c, const struct mms_event_type *type)
{
	const char *pos = strstr(type->format, "print fmt:"), *end, *field, *text;
	struct mms_source_enum entry;
	size_t field_len, text_len;
	int ret = 0;

	if (!pos)
		return 0;
	end = pos + strlen(pos);
	while (!ret && mms_printtable_next(&pos, end, &field, &field_len)) {
		entry.name = full_name(c, type, field, field_len);
		while (!ret && mms_printtable_entry(&pos, end, &entry.value, &text, &text_len)) {
			entry.text = mms_datfile_keep(c->df, text, text_len);
			ret = add_enum(c, &entry);
		}
	}
	return ret;
}

int mms_datenum_read(struct mms_datfile *df, struct mms_datformat *fm)
{
	struct collect c = { .df = df, .fm = fm };
	int ret = 0;

	for (unsigned int i = 0; i < fm->nr_types && !ret; i++)
		ret = collect_type(&c, &fm->types[i]);
	return ret ? mms_err(ret, "no memory for the symbols of %s", df->path) : 0;
}
