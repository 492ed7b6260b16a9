/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_DRAIN_H
#define MMS_RECORD_DRAIN_H

#include <stdint.h>
#include <sys/types.h>

#include "common/auto.h"

/*
 * Moves pages of the ring buffers into files trace.dat.cpuN, by splice, with a
 * thread for every few CPUs. Pages are never copied by us, nor kept in the page
 * cache for long.
 */
struct mms_drain;

/**
 * struct mms_drain_opts - What to drain, and where to.
 * @instance_dir: folder of the tracing instance
 * @dirfd: folder of the files
 * @max_bytes: report when so much has been written; 0: no limit
 * @event_fd: written to when something happened that mms_drain_state() tells
 */
struct mms_drain_opts {
	const char *instance_dir;
	int dirfd;
	int nr_cpus;
	const int *cpus;
	unsigned int subbuf_bytes;
	uint64_t max_bytes;
	int event_fd;
};

enum mms_drain_state {
	MMS_DRAIN_RUNS,
	MMS_DRAIN_REACHED_MAX,
	MMS_DRAIN_FAILED, /* mms_drain_error() says why; ENOSPC: the disk is full */
};

/** mms_drain_new() - Open the files, start the threads. Return: 0 or a negative errno. */
int mms_drain_new(const struct mms_drain_opts *opts, struct mms_drain **ret_drain);

enum mms_drain_state mms_drain_state(const struct mms_drain *drain);
int mms_drain_error(const struct mms_drain *drain);

/** mms_drain_tids() - Thread ids, to be told apart in the trace. Return: their number. */
int mms_drain_tids(const struct mms_drain *drain, pid_t *ret_tids, int max);

/**
 * mms_drain_stop() - Tracing is off: move what is left and close everything.
 * It must be before the instance is removed (so must mms_drain_free()).
 *
 * Return: 0 or the first error.
 */
int mms_drain_stop(struct mms_drain *drain);
void mms_drain_free(struct mms_drain *drain);
MMS_DEFINE_AUTO(drain, struct mms_drain *, mms_drain_free);

/**
 * mms_drain_rest() - In one go, what a dead recorder has left in the buffers.
 * Files are cut to whole pages first, then appended to.
 *
 * Return: 0 or a negative errno.
 */
int mms_drain_rest(const struct mms_drain_opts *opts);

#endif
