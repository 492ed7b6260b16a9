/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_PACK_H
#define MMS_PARSE_TEXT_PACK_H

#include "parse/source.h"
#include "parse/text_event.h"

/*
 * Records of bytes out of values of text. The text is read twice: first to
 * learn which fields each event has and whether they are numbers, then to pack
 * their values into records of that format.
 */

/* Bytes of the longest record: offsets in it have 16 bits. */
#define MMS_TEXT_MAX_RECORD (64 << 10)

/**
 * mms_text_learn() - Look at a payload, for the format of its event.
 *
 * Return: 0 or -ENOMEM.
 */
int mms_text_learn(struct mms_text_type *type, const struct mms_text_values *values);

/** mms_text_is_readable() - Can it be a value of the field? Any can be that of a text. */
bool mms_text_is_readable(struct mms_text_field *field, struct mms_slice text);

/* The formats of all events that came. */
struct mms_text_formats {
	unsigned int nr_types, nr_enums;
	struct mms_event_type *types;
	struct mms_source_enum *enums;
	struct mms_field *fields; /* of all types */
	char *names;              /* of all enums */
};

int mms_text_formats_init(struct mms_text_formats *formats, struct mms_text_types *types);
void mms_text_formats_release(struct mms_text_formats *formats);

/**
 * mms_text_pack() - Make a record.
 * @payload: what @values are pieces of
 * @to: MMS_TEXT_MAX_RECORD bytes
 * @ret_unread: added to: values that are there and cannot be read; they stay unknown
 *
 * Return: bytes of the record.
 */
uint32_t mms_text_pack(struct mms_text_type *type, const struct mms_text_values *values,
		       struct mms_slice payload, uint8_t *to, uint64_t *ret_unread);

#endif
