// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "parse/episode/tally.h"

static size_t width(const struct mms_tally *tally)
{
	return tally->nr_keys + tally->nr_values;
}

static size_t hash(const struct mms_tally *tally, const int64_t *key)
{
	uint64_t h = 0;

	for (size_t i = 0; i < tally->nr_keys; i++) {
		h = (h ^ (uint64_t)key[i]) * 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	return (size_t)(h >> 16) & (tally->nr_slots - 1);
}

static bool same(const struct mms_tally *tally, const int64_t *a, const int64_t *b)
{
	for (size_t i = 0; i < tally->nr_keys; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* Where @key is, or the free slot that it would get. */
static uint32_t *find_slot(const struct mms_tally *tally, const int64_t *key)
{
	size_t i = hash(tally, key);

	while (tally->slots[i] && !same(tally, mms_tally_entry(tally, tally->slots[i] - 1), key))
		i = (i + 1) & (tally->nr_slots - 1);
	return &tally->slots[i];
}

/* Twice the entries; slots are at least half empty. */
static int grow(struct mms_tally *tally)
{
	size_t alloc = tally->alloc ? tally->alloc * 2 : 64;
	int64_t *cells = realloc(tally->cells, alloc * width(tally) * sizeof(*cells));
	uint32_t *slots;

	if (!cells)
		return -ENOMEM;
	tally->cells = cells;
	slots = calloc(alloc * 2, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	free(tally->slots);
	tally->slots = slots;
	tally->nr_slots = alloc * 2;
	tally->alloc = alloc;
	for (size_t i = 0; i < tally->nr; i++)
		*find_slot(tally, mms_tally_entry(tally, i)) = (uint32_t)i + 1;
	return 0;
}

static int64_t *add_entry(struct mms_tally *tally, uint32_t *slot, const int64_t *key)
{
	int64_t *entry = tally->cells + tally->nr * width(tally);

	memcpy(entry, key, tally->nr_keys * sizeof(*key));
	memset(entry + tally->nr_keys, 0, tally->nr_values * sizeof(*key));
	*slot = (uint32_t)++tally->nr;
	return entry;
}

int64_t *mms_tally_at(struct mms_tally *tally, const int64_t *key)
{
	uint32_t *slot;

	if (tally->last && same(tally, tally->last, key))
		return tally->last + tally->nr_keys;
	if (tally->nr == tally->alloc && grow(tally))
		return NULL;
	slot = find_slot(tally, key);
	tally->last =
		*slot ? tally->cells + (*slot - 1) * width(tally) : add_entry(tally, slot, key);
	return tally->last + tally->nr_keys;
}

void mms_tally_reset(struct mms_tally *tally)
{
	tally->last = NULL;
	if (tally->nr)
		memset(tally->slots, 0, tally->nr_slots * sizeof(*tally->slots));
	tally->nr = 0;
}

void mms_tally_release(struct mms_tally *tally)
{
	free(tally->cells);
	free(tally->slots);
	tally->cells = NULL;
	tally->slots = NULL;
	tally->last = NULL;
}
