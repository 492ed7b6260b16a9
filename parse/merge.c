// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/merge.h"

struct node {
	int64_t key;
	uint32_t lane;
};

/*
 * nodes[0] is the winner, nodes[1 ... width - 1] the losers; the leaves are
 * not stored: lane i plays first at node (width + i) / 2.
 */
struct mms_merge {
	uint32_t width; /* power of two */
	int64_t limit;
	struct node nodes[];
};

static bool before(struct node a, struct node b)
{
	return a.key < b.key || (a.key == b.key && a.lane < b.lane);
}

/*
 * From the lane of @cand up. When that lane stays the winner, the losers that
 * it met are the ones that could beat it next, so the limit comes for free; a
 * new winner has met others: its limit is found when it wins again.
 */
static void play(struct mms_merge *merge, struct node cand)
{
	struct node best = { MMS_MERGE_END, UINT32_MAX };
	uint32_t lane = cand.lane;

	for (uint32_t n = (merge->width + lane) / 2; n; n /= 2) {
		struct node held = merge->nodes[n];

		if (before(held, cand)) {
			merge->nodes[n] = cand;
			cand = held;
		} else if (before(held, best)) {
			best = held;
		}
	}
	merge->nodes[0] = cand;
	merge->limit = cand.key;
	if (cand.lane == lane)
		merge->limit = best.lane < lane ? best.key - 1 : best.key;
}

/* The winner below node @n of the first round; its losers are stored. */
static struct node build(struct mms_merge *merge, uint32_t n, const int64_t *keys, uint32_t nr)
{
	struct node a, b;

	if (n >= merge->width) {
		uint32_t lane = n - merge->width;

		return (struct node){ lane < nr ? keys[lane] : MMS_MERGE_END, lane };
	}
	a = build(merge, 2 * n, keys, nr);
	b = build(merge, 2 * n + 1, keys, nr);
	merge->nodes[n] = before(a, b) ? b : a;
	return before(a, b) ? a : b;
}

int mms_merge_new(const int64_t *keys, unsigned int nr, struct mms_merge **ret_merge)
{
	struct mms_merge *merge;
	uint32_t width = 1;

	while (width < nr)
		width *= 2;
	merge = calloc(1, sizeof(*merge) + width * sizeof(merge->nodes[0]));
	if (!merge)
		return mms_err(-ENOMEM, "no memory to merge %u buffers", nr);
	merge->width = width;
	merge->nodes[0] = build(merge, 1, keys, nr);
	merge->limit = merge->nodes[0].key;
	*ret_merge = merge;
	return 0;
}

void mms_merge_free(struct mms_merge *merge)
{
	free(merge);
}

bool mms_merge_done(const struct mms_merge *merge)
{
	return merge->nodes[0].key == MMS_MERGE_END;
}

unsigned int mms_merge_winner(const struct mms_merge *merge)
{
	return merge->nodes[0].lane;
}

int64_t mms_merge_limit(const struct mms_merge *merge)
{
	return merge->limit;
}

void mms_merge_next(struct mms_merge *merge, int64_t key)
{
	play(merge, (struct node){ key, merge->nodes[0].lane });
}
