/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_SAMPLER_H
#define MMS_RECORD_SAMPLER_H

#include <stdint.h>
#include <sys/types.h>

#include "common/auto.h"
#include "common/root.h"
#include "record/memroot.h"
#include "record/trclock.h"

struct mms_instance;
struct mms_outdir;

/*
 * Samples of /proc and cgroup files: whole ones (NAME.before, NAME.after), and
 * series of what changed (NAME.series), read by a thread at absolute times.
 */
struct mms_sampler_opts {
	const struct mms_root *root;
	const struct mms_memroot *mem;
	const struct mms_trclock *clock;
	struct mms_outdir *out;
	struct mms_instance *inst; /* for the markers; NULL: none */
	const char *cgroup_glob;   /* NULL: all groups */
	int64_t interval_ns;       /* 0: no series */
};

/**
 * mms_sampler_snapshot() - Read everything once, by the protocol.
 * @name: "before", "after", or a number
 * @mark: writes a trace marker; NULL: none
 *
 * Return: 0 or a negative errno.
 */
int mms_sampler_snapshot(const struct mms_sampler_opts *opts, const char *name,
			 int (*mark)(void *ctx, const char *text), void *ctx);

struct mms_sampler;

/** mms_sampler_start() - Begin the series. Return: 0 or a negative errno. */
int mms_sampler_start(const struct mms_sampler_opts *opts, struct mms_sampler **ret_sampler);
pid_t mms_sampler_tid(const struct mms_sampler *sampler);

/** struct mms_sampler_result - How it went. */
struct mms_sampler_result {
	uint64_t samples;
	uint64_t missed; /* intervals that came too late */
	int error;       /* 0, or why it stopped early */
};

/** mms_sampler_stop() - End the series. */
void mms_sampler_stop(struct mms_sampler *sampler, struct mms_sampler_result *ret_result);
void mms_sampler_free(struct mms_sampler *sampler);
MMS_DEFINE_AUTO(sampler, struct mms_sampler *, mms_sampler_free);

#endif
