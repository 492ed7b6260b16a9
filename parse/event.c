// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/event.h"

const struct mms_field *mms_field_find(const struct mms_event_type *type, const char *name)
{
	for (unsigned int i = 0; i < type->nr_fields; i++)
		if (!strcmp(type->fields[i].name, name))
			return &type->fields[i];
	return NULL;
}

/* The u32 that says where a dynamic field's bytes are. */
static bool dynamic_location(const struct mms_event *ev, const struct mms_field *f,
			     uint32_t *ret_offset, uint32_t *ret_len)
{
	uint32_t loc;

	if (f->offset > ev->len || ev->len - f->offset < sizeof(loc))
		return false;
	memcpy(&loc, ev->data + f->offset, sizeof(loc));
	if (ev->type->swap)
		loc = bswap_32(loc);
	if (!loc)
		return false;
	*ret_offset = loc & 0xffff;
	*ret_len = loc >> 16;
	if (f->dynamic == MMS_FIELD_REL_LOC)
		*ret_offset += f->offset + (uint32_t)sizeof(loc);
	return true;
}

const uint8_t *mms_field_bytes(const struct mms_event *ev, const struct mms_field *f,
			       uint32_t *ret_len)
{
	uint32_t offset = f->offset, len = f->size;

	if (f->dynamic != MMS_FIELD_STATIC && !dynamic_location(ev, f, &offset, &len))
		return NULL;
	if (f->dynamic == MMS_FIELD_STATIC && !len && offset <= ev->len)
		len = ev->len - offset;
	if (offset > ev->len || len > ev->len - offset)
		return NULL;
	if (f->kind == MMS_FIELD_TEXT)
		len = (uint32_t)strnlen((const char *)ev->data + offset, len);
	*ret_len = len;
	return ev->data + offset;
}
