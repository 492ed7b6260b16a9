// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/buf.h"
#include "common/err.h"
#include "parse/text_sort.h"

#define WINDOW MMS_TEXT_SORT_WINDOW

struct entry {
	struct mms_event ev; /* without its bytes */
	uint64_t order;
	size_t offset;
};

/*
 * Up to two windows of events. When both are full they are sorted, and the
 * first half may go: whatever comes later belongs behind it.
 */
struct mms_text_sort {
	struct entry *entries;
	unsigned int alloc;
	unsigned int nr, next, limit; /* entries; to be given next; that may be given */
	struct mms_buf bytes, spare;
	uint64_t order;
	int64_t last_ns;
	uint64_t nr_late;
};

int mms_text_sort_new(struct mms_text_sort **ret_sort)
{
	struct mms_text_sort *sort mms_auto(text_sort) = calloc(1, sizeof(*sort));

	if (!sort)
		return mms_err(-ENOMEM, "no memory to sort events");
	sort->last_ns = INT64_MIN;
	*ret_sort = mms_take(sort);
	return 0;
}

void mms_text_sort_free(struct mms_text_sort *sort)
{
	if (!sort)
		return;
	mms_buf_release(&sort->bytes);
	mms_buf_release(&sort->spare);
	free(sort->entries);
	free(sort);
}

bool mms_text_sort_wants(const struct mms_text_sort *sort)
{
	return sort->next == sort->limit && sort->nr - sort->next < 2 * WINDOW;
}

/* Forget what was given. */
static int compact(struct mms_text_sort *sort)
{
	struct mms_buf old = sort->bytes;

	mms_buf_reset(&sort->spare);
	for (unsigned int i = sort->next; i < sort->nr; i++) {
		struct entry *e = &sort->entries[i];
		size_t offset = sort->spare.len;

		mms_buf_add(&sort->spare, old.data + e->offset, e->ev.len);
		e->offset = offset;
		sort->entries[i - sort->next] = *e;
	}
	if (sort->spare.err)
		return sort->spare.err;
	sort->bytes = sort->spare;
	sort->spare = old;
	sort->nr -= sort->next;
	sort->next = sort->limit = 0;
	return 0;
}

static int grow(struct mms_text_sort *sort)
{
	unsigned int alloc = sort->alloc ? 2 * sort->alloc : 256;
	struct entry *entries = reallocarray(sort->entries, alloc, sizeof(*entries));

	if (!entries)
		return -ENOMEM;
	sort->entries = entries;
	sort->alloc = alloc;
	return 0;
}

int mms_text_sort_add(struct mms_text_sort *sort, const struct mms_event *ev)
{
	struct entry *e;
	int ret = sort->next ? compact(sort) : 0;

	if (!ret && sort->nr == sort->alloc)
		ret = grow(sort);
	if (ret)
		return ret;
	e = &sort->entries[sort->nr];
	*e = (struct entry){ *ev, sort->order++, sort->bytes.len };
	ret = mms_buf_add(&sort->bytes, ev->data, ev->len);
	sort->nr += !ret;
	return ret;
}

static int compare(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->ev.ts_ns != y->ev.ts_ns)
		return x->ev.ts_ns < y->ev.ts_ns ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void sort_entries(struct mms_text_sort *sort)
{
	for (unsigned int i = sort->next + 1; i < sort->nr; i++)
		if (compare(&sort->entries[i - 1], &sort->entries[i]) > 0) {
			qsort(sort->entries + sort->next, sort->nr - sort->next,
			      sizeof(*sort->entries), compare);
			return;
		}
}

bool mms_text_sort_take(struct mms_text_sort *sort, bool at_end, struct mms_event *ret_ev)
{
	const struct entry *e;

	if (sort->next == sort->limit) {
		if (sort->next == sort->nr || (!at_end && mms_text_sort_wants(sort)))
			return false;
		sort_entries(sort);
		sort->limit = at_end ? sort->nr : sort->next + WINDOW;
	}
	e = &sort->entries[sort->next++];
	*ret_ev = e->ev;
	ret_ev->data = (const uint8_t *)sort->bytes.data + e->offset;
	sort->nr_late += ret_ev->ts_ns < sort->last_ns;
	sort->last_ns = ret_ev->ts_ns;
	return true;
}

uint64_t mms_text_sort_late(const struct mms_text_sort *sort)
{
	return sort->nr_late;
}
