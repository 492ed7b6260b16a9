/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_TALLY_H
#define MMS_PARSE_EPISODE_TALLY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sums by key: a hash of entries that are @nr_keys numbers of key, followed by
 * @nr_values sums that begin at 0. It grows when it must and keeps its memory
 * when it is emptied, so that nothing is allocated per event.
 */
struct mms_tally {
	size_t nr_keys, nr_values;
	size_t nr, alloc; /* entries */
	int64_t *cells;
	uint32_t *slots; /* number of an entry plus 1; 0: free */
	size_t nr_slots; /* a power of two */
	int64_t *last;   /* the entry that was found last: the next is often the same */
};

/**
 * mms_tally_at() - The sums of a key.
 * @key: tally->nr_keys numbers
 *
 * Return: its values, valid until the next call; NULL when out of memory.
 */
int64_t *mms_tally_at(struct mms_tally *tally, const int64_t *key);

/* Entry @i of tally->nr: its key, then its values. */
static inline const int64_t *mms_tally_entry(const struct mms_tally *tally, size_t i)
{
	return tally->cells + i * (tally->nr_keys + tally->nr_values);
}

/** mms_tally_reset() - Forget all entries. */
void mms_tally_reset(struct mms_tally *tally);
void mms_tally_release(struct mms_tally *tally);

#endif
