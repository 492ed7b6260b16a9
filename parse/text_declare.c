// SPDX-License-Identifier: GPL-2.0-or-later
/* What the header lines of schema/tracepoints/NAME.sql say of an event's text. */
#include <errno.h>
#include <stdlib.h>

#include "common/meta.h"
#include "parse/text_declare.h"

struct words {
	const char *pos;
	size_t len;
};

static bool next_word(struct words *w, struct mms_slice *ret_word)
{
	size_t len;
	const char *word = mms_meta_word(&w->pos, &w->len, &len);

	if (word)
		*ret_word = (struct mms_slice){ word, word + len };
	return word != NULL;
}

/* "tracepoint: SYSTEM:NAME" */
static int declare_system(struct mms_text_type *type, struct words w)
{
	const char *colon = memchr(w.pos, ':', w.len);

	free(type->system);
	type->system = strndup(w.pos, colon ? (size_t)(colon - w.pos) : 0);
	return type->system ? 0 : -ENOMEM;
}

/* "field: NAME UNIT meaning"; what has a unit is a number */
static int declare_field(struct mms_text_type *type, struct words w)
{
	struct mms_slice name, unit;
	struct mms_text_field *f;
	int label;

	if (!next_word(&w, &name) || !next_word(&w, &unit))
		return 0;
	label = mms_text_label_add(type, name);
	if (label < 0)
		return label;
	f = &type->fields[type->labels[label].field];
	f->is_number = !mms_slice_says(unit, "-");
	f->is_octal = mms_slice_says(unit, "octal");
	return 0;
}

/* Labels that are no text but a place: the words of the payload, then its rest. */
static const char *const places[MMS_TEXT_MAX_PLACES] = { "@1", "@2" };

static void set_place(struct mms_text_type *type, int label)
{
	struct mms_text_label *l = &type->labels[label];

	for (int i = 0; i < MMS_TEXT_MAX_PLACES; i++)
		if (!strcmp(l->text, places[i]))
			type->places[i] = label;
	if (!strcmp(l->text, "@rest"))
		type->rest = label;
}

/* "alias: LABEL FIELD"; the label may be of several words */
static int declare_alias(struct mms_text_type *type, struct words w)
{
	struct mms_slice text = { w.pos, w.pos + w.len }, field;
	int index = -1, label;

	field.end = text.end;
	while (text.end > text.pos && !mms_is_blank(text.end[-1]))
		text.end--;
	field.pos = text.end;
	mms_trim_blanks(&text);
	if (text.pos == text.end)
		return 0;
	/* of the record's head, which the line has said already */
	if (mms_slice_len(field) < 7 || memcmp(field.pos, "common_", 7) != 0)
		index = mms_text_field_add(type, field);
	label = index == -1 ? mms_text_label_put(type, text, -1)
		: index < 0 ? index
			    : mms_text_label_put(type, text, index);
	if (label >= 0)
		set_place(type, label);
	return label < 0 ? label : 0;
}

static int add_symbol(struct mms_text_field *field, struct mms_slice word)
{
	const char *equals = memchr(word.pos, '=', mms_slice_len(word));
	struct mms_slice number = { equals ? equals + 1 : word.end, word.end };
	struct mms_text_symbol *s;
	int64_t value;

	if (!mms_take_number(&number, &value))
		return 0;
	s = reallocarray(field->symbols, field->nr_symbols + 1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	field->symbols = s;
	s += field->nr_symbols;
	*s = (struct mms_text_symbol){ .text = strndup(word.pos, (size_t)(equals - word.pos)),
				       .len = (size_t)(equals - word.pos),
				       .value = value };
	if (!s->text)
		return -ENOMEM;
	field->nr_symbols++;
	return 0;
}

/* "symbols: FIELD WORD=NUMBER ..." */
static int declare_symbols(struct mms_text_type *type, struct words w)
{
	struct mms_slice word;
	int field, ret = 0;

	if (!next_word(&w, &word))
		return 0;
	field = mms_text_field_add(type, word);
	if (field < 0)
		return field;
	while (!ret && next_word(&w, &word))
		ret = add_symbol(&type->fields[field], word);
	return ret;
}

static const struct {
	const char *key;
	int (*declare)(struct mms_text_type *type, struct words w);
} declarations[] = {
	{ "tracepoint", declare_system },
	{ "field", declare_field },
	{ "alias", declare_alias },
	{ "symbols", declare_symbols },
};

int mms_text_declare(struct mms_text_type *type, const char *text)
{
	struct mms_meta m;
	int ret = 0;

	type->declared = true;
	while (!ret && mms_meta_next(&text, &m))
		for (size_t i = 0; !ret && i < sizeof(declarations) / sizeof(declarations[0]); i++)
			if (mms_slice_says((struct mms_slice){ m.key, m.key + m.key_len },
					   declarations[i].key))
				ret = declarations[i].declare(
					type, (struct words){ m.value, m.value_len });
	if (type->rest < 0)
		return ret;
	for (unsigned int i = 0; i < type->nr_labels; i++)
		type->labels[i].is_rest = type->labels[i].field == type->labels[type->rest].field;
	type->fields[type->labels[type->rest].field].is_text = true;
	return ret;
}
