// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "common/err.h"
#include "record/btf.h"

/* Layout of include/uapi/linux/btf.h; headers of old systems lack ENUM64. */
#define BTF_MAGIC_NUMBER 0xeb9f

enum { KIND_ENUM = 6, KIND_ENUM64 = 19, NR_KINDS = 20 };

struct header {
	uint16_t magic;
	uint8_t version;
	uint8_t flags;
	uint32_t hdr_len;
	uint32_t type_off; /* from the end of the header, as all offsets */
	uint32_t type_len;
	uint32_t str_off;
	uint32_t str_len;
};

struct type {
	uint32_t name_off;
	uint32_t info; /* bits 0-15 vlen, 24-28 kind, 31 kind_flag */
	uint32_t size_or_type;
};

struct value {
	uint32_t name_off;
	int32_t value;
};

struct value64 {
	uint32_t name_off;
	uint32_t lo;
	uint32_t hi;
};

struct btf {
	const uint8_t *types, *types_end;
	const char *strings;
	size_t strings_len;
};

/* Bytes that follow struct type: fixed, and per element of vlen. */
static const struct {
	uint8_t fixed, per_element;
} kind_size[NR_KINDS] = {
	[1] = { 4, 0 },            /* INT */
	[3] = { 12, 0 },           /* ARRAY */
	[4] = { 0, 12 },           /* STRUCT */
	[5] = { 0, 12 },           /* UNION */
	[KIND_ENUM] = { 0, 8 },    /* ENUM */
	[13] = { 0, 8 },           /* FUNC_PROTO */
	[14] = { 4, 0 },           /* VAR */
	[15] = { 0, 12 },          /* DATASEC */
	[17] = { 4, 0 },           /* DECL_TAG */
	[KIND_ENUM64] = { 0, 12 }, /* ENUM64 */
};

static int damaged(const char *what, size_t offset)
{
	return mms_err(-EBADMSG, "BTF of the kernel: %s at byte %zu", what, offset);
}

static const char *string_at(const struct btf *btf, uint32_t off)
{
	if (off >= btf->strings_len || !memchr(btf->strings + off, 0, btf->strings_len - off))
		return NULL;
	return btf->strings + off;
}

static bool inside(size_t off, size_t part, size_t len)
{
	return off <= len && part <= len - off;
}

static int open_blob(const void *data, size_t len, struct btf *btf)
{
	const uint8_t *body;
	struct header h;

	if (len < sizeof(h))
		return damaged("no header", 0);
	memcpy(&h, data, sizeof(h));
	if (h.magic != BTF_MAGIC_NUMBER || h.hdr_len < sizeof(h) || h.hdr_len > len)
		return damaged("no header of this byte order", 0);
	len -= h.hdr_len;
	if (!inside(h.type_off, h.type_len, len) || !inside(h.str_off, h.str_len, len))
		return damaged("sections beyond the end", 0);
	body = (const uint8_t *)data + h.hdr_len;
	btf->types = body + h.type_off;
	btf->types_end = btf->types + h.type_len;
	btf->strings = (const char *)body + h.str_off;
	btf->strings_len = h.str_len;
	return 0;
}

static int64_t value_at(const uint8_t *p, bool wide, bool is_signed, uint32_t *ret_name_off)
{
	struct value64 w;
	struct value v;

	if (wide) {
		memcpy(&w, p, sizeof(w));
		*ret_name_off = w.name_off;
		return (int64_t)((uint64_t)w.hi << 32 | w.lo);
	}
	memcpy(&v, p, sizeof(v));
	*ret_name_off = v.name_off;
	return is_signed ? v.value : (int64_t)(uint32_t)v.value;
}

static int walk_values(const struct btf *btf, const struct type *t, const uint8_t *p, bool wide,
		       int (*fn)(void *, const char *, int64_t), void *ctx)
{
	uint32_t n = t->info & 0xffff;
	size_t step = wide ? sizeof(struct value64) : sizeof(struct value);
	int ret = 0;

	for (uint32_t i = 0; i < n && !ret; i++, p += step) {
		uint32_t off;
		int64_t v = value_at(p, wide, t->info >> 31, &off);
		const char *name = string_at(btf, off);

		if (!name)
			return damaged("name of an enumerator beyond the end", off);
		ret = fn(ctx, name, v);
	}
	return ret;
}

int mms_btf_enum(const void *data, size_t len, const char *name,
		 int (*fn)(void *ctx, const char *enumerator, int64_t value), void *ctx)
{
	struct btf btf = { 0 };
	int ret = open_blob(data, len, &btf);

	for (const uint8_t *p = btf.types; !ret && p < btf.types_end;) {
		uint32_t kind;
		size_t body;
		struct type t;
		const char *type_name;

		if ((size_t)(btf.types_end - p) < sizeof(t))
			return damaged("half a type", (size_t)(p - btf.types));
		memcpy(&t, p, sizeof(t));
		p += sizeof(t);
		kind = t.info >> 24 & 0x1f;
		if (!kind || kind >= NR_KINDS)
			return damaged("an unknown kind of type", (size_t)(p - btf.types));
		body = kind_size[kind].fixed +
		       (size_t)kind_size[kind].per_element * (t.info & 0xffff);
		if ((size_t)(btf.types_end - p) < body)
			return damaged("half a type", (size_t)(p - btf.types));
		type_name = string_at(&btf, t.name_off);
		if ((kind == KIND_ENUM || kind == KIND_ENUM64) && type_name &&
		    !strcmp(type_name, name))
			return walk_values(&btf, &t, p, kind == KIND_ENUM64, fn, ctx);
		p += body;
	}
	return ret ? ret : -ENOENT;
}
