// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/text_ahead.h"
#include "parse/text_pack.h"

#define NR_BLOCKS    3
#define BLOCK_EVENTS 2048
#define BLOCK_BYTES  (512 << 10)

/* Events in a row. Whoever has a block has it alone. */
struct block {
	struct mms_event events[BLOCK_EVENTS];
	uint8_t bytes[BLOCK_BYTES];
	unsigned int nr;
	int end;       /* behind the last: 1 more come, 0 the end, or a negative errno */
	char *message; /* of the errno: the error's text is its thread's */
};

struct mms_text_ahead {
	int (*make)(void *ctx, struct mms_event *ret_ev);
	void *ctx;
	struct block *blocks;
	pthread_t thread;
	bool started;

	pthread_mutex_t lock;
	pthread_cond_t moved;
	uint64_t made, taken; /* blocks, in all */
	bool stop;

	/* of who takes */
	struct block *block; /* NULL: none yet */
	unsigned int next;
};

static struct block *block_at(const struct mms_text_ahead *ahead, uint64_t n)
{
	return &ahead->blocks[n % NR_BLOCKS];
}

static void fill(struct mms_text_ahead *ahead, struct block *b)
{
	size_t used = 0;

	b->nr = 0;
	b->end = 1;
	while (b->end > 0 && b->nr < BLOCK_EVENTS && used <= BLOCK_BYTES - MMS_TEXT_MAX_RECORD) {
		struct mms_event *ev = &b->events[b->nr];

		b->end = ahead->make(ahead->ctx, ev);
		if (b->end <= 0)
			break;
		if (ev->len)
			memcpy(b->bytes + used, ev->data, ev->len);
		ev->data = b->bytes + used;
		used += ev->len;
		b->nr++;
	}
	if (b->end < 0)
		b->message = strdup(mms_err_text());
}

/* Return: false to stop. */
static bool wait_for_room(struct mms_text_ahead *ahead)
{
	bool stop;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->stop && ahead->made - ahead->taken == NR_BLOCKS)
		pthread_cond_wait(&ahead->moved, &ahead->lock);
	stop = ahead->stop;
	pthread_mutex_unlock(&ahead->lock);
	return !stop;
}

static void *run(void *arg)
{
	struct mms_text_ahead *ahead = arg;
	struct block *b;

	do {
		if (!wait_for_room(ahead))
			break;
		b = block_at(ahead, ahead->made);
		fill(ahead, b);
		pthread_mutex_lock(&ahead->lock);
		ahead->made++;
		pthread_cond_signal(&ahead->moved);
		pthread_mutex_unlock(&ahead->lock);
	} while (b->end > 0);
	return NULL;
}

int mms_text_ahead_new(int (*make)(void *ctx, struct mms_event *ret_ev), void *ctx,
		       struct mms_text_ahead **ret_ahead)
{
	struct mms_text_ahead *ahead mms_auto(text_ahead) = calloc(1, sizeof(*ahead));

	if (!ahead)
		return mms_err(-ENOMEM, "no memory to read text ahead");
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->moved, NULL);
	ahead->make = make;
	ahead->ctx = ctx;
	ahead->blocks = calloc(NR_BLOCKS, sizeof(*ahead->blocks));
	if (!ahead->blocks)
		return mms_err(-ENOMEM, "no memory to read text ahead");
	ahead->started = !pthread_create(&ahead->thread, NULL, run, ahead);
	if (!ahead->started)
		return mms_err(-EAGAIN, "cannot start a thread to read text ahead");
	*ret_ahead = mms_take(ahead);
	return 0;
}

void mms_text_ahead_free(struct mms_text_ahead *ahead)
{
	if (!ahead)
		return;
	if (ahead->started) {
		pthread_mutex_lock(&ahead->lock);
		ahead->stop = true;
		pthread_cond_signal(&ahead->moved);
		pthread_mutex_unlock(&ahead->lock);
		pthread_join(ahead->thread, NULL);
	}
	for (int i = 0; ahead->blocks && i < NR_BLOCKS; i++)
		free(ahead->blocks[i].message);
	pthread_cond_destroy(&ahead->moved);
	pthread_mutex_destroy(&ahead->lock);
	free(ahead->blocks);
	free(ahead);
}

/* Give the block back that is done with, wait for the next one. */
static void next_block(struct mms_text_ahead *ahead)
{
	pthread_mutex_lock(&ahead->lock);
	if (ahead->block) {
		ahead->taken++;
		pthread_cond_signal(&ahead->moved);
	}
	while (ahead->made == ahead->taken)
		pthread_cond_wait(&ahead->moved, &ahead->lock);
	ahead->block = block_at(ahead, ahead->taken);
	pthread_mutex_unlock(&ahead->lock);
	ahead->next = 0;
}

int mms_text_ahead_next(struct mms_text_ahead *ahead, struct mms_event *ret_ev)
{
	const struct block *b;

	while (!ahead->block || ahead->next == ahead->block->nr) {
		b = ahead->block;
		if (b && b->end < 0)
			return mms_err(b->end, "%s", b->message ? b->message : "no memory");
		if (b && !b->end)
			return 0;
		next_block(ahead);
	}
	*ret_ev = ahead->block->events[ahead->next++];
	return 1;
}
