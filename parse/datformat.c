// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/datformat.h"
#include "parse/formattext.h"

#define ID_MAX 65535 /* common_type has 16 bits */

/* What one format's lines give. */
struct fields {
	struct mms_field *list;
	unsigned int nr;
};

static int no_memory(const struct mms_datfile *df)
{
	return mms_err(-ENOMEM, "no memory for the formats of %s", df->path);
}

/* Fields that every record has, as the first format says. */
static void note_common(struct mms_datformat *fm, const struct mms_format_line *line)
{
	static const struct {
		const char *name;
		size_t member;
	} names[] = {
		{ "common_type", offsetof(struct mms_datformat, type) },
		{ "common_flags", offsetof(struct mms_datformat, flags) },
		{ "common_pid", offsetof(struct mms_datformat, pid) },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct mms_field *f = (struct mms_field *)((char *)fm + names[i].member);

		if (f->size || !mms_format_line_is(line, names[i].name))
			continue;
		mms_format_line_field(line, f);
		f->name = names[i].name;
	}
}

static bool is_common(const struct mms_format_line *line)
{
	return line->name_len > 7 && !memcmp(line->name, "common_", 7);
}

static unsigned int count_fields(const char *text, size_t len)
{
	struct mms_format_line line;
	const char *pos = text;
	unsigned int nr = 0;

	while (mms_format_line_next(&pos, text + len, &line))
		nr += !is_common(&line);
	return nr;
}

static int read_fields(struct mms_datfile *df, struct mms_datformat *fm, const char *text,
		       size_t len, struct fields *ret)
{
	struct mms_format_line line;
	const char *pos = text;

	ret->nr = count_fields(text, len);
	ret->list = mms_datfile_keep(df, NULL, ret->nr * sizeof(*ret->list));
	if (!ret->list)
		return no_memory(df);
	for (unsigned int i = 0; mms_format_line_next(&pos, text + len, &line);) {
		if (is_common(&line)) {
			note_common(fm, &line);
			continue;
		}
		mms_format_line_field(&line, &ret->list[i]);
		ret->list[i].name = mms_datfile_keep(df, line.name, line.name_len);
		if (!ret->list[i++].name)
			return no_memory(df);
	}
	return 0;
}

/*
 * The tracer's own events end in an array that is as long as the record, not
 * as the format says (kernel_stack: caller[8]; print: buf[]).
 */
static void open_last_array(struct fields *fields)
{
	struct mms_field *last = fields->nr ? &fields->list[fields->nr - 1] : NULL;

	if (last && last->kind != MMS_FIELD_INT && last->dynamic == MMS_FIELD_STATIC)
		last->size = 0;
}

static int grow(struct mms_datfile *df, struct mms_datformat *fm)
{
	struct mms_event_type *types;

	/* doubled at powers of two; the spare one is for "unknown" */
	if (!(fm->nr_types & (fm->nr_types + 1))) {
		types = realloc(fm->types, (2 * (size_t)fm->nr_types + 2) * sizeof(*types));
		if (!types)
			return no_memory(df);
		fm->types = types;
	}
	return 0;
}

static int add_type(struct mms_datfile *df, struct mms_datformat *fm, const char *system,
		    const char *text, size_t len)
{
	struct mms_event_type *t;
	struct fields fields;
	size_t name_len;
	const char *name;
	int id, ret;

	if (!mms_format_head(text, len, &name, &name_len, &id) || id > ID_MAX) {
		mms_datfile_note(df, "an event of system '%s' has a damaged format", system);
		return 0;
	}
	if (fm->by_id[id])
		return 0; /* an instance's copy of the same format */
	ret = read_fields(df, fm, text, len, &fields);
	if (!ret)
		ret = grow(df, fm);
	if (ret)
		return ret;
	if (!strcmp(system, "ftrace"))
		open_last_array(&fields);
	t = &fm->types[fm->nr_types];
	*t = (struct mms_event_type){
		.index = fm->nr_types,
		.id = id,
		.system = system,
		.name = mms_datfile_keep(df, name, name_len),
		.format = mms_datfile_keep(df, text, len),
		.fields = fields.list,
		.nr_fields = fields.nr,
		.swap = df->swap,
	};
	if (!t->name || !t->format)
		return no_memory(df);
	fm->by_id[id] = ++fm->nr_types;
	return 0;
}

/* @nr formats, each behind its 64-bit length */
static int read_system(struct mms_datfile *df, struct mms_datformat *fm, struct mms_cursor *cur,
		       const char *system, uint32_t nr)
{
	int ret = 0;

	for (uint32_t i = 0; i < nr && !cur->bad && !ret; i++) {
		uint64_t len = mms_cursor_u64(cur);
		const char *text = (const char *)mms_cursor_bytes(cur, len);

		if (text)
			ret = add_type(df, fm, system, text, len);
	}
	return ret;
}

static int read_systems(struct mms_datfile *df, struct mms_datformat *fm, struct mms_cursor *cur)
{
	uint32_t nr = mms_cursor_u32(cur);
	int ret = 0;

	for (uint32_t i = 0; i < nr && !cur->bad && !ret; i++) {
		const char *name = mms_cursor_str(cur);
		uint32_t nr_events = mms_cursor_u32(cur);

		name = mms_datfile_keep(df, name, strlen(name));
		ret = name ? read_system(df, fm, cur, name, nr_events) : no_memory(df);
	}
	return ret;
}

static int read_part(struct mms_datfile *df, struct mms_datformat *fm, enum mms_dat_part part)
{
	struct mms_cursor cur;
	int ret;

	ret = mms_datfile_part(df, part, &cur);
	if (ret == -EBADMSG) {
		mms_datfile_note(df, "%s", mms_err_text());
		return 0;
	}
	if (ret || !mms_cursor_left(&cur))
		return ret;
	if (part == MMS_DAT_EVENTS)
		ret = read_systems(df, fm, &cur);
	else
		ret = read_system(df, fm, &cur, "ftrace", mms_cursor_u32(&cur));
	if (!ret && cur.bad)
		mms_datfile_note(df, "the list of event formats is cut short");
	return ret;
}

static const struct mms_field default_type = { .offset = 0, .size = 2, .name = "common_type" };
static const struct mms_field default_flags = { .offset = 2, .size = 1, .name = "common_flags" };
static const struct mms_field default_pid = { .offset = 4, .size = 4, .name = "common_pid" };

int mms_datformat_read(struct mms_datfile *df, struct mms_datformat *ret_fm)
{
	struct mms_datformat *fm = ret_fm;
	int ret;

	memset(fm, 0, sizeof(*fm));
	fm->by_id = calloc(ID_MAX + 1, sizeof(*fm->by_id));
	if (!fm->by_id)
		return no_memory(df);
	ret = read_part(df, fm, MMS_DAT_FTRACE);
	if (!ret)
		ret = read_part(df, fm, MMS_DAT_EVENTS);
	if (!ret)
		ret = grow(df, fm);
	if (ret)
		return ret;
	if (fm->type.size != 2)
		fm->type = default_type;
	if (fm->flags.size != 1)
		fm->flags = default_flags;
	if (fm->pid.size != 4)
		fm->pid = default_pid;
	fm->types[fm->nr_types] = (struct mms_event_type){
		.index = fm->nr_types,
		.id = -1,
		.system = "unknown",
		.name = "unknown",
		.format = "",
		.swap = df->swap,
	};
	fm->nr_types++;
	return 0;
}

void mms_datformat_release(struct mms_datformat *fm)
{
	free(fm->types);
	free(fm->by_id);
	free(fm->enums);
}
