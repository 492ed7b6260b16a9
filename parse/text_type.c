// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "common/hash.h"
#include "common/meta.h"
#include "parse/text_declare.h"
#include "schema/db.h"

#define MIN_SLOTS 64 /* a power of two */

/* A name that the text uses for an event. */
struct name {
	char *text;
	size_t len;
	struct mms_text_type *type;
	bool named; /* the name is the begin of the payload */
};

struct mms_text_types {
	struct mms_text_type **types;
	unsigned int nr;
	struct name *slots; /* open addressing; at least half of them are free */
	size_t nr_slots;
	unsigned int nr_names;
	const struct name *last; /* the next line is often of the same event */
	struct mms_text_type *unknown;
};

/* ---- fields and labels ---- */

static int field_find(const struct mms_text_type *type, struct mms_slice name)
{
	for (unsigned int i = 0; i < type->nr_fields; i++)
		if (mms_slice_says(name, type->fields[i].name))
			return (int)i;
	return -1;
}

/* Names of tasks hold blanks, and digits that are no numbers. */
static bool is_comm(struct mms_slice name)
{
	return mms_slice_len(name) >= 4 && !memcmp(name.end - 4, "comm", 4);
}

int mms_text_field_add(struct mms_text_type *type, struct mms_slice name)
{
	int i = field_find(type, name);
	struct mms_text_field *f;

	if (i >= 0)
		return i;
	if (type->nr_fields == MMS_TEXT_MAX_FIELDS)
		return -ENOSPC;
	f = reallocarray(type->fields, type->nr_fields + 1, sizeof(*f));
	if (!f)
		return -ENOMEM;
	type->fields = f;
	f += type->nr_fields;
	*f = (struct mms_text_field){ .name = mms_slice_dup(name), .is_text = is_comm(name) };
	if (!f->name)
		return -ENOMEM;
	return (int)type->nr_fields++;
}

int mms_text_label_find(const struct mms_text_type *type, struct mms_slice text)
{
	for (unsigned int i = 0; i < type->nr_labels; i++)
		if (mms_slice_is(text, type->labels[i].text, type->labels[i].len))
			return (int)i;
	return -1;
}

int mms_text_label_put(struct mms_text_type *type, struct mms_slice text, int field)
{
	int i = mms_text_label_find(type, text);
	struct mms_text_label *l;

	if (i >= 0) {
		type->labels[i].field = field;
		return i;
	}
	if (type->nr_labels == MMS_TEXT_MAX_FIELDS)
		return -ENOSPC;
	l = reallocarray(type->labels, type->nr_labels + 1, sizeof(*l));
	if (!l)
		return -ENOMEM;
	type->labels = l;
	l += type->nr_labels;
	*l = (struct mms_text_label){
		.text = mms_slice_dup(text), .len = mms_slice_len(text), .field = field, .next = -1
	};
	if (!l->text)
		return -ENOMEM;
	return (int)type->nr_labels++;
}

int mms_text_label_add(struct mms_text_type *type, struct mms_slice text)
{
	int field = mms_text_field_add(type, text);

	return field < 0 ? field : mms_text_label_put(type, text, field);
}

int mms_text_type_need_text(struct mms_text_type *type)
{
	int field;

	if (type->text_field >= 0)
		return 0;
	field = mms_text_field_add(type, (struct mms_slice)MMS_SLICE("text"));
	if (field == -ENOSPC)
		return 0;
	if (field < 0)
		return field;
	type->fields[field].is_text = true;
	type->text_field = field;
	return 0;
}

static bool symbol_find(struct mms_text_field *field, struct mms_slice text, int64_t *ret_value)
{
	for (unsigned int i = 0; i < field->nr_symbols; i++) {
		struct mms_text_symbol *s = &field->symbols[i];

		if (mms_slice_is(text, s->text, s->len)) {
			s->seen = true;
			*ret_value = s->value;
			return true;
		}
	}
	return mms_take_number(&text, ret_value) && text.pos == text.end;
}

bool mms_text_symbol_value(struct mms_text_field *field, struct mms_slice text, int64_t *ret_value)
{
	int64_t all = 0, one;

	do {
		const char *bar = memchr(text.pos, '|', mms_slice_len(text));
		struct mms_slice word = { text.pos, bar ? bar : text.end };

		if (!symbol_find(field, word, &one))
			return false;
		all |= one;
		text.pos = bar ? bar + 1 : text.end;
	} while (text.pos < text.end);
	*ret_value = all;
	return true;
}

/* ---- events ---- */

static void type_free(struct mms_text_type *type)
{
	if (!type)
		return;
	for (unsigned int i = 0; i < type->nr_fields; i++) {
		struct mms_text_field *f = &type->fields[i];

		for (unsigned int k = 0; k < f->nr_symbols; k++)
			free(f->symbols[k].text);
		free(f->symbols);
		free(f->name);
	}
	for (unsigned int i = 0; i < type->nr_labels; i++)
		free(type->labels[i].text);
	free(type->fields);
	free(type->labels);
	free(type->system);
	free(type->name);
	free(type);
}
MMS_DEFINE_AUTO(text_type, struct mms_text_type *, type_free);

static int type_new(struct mms_slice system, struct mms_slice name, const struct mms_file *file,
		    struct mms_text_type **ret_type)
{
	struct mms_text_type *type mms_auto(text_type) = calloc(1, sizeof(*type));
	int ret = 0;

	if (!type)
		return -ENOMEM;
	type->first = type->rest = type->text_field = -1;
	for (int i = 0; i < MMS_TEXT_MAX_PLACES; i++)
		type->places[i] = -1;
	type->name = mms_slice_dup(name);
	type->system = mms_slice_dup(system);
	if (!type->name || !type->system)
		return -ENOMEM;
	if (file)
		ret = mms_text_declare(type, file->text);
	if (!ret)
		*ret_type = mms_take(type);
	return ret;
}

/* Names that differ do so at their ends, or in length. */
static uint64_t name_hash(struct mms_slice name)
{
	size_t len = mms_slice_len(name);
	uint64_t head, tail;

	if (len < 8)
		return mms_hash(MMS_HASH_INIT, name.pos, len);
	memcpy(&head, name.pos, 8);
	memcpy(&tail, name.end - 8, 8);
	head = (head ^ len) * 0x9e3779b97f4a7c15 ^ tail;
	return head * 0x9e3779b97f4a7c15 >> 32;
}

/* Where @text is, or would be. */
static struct name *find_slot(const struct mms_text_types *types, struct mms_slice text)
{
	size_t mask = types->nr_slots - 1, i = name_hash(text) & mask;

	while (types->slots[i].text &&
	       !mms_slice_is(text, types->slots[i].text, types->slots[i].len))
		i = (i + 1) & mask;
	return &types->slots[i];
}

static int grow_slots(struct mms_text_types *types)
{
	struct name *old = types->slots;
	size_t nr_old = types->nr_slots;

	types->nr_slots = nr_old ? nr_old * 2 : MIN_SLOTS;
	types->slots = calloc(types->nr_slots, sizeof(*types->slots));
	if (!types->slots) {
		types->slots = old;
		types->nr_slots = nr_old;
		return -ENOMEM;
	}
	for (size_t i = 0; i < nr_old; i++)
		if (old[i].text)
			*find_slot(types, (struct mms_slice){ old[i].text,
							      old[i].text + old[i].len }) = old[i];
	types->last = NULL;
	free(old);
	return 0;
}

static int add_name(struct mms_text_types *types, struct mms_slice text, struct mms_text_type *type,
		    bool named)
{
	struct name *n;

	if (types->nr_names * 2 >= types->nr_slots && grow_slots(types))
		return -ENOMEM;
	n = find_slot(types, text);
	if (n->text)
		return 0;
	n->text = mms_slice_dup(text);
	if (!n->text)
		return -ENOMEM;
	n->len = mms_slice_len(text);
	n->type = type;
	n->named = named;
	types->nr_names++;
	return 0;
}

/* The type goes to @types, and under its own name. */
static int add_type(struct mms_text_types *types, struct mms_slice system, struct mms_slice name,
		    const struct mms_file *file, struct mms_text_type **ret_type)
{
	struct mms_text_type **all;
	int ret;

	all = reallocarray(types->types, types->nr + 1, sizeof(*all));
	if (!all)
		return -ENOMEM;
	types->types = all;
	ret = type_new(system, name, file, &all[types->nr]);
	if (ret)
		return ret;
	*ret_type = all[types->nr++];
	return add_name(types, name, *ret_type, false);
}

static struct mms_slice of_string(const char *s)
{
	return (struct mms_slice){ s, s + strlen(s) };
}

static const struct mms_file *find_file(struct mms_slice system, struct mms_slice name)
{
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		size_t len;
		const char *v;

		if (!mms_slice_says(name, f->name))
			continue;
		v = mms_meta_get(f->text, "tracepoint", &len);
		if (system.pos == system.end ||
		    (v && len > mms_slice_len(system) && v[mms_slice_len(system)] == ':' &&
		     !memcmp(v, system.pos, mms_slice_len(system))))
			return f;
	}
	return NULL;
}

/* "-- text: NAME": the text calls the event so, too. */
static int add_text_names(struct mms_text_types *types, const struct mms_file *file)
{
	struct mms_text_type *type;
	const char *names, *name;
	size_t left, len;
	int ret;

	names = mms_meta_get(file->text, "text", &left);
	if (!names)
		return 0;
	ret = add_type(types, (struct mms_slice)MMS_SLICE(""), of_string(file->name), file, &type);
	while (!ret && (name = mms_meta_word(&names, &left, &len)))
		ret = add_name(types, (struct mms_slice){ name, name + len }, type, true);
	return ret;
}

bool mms_text_is_declared(struct mms_slice system, struct mms_slice name)
{
	return find_file(system, name) != NULL;
}

int mms_text_types_new(struct mms_text_types **ret_types)
{
	struct mms_text_types *types mms_auto(text_types) = calloc(1, sizeof(*types));
	int ret;

	if (!types)
		return -ENOMEM;
	ret = grow_slots(types);
	if (!ret)
		ret = add_type(types, (struct mms_slice)MMS_SLICE(""),
			       (struct mms_slice)MMS_SLICE("unknown"), NULL, &types->unknown);
	for (const struct mms_file *f = mms_tracepoints; !ret && f->name; f++)
		ret = add_text_names(types, f);
	if (!ret)
		*ret_types = mms_take(types);
	return ret;
}

void mms_text_types_free(struct mms_text_types *types)
{
	if (!types)
		return;
	for (unsigned int i = 0; i < types->nr; i++)
		type_free(types->types[i]);
	for (size_t i = 0; i < types->nr_slots; i++)
		free(types->slots[i].text);
	free(types->types);
	free(types->slots);
	free(types);
}

int mms_text_types_get(struct mms_text_types *types, struct mms_slice system, struct mms_slice name,
		       struct mms_text_type **ret_type, bool *ret_named)
{
	const struct name *n = types->last;
	struct mms_text_type *type;
	int ret;

	if (!n || !mms_slice_is(name, n->text, n->len))
		n = find_slot(types, name);
	if (!n->text && types->nr_names >= MMS_TEXT_MAX_TYPES) {
		*ret_type = types->unknown;
		*ret_named = true;
		return 0;
	}
	if (!n->text) {
		ret = add_type(types, system, name, find_file(system, name), &type);
		if (ret)
			return ret;
		n = find_slot(types, name);
	}
	types->last = n;
	*ret_type = n->type;
	*ret_named = n->named;
	return 0;
}

unsigned int mms_text_types_nr(const struct mms_text_types *types)
{
	return types->nr;
}

struct mms_text_type *mms_text_types_at(const struct mms_text_types *types, unsigned int i)
{
	return types->types[i];
}

/* ---- what another part of the text has ---- */

static void merge_field(struct mms_text_field *to, const struct mms_text_field *from)
{
	for (int i = 0; i < MMS_TEXT_NR_CLASSES; i++)
		to->seen[i] += from->seen[i];
	/* both come of the same declaration */
	for (unsigned int i = 0; i < to->nr_symbols && i < from->nr_symbols; i++)
		to->symbols[i].seen |= from->symbols[i].seen;
}

static int merge_label(struct mms_text_type *to, const struct mms_text_type *from,
		       const struct mms_text_label *label)
{
	struct mms_slice text = { label->text, label->text + label->len };
	int field;

	if (label->field < 0 || mms_text_label_find(to, text) >= 0)
		return 0;
	field = mms_text_field_add(to, of_string(from->fields[label->field].name));
	if (field >= 0)
		field = mms_text_label_put(to, text, field);
	return field == -ENOMEM ? field : 0;
}

static int merge_type(struct mms_text_type *to, const struct mms_text_type *from)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < from->nr_labels; i++)
		ret = merge_label(to, from, &from->labels[i]);
	if (!ret && from->text_field >= 0)
		ret = mms_text_type_need_text(to);
	for (unsigned int i = 0; !ret && i < from->nr_fields; i++) {
		int field = field_find(to, of_string(from->fields[i].name));

		if (field >= 0)
			merge_field(&to->fields[field], &from->fields[i]);
		else
			ret = mms_text_type_need_text(to);
	}
	return ret;
}

int mms_text_types_merge(struct mms_text_types *types, const struct mms_text_types *from)
{
	struct mms_text_type *to;
	bool named;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < from->nr; i++) {
		const struct mms_text_type *type = from->types[i];

		if (!type->count)
			continue;
		ret = mms_text_types_get(types, of_string(type->system), of_string(type->name), &to,
					 &named);
		if (ret)
			return ret;
		to->count += type->count;
		/* one name too many: its payloads are kept whole */
		ret = to == types->unknown ? mms_text_type_need_text(to) : merge_type(to, type);
	}
	return ret;
}
