// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "parse/text_pack.h"

#define NUMBER_BYTES 9 /* is there one, then its 64 bits */
#define TEXT_BYTES   4 /* length << 16 | offset */

/* ---- values ---- */

/* A number, without what the formats put around it: "(0x1", "0x400)", "12kB", "3,". */
static bool read_number(struct mms_slice text, int64_t *ret_value)
{
	struct mms_slice s = text;

	/* nearly all are digits alone, and not too many */
	if (mms_take_digits(&s, ret_value) && s.pos == s.end &&
	    (*text.pos != '0' || mms_slice_len(text) < MMS_NUMBER_MIN_ZEROS))
		return true;
	s = text;
	mms_skip_text(&s, "(");
	if (!mms_take_number(&s, ret_value))
		return false;
	mms_skip_text(&s, "kB");
	if (s.pos < s.end && memchr(",;:)", *s.pos, 4))
		s.pos++;
	return s.pos == s.end;
}

static bool read_octal(struct mms_slice text, int64_t *ret_value)
{
	int64_t value = 0;

	if (mms_slice_len(text) > 20)
		return false;
	for (const char *p = text.pos; p < text.end; p++) {
		if (*p < '0' || *p > '7')
			return false;
		value = value * 8 + (*p - '0');
	}
	*ret_value = value;
	return text.pos < text.end;
}

static bool read_int(struct mms_text_field *f, struct mms_slice text, int64_t *ret_value)
{
	if (f->nr_symbols)
		return mms_text_symbol_value(f, text, ret_value);
	return f->is_octal ? read_octal(text, ret_value) : read_number(text, ret_value);
}

static enum mms_text_class class_of(struct mms_text_field *f, struct mms_slice text)
{
	int64_t value;

	if (text.pos == text.end)
		return MMS_TEXT_EMPTY;
	if (f->is_text)
		return MMS_TEXT_WORD;
	if (read_int(f, text, &value))
		return MMS_TEXT_INT;
	if (f->nr_symbols || f->is_number || mms_is_digit(*text.pos) || *text.pos == '-')
		return MMS_TEXT_ODD;
	return MMS_TEXT_WORD;
}

bool mms_text_is_readable(struct mms_text_field *field, struct mms_slice text)
{
	int64_t value;

	return (!field->is_number && !field->nr_symbols) || read_int(field, text, &value);
}

/* A field is a text when words stood there, or hardly a number. */
static bool is_text(const struct mms_text_field *f)
{
	return f->is_text ||
	       (!f->is_number && !f->nr_symbols &&
		(f->seen[MMS_TEXT_WORD] || f->seen[MMS_TEXT_ODD] > f->seen[MMS_TEXT_INT] ||
		 !f->seen[MMS_TEXT_INT]));
}

/* ---- learning ---- */

int mms_text_learn(struct mms_text_type *type, const struct mms_text_values *values)
{
	bool whole = values->nr_bare != 0;

	type->count++;
	for (unsigned int i = 0; i < values->nr; i++) {
		const struct mms_text_value *v = &values->v[i];
		int label = v->label < 0 ? mms_text_label_add(type, v->key) : v->label;
		struct mms_text_field *f;

		if (label == -ENOMEM)
			return label;
		whole |= label < 0;
		if (label < 0 || type->labels[label].field < 0)
			continue;
		f = &type->fields[type->labels[label].field];
		f->seen[class_of(f, v->text)]++;
	}
	return whole ? mms_text_type_need_text(type) : 0;
}

/* ---- formats ---- */

static bool is_seen(const struct mms_text_type *type, unsigned int field)
{
	const struct mms_text_field *f = &type->fields[field];

	for (int i = 0; i < MMS_TEXT_NR_CLASSES; i++)
		if (f->seen[i])
			return true;
	return (int)field == type->text_field;
}

/* Numbers of things, so that tables can be made of the right size. */
struct sizes {
	unsigned int types, fields, enums;
	size_t names;
};

static void count(const struct mms_text_types *types, struct sizes *n)
{
	for (unsigned int i = 0; i < mms_text_types_nr(types); i++) {
		const struct mms_text_type *type = mms_text_types_at(types, i);

		n->types += type->count != 0;
		n->fields += type->nr_fields;
		for (unsigned int k = 0; k < type->nr_fields; k++) {
			n->enums += type->fields[k].nr_symbols;
			n->names += strlen(type->name) + 1 + strlen(type->fields[k].name) + 1;
		}
	}
}

static void set_column(struct mms_text_type *type, struct mms_text_field *f, struct mms_field *to)
{
	bool text = is_text(f);

	*to = (struct mms_field){ .name = f->name };
	if (text) {
		to->kind = MMS_FIELD_TEXT;
		to->dynamic = MMS_FIELD_DATA_LOC;
		to->offset = type->fixed_len;
		to->size = TEXT_BYTES;
	} else {
		to->kind = MMS_FIELD_INT;
		to->dynamic = MMS_FIELD_OPTIONAL;
		to->offset = type->fixed_len + 1;
		to->size = 8;
		to->is_signed = true;
	}
	type->fixed_len += text ? TEXT_BYTES : NUMBER_BYTES;
	f->column = to;
}

/* "EVENT.FIELD" for the words that came; @names moves behind what it takes */
static void set_enums(struct mms_text_formats *formats, const struct mms_text_type *type,
		      const struct mms_text_field *f, char **names)
{
	size_t event_len = strlen(type->name), field_len = strlen(f->name);
	char *name = *names;

	memcpy(name, type->name, event_len);
	name[event_len] = '.';
	memcpy(name + event_len + 1, f->name, field_len + 1);
	*names += event_len + field_len + 2;
	for (unsigned int i = 0; i < f->nr_symbols; i++)
		if (f->symbols[i].seen)
			formats->enums[formats->nr_enums++] =
				(struct mms_source_enum){ name, f->symbols[i].value,
							  f->symbols[i].text };
}

static void set_type(struct mms_text_formats *formats, struct mms_text_type *type,
		     struct mms_field **fields, char **names)
{
	struct mms_event_type *to = &formats->types[formats->nr_types];

	*to = (struct mms_event_type){ .index = formats->nr_types++,
				       .id = -1,
				       .system = type->system,
				       .name = type->name,
				       .format = "",
				       .fields = *fields };
	for (unsigned int i = 0; i < type->nr_fields; i++) {
		if (!is_seen(type, i))
			continue;
		set_column(type, &type->fields[i], *fields);
		++*fields;
		to->nr_fields++;
		set_enums(formats, type, &type->fields[i], names);
	}
	type->event = to;
}

int mms_text_formats_init(struct mms_text_formats *formats, struct mms_text_types *types)
{
	struct sizes n = { 0 };
	struct mms_field *fields;
	char *names;

	count(types, &n);
	*formats = (struct mms_text_formats){
		.types = calloc(n.types + 1, sizeof(*formats->types)),
		.fields = calloc(n.fields + 1, sizeof(*formats->fields)),
		.enums = calloc(n.enums + 1, sizeof(*formats->enums)),
		.names = malloc(n.names + 1),
	};
	fields = formats->fields;
	names = formats->names;
	if (!formats->types || !fields || !formats->enums || !names)
		return -ENOMEM;
	for (unsigned int i = 0; i < mms_text_types_nr(types); i++)
		if (mms_text_types_at(types, i)->count)
			set_type(formats, mms_text_types_at(types, i), &fields, &names);
	return 0;
}

void mms_text_formats_release(struct mms_text_formats *formats)
{
	free(formats->types);
	free(formats->fields);
	free(formats->enums);
	free(formats->names);
	*formats = (struct mms_text_formats){ 0 };
}

/* ---- packing ---- */

/* A record on its way: texts go behind the fixed part. */
struct record {
	uint8_t *data;
	uint32_t len;
	uint64_t nr_unread;
};

static void put_text(struct record *rec, const struct mms_field *column, struct mms_slice text)
{
	size_t len = mms_slice_len(text);
	uint32_t loc;

	if (len > MMS_TEXT_MAX_RECORD - 1 - rec->len) {
		rec->nr_unread++;
		return;
	}
	loc = (uint32_t)len << 16 | rec->len;
	memcpy(rec->data + column->offset, &loc, sizeof(loc));
	memcpy(rec->data + rec->len, text.pos, len);
	rec->len += (uint32_t)len;
}

static void put_value(struct record *rec, struct mms_text_field *f, struct mms_slice text)
{
	const struct mms_field *column = f->column;
	int64_t value;

	if (!column)
		return;
	if (column->kind == MMS_FIELD_TEXT) {
		put_text(rec, column, text);
	} else if (read_int(f, text, &value)) {
		rec->data[column->offset - 1] = 1;
		memcpy(rec->data + column->offset, &value, sizeof(value));
	} else {
		rec->nr_unread += text.pos < text.end;
	}
}

uint32_t mms_text_pack(struct mms_text_type *type, const struct mms_text_values *values,
		       struct mms_slice payload, uint8_t *to, uint64_t *ret_unread)
{
	struct record rec = { .data = to, .len = type->fixed_len };
	bool whole = values->nr_bare != 0;

	memset(to, 0, type->fixed_len);
	for (unsigned int i = 0; i < values->nr; i++) {
		int label = values->v[i].label, field;

		whole |= label < 0;
		field = label < 0 ? -1 : type->labels[label].field;
		if (field >= 0)
			put_value(&rec, &type->fields[field], values->v[i].text);
	}
	if (whole && type->text_field >= 0)
		put_value(&rec, &type->fields[type->text_field], payload);
	*ret_unread += rec.nr_unread;
	return rec.len;
}
