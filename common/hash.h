/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_HASH_H
#define MMS_COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>

#define MMS_HASH_INIT 0xcbf29ce484222325

/** mms_hash() - FNV-1a: go on from @h, of MMS_HASH_INIT or of bytes before, over @len more. */
static inline uint64_t mms_hash(uint64_t h, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001b3;
	return h;
}

#endif
