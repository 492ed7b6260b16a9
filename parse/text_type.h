/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_TYPE_H
#define MMS_PARSE_TEXT_TYPE_H

#include "common/auto.h"
#include "parse/event.h"
#include "parse/text_scan.h"

/*
 * The events of a text and what their fields are called in it. What is known
 * of an event is in schema/tracepoints/: its fields, how the text names them
 * ("-- alias:"), what words for numbers mean ("-- symbols:"), and the names of
 * the event itself ("-- text:"). Other events, and other fields, are learnt
 * from the "key=value" of the text.
 */
#define MMS_TEXT_MAX_TYPES  4000
#define MMS_TEXT_MAX_FIELDS 128 /* of an event; of its labels too */

/* What the values of a field look like. */
enum mms_text_class {
	MMS_TEXT_EMPTY,
	MMS_TEXT_INT,
	MMS_TEXT_WORD, /* begins like a word */
	MMS_TEXT_ODD,  /* no number, but begins like one, or not the word that was due */
	MMS_TEXT_NR_CLASSES
};

/* A word that the kernel prints for a number. */
struct mms_text_symbol {
	char *text;
	size_t len;
	int64_t value;
	bool seen;
};

/**
 * struct mms_text_field - A column of the event.
 * @symbols: words for its numbers; they may be joined by "|"
 * @is_number: what is no number cannot be read
 * @is_octal: it is printed so, with or without a 0 in front
 * @is_text: all that stands before the next label belongs to it
 * @seen: values by what they look like
 * @column: place in the packed record, once that is decided; NULL: none
 */
struct mms_text_field {
	char *name;
	struct mms_text_symbol *symbols;
	unsigned int nr_symbols;
	bool is_number, is_octal, is_text;
	uint64_t seen[MMS_TEXT_NR_CLASSES];
	const struct mms_field *column;
};

/**
 * struct mms_text_label - What the text calls a field.
 * @field: index; -1: it says nothing new
 * @next: the label that stood behind it last time, a guess; -1: none yet
 * @is_rest: all that follows is its value
 */
struct mms_text_label {
	char *text;
	size_t len;
	int field, next;
	bool is_rest;
};

#define MMS_TEXT_MAX_PLACES 2

/**
 * struct mms_text_type - An event of the text.
 * @declared: there is a file in schema/tracepoints/: labels may be of several
 *	words, and stand before their value without a "="
 * @first: the label that a line begins with, as label.next
 * @places: labels of words that stand alone, by their place; -1: none
 * @rest: label of all that is behind these; -1: none
 * @text_field: keeps whole payloads that hold more than labels and values;
 *	-1: not needed yet
 * @count: records
 * @event: format of the packed records, once that is decided; NULL: none came
 * @fixed_len: bytes of such a record without its texts
 */
struct mms_text_type {
	char *system, *name;
	struct mms_text_field *fields;
	unsigned int nr_fields;
	struct mms_text_label *labels;
	unsigned int nr_labels;
	bool declared;
	int first;
	int places[MMS_TEXT_MAX_PLACES];
	int rest;
	int text_field;
	uint64_t count;
	const struct mms_event_type *event;
	uint32_t fixed_len;
};

struct mms_text_types;

int mms_text_types_new(struct mms_text_types **ret_types);
void mms_text_types_free(struct mms_text_types *types);
MMS_DEFINE_AUTO(text_types, struct mms_text_types *, mms_text_types_free);

/**
 * mms_text_types_get() - The event of a name, which is added when it is new.
 * @system: empty when the text does not say it
 * @ret_type: owned by @types; beyond MMS_TEXT_MAX_TYPES names the event "unknown"
 * @ret_named: the name is part of the payload: what the text calls the event by
 *	is a field's value, or its name would be lost
 *
 * Return: 0 or -ENOMEM.
 */
int mms_text_types_get(struct mms_text_types *types, struct mms_slice system, struct mms_slice name,
		       struct mms_text_type **ret_type, bool *ret_named);

/** mms_text_is_declared() - Is there a file in schema/tracepoints/ about an event? */
bool mms_text_is_declared(struct mms_slice system, struct mms_slice name);

unsigned int mms_text_types_nr(const struct mms_text_types *types);
struct mms_text_type *mms_text_types_at(const struct mms_text_types *types, unsigned int i);

/** mms_text_label_find() - Index of the label @text, or -1. */
int mms_text_label_find(const struct mms_text_type *type, struct mms_slice text);

/**
 * mms_text_label_add() - Make a label and its field.
 *
 * Return: index of the label; -ENOSPC when the event has too many, -ENOMEM.
 */
int mms_text_label_add(struct mms_text_type *type, struct mms_slice text);

/**
 * mms_text_label_put() - Make a label of a field that is there, or change its field.
 * @field: index; -1: the label says nothing new
 *
 * Return: as mms_text_label_add().
 */
int mms_text_label_put(struct mms_text_type *type, struct mms_slice text, int field);

/** mms_text_field_add() - Index of the field @name, made when new; -ENOSPC or -ENOMEM. */
int mms_text_field_add(struct mms_text_type *type, struct mms_slice name);

/** mms_text_types_merge() - Add what @from has learnt. Return: 0 or -ENOMEM. */
int mms_text_types_merge(struct mms_text_types *types, const struct mms_text_types *from);

/** mms_text_type_need_text() - Have a field for whole payloads. Return: 0 or -ENOMEM. */
int mms_text_type_need_text(struct mms_text_type *type);

/** mms_text_symbol_value() - "A|B|0x40" as a number, of a field with symbols. */
bool mms_text_symbol_value(struct mms_text_field *field, struct mms_slice text, int64_t *ret_value);

#endif
