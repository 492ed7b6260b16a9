/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_MERGE_H
#define MMS_PARSE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * A tree of losers over lanes that are each in order: says which lane has the
 * smallest key. The winner may go on without asking the tree while its keys
 * stay at or below mms_merge_limit(). Equal keys: the lane of lower number.
 */
struct mms_merge;

#define MMS_MERGE_END INT64_MAX /* key of a lane that has ended */

/** mms_merge_new() - @keys: the lanes' first keys, @nr of them, at least one. */
int mms_merge_new(const int64_t *keys, unsigned int nr, struct mms_merge **ret_merge);
void mms_merge_free(struct mms_merge *merge);
MMS_DEFINE_AUTO(merge, struct mms_merge *, mms_merge_free);

/** mms_merge_done() - Have all lanes ended? */
bool mms_merge_done(const struct mms_merge *merge);

/** mms_merge_winner() - The lane of the smallest key. */
unsigned int mms_merge_winner(const struct mms_merge *merge);

/** mms_merge_limit() - The largest key with which the winner stays the winner. */
int64_t mms_merge_limit(const struct mms_merge *merge);

/** mms_merge_next() - The winner's next key is @key: find the new winner. */
void mms_merge_next(struct mms_merge *merge, int64_t key);

#endif
