/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_STRMAP_H
#define MMS_COMMON_STRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/buf.h"

/*
 * Numbers names: the first gets 0, the next new one 1, and so on. A name is
 * any bytes. Zero-initialise it; release it with mms_strmap_release().
 */
struct mms_strmap {
	struct mms_buf names;
	uint64_t *ends;  /* of each name in @names */
	uint32_t *slots; /* number + 1; 0: free */
	size_t nr_slots; /* a power of two */
	size_t n;
};

void mms_strmap_release(struct mms_strmap *map);
static inline void mms_auto_strmap(struct mms_strmap *map)
{
	mms_strmap_release(map);
}

/**
 * mms_strmap_get() - The number of a name, which is added when it is new.
 * @ret_new: set to whether it was; may be NULL
 *
 * Return: its number, or -ENOMEM.
 */
int64_t mms_strmap_get(struct mms_strmap *map, const void *name, size_t len, bool *ret_new);

/** mms_strmap_name() - Bytes of name @i, borrowed until the next addition. */
const char *mms_strmap_name(const struct mms_strmap *map, size_t i, size_t *ret_len);

#endif
