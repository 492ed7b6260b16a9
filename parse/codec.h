/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_CODEC_H
#define MMS_PARSE_CODEC_H

#include <stddef.h>

#include "common/auto.h"

/* Compressions by the names that a file's header uses. */
struct mms_codec {
	const char *name;
	/* State of one thread; may be NULL: the codec needs none. */
	void *(*new_ctx)(void);
	void (*free_ctx)(void *ctx);
	/* Exactly @dst_len bytes come out, or it fails. */
	int (*unpack)(void *ctx, const void *src, size_t src_len, void *dst, size_t dst_len);
};

/**
 * mms_codec_find() - The codec called @name.
 *
 * Return: NULL when nothing of that name is known; "none" is known and has no
 * unpack.
 */
const struct mms_codec *mms_codec_find(const char *name);

#endif
