/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EVENT_H
#define MMS_PARSE_EVENT_H

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * An event as it flows through the engine: a record of bytes and the format
 * that says what the bytes mean. Every kind of input gives this; one that has
 * no binary records (text) makes a format of its own and packs its values.
 */

enum mms_field_kind {
	MMS_FIELD_INT,  /* 1, 2, 4 or 8 bytes */
	MMS_FIELD_TEXT, /* characters: fixed array, or dynamic (see @dynamic) */
	MMS_FIELD_BLOB, /* any other array or struct */
};

enum mms_field_dynamic {
	MMS_FIELD_STATIC,
	MMS_FIELD_DATA_LOC, /* u32: length << 16 | offset from the record's begin */
	MMS_FIELD_REL_LOC,  /* as before, offset from behind this field */
	MMS_FIELD_OPTIONAL, /* static; the byte before it is 0 when there is no value */
};

struct mms_field {
	const char *name; /* the kernel's spelling */
	enum mms_field_kind kind;
	enum mms_field_dynamic dynamic;
	uint32_t offset; /* bytes from the record's begin */
	uint32_t size;   /* bytes in the record; 0: up to the record's end */
	bool is_signed;
};

/**
 * struct mms_event_type - One kind of event of one input.
 * @index: dense, counted from 0, in the source's table of types
 * @id: common_type of the input
 * @fields: without the common_ ones, in the format's order
 * @swap: values are in the other byte order
 *
 * All of it is owned by the source and lives as long as it.
 */
struct mms_event_type {
	unsigned int index;
	int id;
	const char *system;
	const char *name;
	const char *format; /* text of the format file; "" when there is none */
	const struct mms_field *fields;
	unsigned int nr_fields;
	bool swap;
};

/**
 * struct mms_event - One record, or one loss, in merged time order.
 * @type: NULL: this is no record but a gap: events of @cpu were lost before
 *	@ts_ns (the first event behind the gap, or the end), after
 *	@lost_from_ns (the last one before it; INT64_MIN: the begin)
 * @nr_lost: of a gap: how many, -1 when the kernel did not say
 * @data: borrowed until the source's next event
 */
struct mms_event {
	const struct mms_event_type *type;
	int64_t ts_ns;
	int32_t cpu;     /* -1: the input does not say, as of the next two */
	int32_t pid;     /* common_pid */
	int16_t flags;   /* common_flags */
	uint16_t buffer; /* index in the source's table of ring buffers */
	uint32_t len;    /* bytes */
	const uint8_t *data;
	int64_t lost_from_ns;
	int64_t nr_lost;
};

/** mms_field_find() - The field @name of @type, or NULL. */
const struct mms_field *mms_field_find(const struct mms_event_type *type, const char *name);

/**
 * mms_field_bytes() - Where a text or blob field's bytes are.
 * @ret_len: bytes; of a text without its NUL
 *
 * Return: borrowed as ev->data; NULL when it has no value (an offset of 0),
 * when the record is too short, or when its offsets point outside of it.
 */
const uint8_t *mms_field_bytes(const struct mms_event *ev, const struct mms_field *f,
			       uint32_t *ret_len);

/**
 * mms_field_int() - Value of an integer field; u64 comes as its 64 bits.
 * @ret_value: set only on success
 *
 * Return: true; false when @f is NULL, no integer, without a value, or outside
 * of the record.
 */
static inline bool mms_field_int(const struct mms_event *ev, const struct mms_field *f,
				 int64_t *ret_value)
{
	const uint8_t *p;
	uint16_t v16;
	uint32_t v32;
	uint64_t v64;

	if (!f || f->kind != MMS_FIELD_INT || f->offset > ev->len || f->size > ev->len - f->offset)
		return false;
	p = ev->data + f->offset;
	if (f->dynamic == MMS_FIELD_OPTIONAL && !p[-1])
		return false;
	if (f->size == 8) {
		memcpy(&v64, p, 8);
		*ret_value = (int64_t)(ev->type->swap ? bswap_64(v64) : v64);
	} else if (f->size == 4) {
		memcpy(&v32, p, 4);
		v32 = ev->type->swap ? bswap_32(v32) : v32;
		*ret_value = f->is_signed ? (int32_t)v32 : (int64_t)v32;
	} else if (f->size == 2) {
		memcpy(&v16, p, 2);
		v16 = ev->type->swap ? bswap_16(v16) : v16;
		*ret_value = f->is_signed ? (int16_t)v16 : (int64_t)v16;
	} else {
		*ret_value = f->is_signed ? (int8_t)*p : (int64_t)*p;
	}
	return true;
}

#endif
