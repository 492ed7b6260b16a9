// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/strmap.h"

#define MIN_SLOTS 256

void mms_strmap_release(struct mms_strmap *map)
{
	mms_buf_release(&map->names);
	free(map->ends);
	free(map->slots);
	memset(map, 0, sizeof(*map));
}

/* A last mix, since only the low bits are used. */
static uint64_t hash(const void *name, size_t len)
{
	uint64_t h = mms_hash(MMS_HASH_INIT, name, len);

	return h ^ h >> 32;
}

const char *mms_strmap_name(const struct mms_strmap *map, size_t i, size_t *ret_len)
{
	size_t begin = i ? map->ends[i - 1] : 0;

	*ret_len = map->ends[i] - begin;
	return mms_buf_text(&map->names) + begin;
}

static bool is_name(const struct mms_strmap *map, size_t i, const void *name, size_t len)
{
	size_t have;
	const char *p = mms_strmap_name(map, i, &have);

	return have == len && !memcmp(p, name, len);
}

/* Where @name is, or would be: slots are never all taken. */
static uint32_t *find(const struct mms_strmap *map, const void *name, size_t len)
{
	size_t mask = map->nr_slots - 1;
	size_t i = hash(name, len) & mask;

	while (map->slots[i] && !is_name(map, map->slots[i] - 1, name, len))
		i = (i + 1) & mask;
	return &map->slots[i];
}

static int grow(struct mms_strmap *map)
{
	size_t nr_slots = map->nr_slots ? map->nr_slots * 2 : MIN_SLOTS;
	uint64_t *ends = realloc(map->ends, nr_slots / 2 * sizeof(*ends));
	uint32_t *slots = ends ? calloc(nr_slots, sizeof(*slots)) : NULL;

	if (ends)
		map->ends = ends;
	if (!slots)
		return -ENOMEM;
	free(map->slots);
	map->slots = slots;
	map->nr_slots = nr_slots;
	for (size_t i = 0; i < map->n; i++) {
		size_t len;
		const char *name = mms_strmap_name(map, i, &len);

		*find(map, name, len) = (uint32_t)i + 1;
	}
	return 0;
}

int64_t mms_strmap_get(struct mms_strmap *map, const void *name, size_t len, bool *ret_new)
{
	uint32_t *slot;

	if (map->n + 1 > map->nr_slots / 2 && grow(map))
		return -ENOMEM;
	slot = find(map, name, len);
	if (ret_new)
		*ret_new = !*slot;
	if (*slot)
		return *slot - 1;
	if (mms_buf_add(&map->names, name, len))
		return -ENOMEM;
	map->ends[map->n] = map->names.len;
	*slot = (uint32_t)++map->n;
	return *slot - 1;
}
