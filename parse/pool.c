// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/pool.h"

struct worker {
	struct mms_pool *pool;
	unsigned int index;
	pthread_t thread;
};

struct mms_pool {
	pthread_mutex_t lock;
	pthread_cond_t work;
	struct mms_job *first;
	struct mms_job **last;
	bool stop;
	unsigned int nr_workers; /* started */
	struct worker workers[];
};

static struct mms_job *pop(struct mms_pool *pool)
{
	struct mms_job *job = pool->first;

	pool->first = job->next;
	if (!pool->first)
		pool->last = &pool->first;
	job->queued = false;
	return job;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	struct mms_pool *pool = w->pool;
	struct mms_job *job;

	pthread_mutex_lock(&pool->lock);
	while (!pool->stop) {
		if (!pool->first) {
			pthread_cond_wait(&pool->work, &pool->lock);
			continue;
		}
		job = pop(pool);
		pthread_mutex_unlock(&pool->lock);
		job->run(job, w->index);
		pthread_mutex_lock(&pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

int mms_pool_new(unsigned int nr_workers, struct mms_pool **ret_pool)
{
	struct mms_pool *pool mms_auto(pool) = NULL;

	pool = calloc(1, sizeof(*pool) + nr_workers * sizeof(pool->workers[0]));
	if (!pool)
		return mms_err(-ENOMEM, "no memory for %u threads", nr_workers);
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->work, NULL);
	pool->last = &pool->first;
	for (unsigned int i = 0; i < nr_workers; i++) {
		struct worker *w = &pool->workers[i];
		int err;

		w->pool = pool;
		w->index = i;
		err = pthread_create(&w->thread, NULL, work, w);
		if (err)
			return mms_err(-err, "cannot start a decoding thread");
		pool->nr_workers++;
	}
	*ret_pool = mms_take(pool);
	return 0;
}

void mms_pool_free(struct mms_pool *pool)
{
	if (!pool)
		return;
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned int i = 0; i < pool->nr_workers; i++)
		pthread_join(pool->workers[i].thread, NULL);
	pthread_cond_destroy(&pool->work);
	pthread_mutex_destroy(&pool->lock);
	free(pool);
}

void mms_pool_add(struct mms_pool *pool, struct mms_job *job)
{
	pthread_mutex_lock(&pool->lock);
	if (!job->queued) {
		job->queued = true;
		job->next = NULL;
		*pool->last = job;
		pool->last = &job->next;
		pthread_cond_signal(&pool->work);
	}
	pthread_mutex_unlock(&pool->lock);
}

bool mms_pool_take(struct mms_pool *pool, struct mms_job *job)
{
	bool found = false;

	pthread_mutex_lock(&pool->lock);
	for (struct mms_job **p = &pool->first; *p; p = &(*p)->next) {
		if (*p != job)
			continue;
		*p = job->next;
		if (!*p)
			pool->last = p;
		job->queued = false;
		found = true;
		break;
	}
	pthread_mutex_unlock(&pool->lock);
	return found;
}
