/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_SESSION_H
#define MMS_RECORD_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include <jansson.h>

#include "common/buf.h"
#include "record/memroot.h"
#include "record/recorder.h"
#include "record/sampler.h"
#include "record/trclock.h"

struct mms_child;
struct mms_drain;
struct mms_events;
struct mms_guardian;
struct mms_instance;
struct mms_items;
struct mms_outdir;

/*
 * One recording while it is made: what mms_record() leads through its stages.
 * For the files of these stages alone.
 */
struct mms_session {
	const struct mms_record_opts *opts;
	struct mms_record_result *result;
	struct mms_memroot mem;
	struct mms_trclock clock;
	struct mms_items *items;
	struct mms_events *evs;
	struct mms_outdir *out;
	struct mms_guardian *guardian;
	struct mms_child *child;
	struct mms_instance *inst;
	struct mms_drain *drain;
	struct mms_sampler *sampler;
	struct mms_sampler_opts sampling;
	json_t *run;
	int *cpus;
	int nr_cpus;
	int signal_fd, event_fd;
	int last_signal; /* that told the recorder to end; 0: none */
	bool child_runs;
	bool tracing;
	int64_t began_ns;
	struct before {
		sigset_t mask;
		struct sigaction pipe;
		struct rlimit files;
		struct mms_buf oom_score_adj;
	} before; /* what the recorder changes of itself, to be put back */
};

/** mms_session_say() - A line for the user; warnings go into run.json as well. */
void mms_session_say(struct mms_session *r, enum mms_say level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* session_begin.c: everything up to the start of the command. */

/** mms_session_prepare() - Events, command, instance: nothing is written yet. */
int mms_session_prepare(struct mms_session *r);

/** mms_session_prepare_output() - Folder, environment, head of trace.dat, drain. */
int mms_session_prepare_output(struct mms_session *r);

/** mms_session_start() - Tracing on, snapshot, series, command. */
int mms_session_start(struct mms_session *r);

/* session_json.c: what run.json says from the beginning. */
void mms_session_begin_json(struct mms_session *r);
void mms_session_pids_json(struct mms_session *r);

/* session_self.c: what the recorder makes of its own process. */

/** mms_session_raise_limits() - As many descriptors as it may have. */
void mms_session_raise_limits(struct mms_session *r);

/** mms_session_block_signals() - They are read from r->signal_fd instead. */
void mms_session_block_signals(struct mms_session *r);

/** mms_session_settle_in() - Not to be paged out or killed by what it watches. */
void mms_session_settle_in(struct mms_session *r);

/** mms_session_put_back() - The command of the next run must find what the caller gave us. */
void mms_session_put_back(struct mms_session *r);

/* session_wait.c: while the command runs. */

/**
 * mms_session_wait() - Until the command has ended; without one until a signal
 * has come or the time is over.
 */
void mms_session_wait(struct mms_session *r);

/** mms_session_settle() - The pause before the last snapshot; a signal cuts it short. */
void mms_session_settle(struct mms_session *r);

/** mms_session_look_at_drain() - It has something to say: a limit, a full disk. */
void mms_session_look_at_drain(struct mms_session *r);

/* session_end.c */

/** mms_session_end() - Last snapshot, tracing off, trace.dat and run.json completed. */
int mms_session_end(struct mms_session *r);

/* session.c */
int mms_session_tracing_on(struct mms_session *r);

/** mms_session_tracing_off() - @why: NULL, or why before the end */
void mms_session_tracing_off(struct mms_session *r, const char *why);

/** mms_session_snapshot() - "before" or "after". Return: 0 or a negative errno. */
int mms_session_snapshot(struct mms_session *r, const char *name);

#endif
