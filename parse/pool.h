/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_POOL_H
#define MMS_PARSE_POOL_H

#include <pthread.h>
#include <stdbool.h>

#include "common/auto.h"

/*
 * Threads that run jobs in the order of their arrival. A job is a member of
 * the caller's own struct, so nothing is allocated; it may be added again as
 * soon as its @run began.
 */
struct mms_job {
	void (*run)(struct mms_job *job, unsigned int worker);
	struct mms_job *next;
	bool queued;
};

struct mms_pool;

/**
 * mms_pool_new() - Start @nr_workers threads; 0 is allowed: then
 * mms_pool_take() is the only way that jobs get done.
 */
int mms_pool_new(unsigned int nr_workers, struct mms_pool **ret_pool);

/** mms_pool_free() - Let running jobs end, forget queued ones, join the threads. */
void mms_pool_free(struct mms_pool *pool);
MMS_DEFINE_AUTO(pool, struct mms_pool *, mms_pool_free);

/** mms_pool_add() - Queue @job; nothing happens when it is queued already. */
void mms_pool_add(struct mms_pool *pool, struct mms_job *job);

/**
 * mms_pool_take() - Take @job out of the queue, to run it oneself.
 *
 * Return: false when it was not queued: some thread runs it, or nobody asked.
 */
bool mms_pool_take(struct mms_pool *pool, struct mms_job *job);

#endif
