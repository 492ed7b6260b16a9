// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "record/child.h"
#include "record/drain.h"
#include "record/outdir.h"
#include "record/session.h"

enum { PATIENCE_MS = 5000 }; /* with a command that was told to end */

static void take_child(struct mms_session *r, const struct mms_child_result *c)
{
	const struct rusage *u = &c->usage;
	int64_t user = u->ru_utime.tv_sec * INT64_C(1000000000) + u->ru_utime.tv_usec * 1000;
	int64_t sys = u->ru_stime.tv_sec * INT64_C(1000000000) + u->ru_stime.tv_usec * 1000;

	r->child_runs = false;
	r->result->status = c->status;
	json_object_set_new(r->run, "status", json_integer(c->status));
	json_object_set_new(r->run, "signal", c->signal ? json_integer(c->signal) : json_null());
	json_object_set_new(r->run, "wall_ns", json_integer(c->wall_ns));
	json_object_set_new(r->run, "user_ns", json_integer(user));
	json_object_set_new(r->run, "sys_ns", json_integer(sys));
	json_object_set_new(r->run, "rusage",
			    json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "maxrss_kb",
				      (json_int_t)u->ru_maxrss, "minflt", (json_int_t)u->ru_minflt,
				      "majflt", (json_int_t)u->ru_majflt, "inblock",
				      (json_int_t)u->ru_inblock, "oublock",
				      (json_int_t)u->ru_oublock, "nvcsw", (json_int_t)u->ru_nvcsw,
				      "nivcsw", (json_int_t)u->ru_nivcsw));
}

/* The drain has something to say. */
void mms_session_look_at_drain(struct mms_session *r)
{
	enum mms_drain_state state = mms_drain_state(r->drain);
	int err = mms_drain_error(r->drain);
	eventfd_t count;

	eventfd_read(r->event_fd, &count);
	if (state == MMS_DRAIN_RUNS || !r->tracing)
		return;
	if (state == MMS_DRAIN_REACHED_MAX) {
		mms_session_tracing_off(r, "max-size");
		mms_session_say(r, MMS_SAY_WARNING,
				"--max-size is reached: tracing has stopped, the command "
				"runs on");
		return;
	}
	mms_session_tracing_off(r, err == -ENOSPC ? "disk full" : strerror(-err));
	mms_outdir_release_reserve(r->out);
	mms_session_say(
		r, MMS_SAY_WARNING,
		err == -ENOSPC
			? "no space left for %s: tracing has stopped, what was captured is "
			  "kept; record to another disk with -o, or take less with --max-size"
			: "cannot write to %s: tracing has stopped",
		mms_outdir_path(r->out));
}

/* Ctrl-C reached the command as well; a signal to us alone is handed on. */
static void look_at_signal(struct mms_session *r, int *signals)
{
	struct signalfd_siginfo info;

	while (read(r->signal_fd, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			continue;
		++*signals;
		r->last_signal = (int)info.ssi_signo;
		r->result->interrupted = true;
		if (r->child_runs && info.ssi_code != SI_KERNEL)
			kill(mms_child_pid(r->child), (int)info.ssi_signo);
	}
}

static int wait_ms(int64_t deadline_ns)
{
	int64_t left = deadline_ns - mms_clock_ns(CLOCK_MONOTONIC);

	if (deadline_ns == INT64_MAX)
		return -1;
	left = left / 1000000 + 1;
	return left <= 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

static void wait_for_event(struct mms_session *r, int64_t deadline_ns, int *signals)
{
	struct pollfd fds[] = {
		{ .fd = r->signal_fd, .events = POLLIN },
		{ .fd = r->event_fd, .events = POLLIN },
	};

	if (poll(fds, 2, wait_ms(deadline_ns)) <= 0)
		return;
	if (fds[0].revents)
		look_at_signal(r, signals);
	if (fds[1].revents)
		mms_session_look_at_drain(r);
}

/*
 * Until the command has ended; without one until a signal has come or the time
 * is over. A command that was told to end gets some time to do so.
 */
void mms_session_wait(struct mms_session *r)
{
	int64_t now = mms_clock_ns(CLOCK_MONOTONIC);
	int64_t deadline = r->opts->duration_ns ? now + r->opts->duration_ns : INT64_MAX;
	struct mms_child_result c;
	bool told = false;
	int signals = 0;

	while (!(r->child_runs && mms_child_ended(r->child, &c))) {
		now = mms_clock_ns(CLOCK_MONOTONIC);
		if (!r->child_runs && (signals || now >= deadline))
			return;
		if (told && (signals > 1 || now >= deadline)) {
			mms_session_say(r, MMS_SAY_WARNING, "the command runs on, unrecorded");
			r->child_runs = false;
			r->result->status = 128 + (r->last_signal ? r->last_signal : SIGTERM);
			return;
		}
		if (!told && (signals || now >= deadline)) {
			if (!signals)
				kill(mms_child_pid(r->child), SIGTERM);
			told = true;
			deadline = now + PATIENCE_MS * INT64_C(1000000);
		}
		wait_for_event(r, deadline, &signals);
	}
	take_child(r, &c);
}

/* Another signal cuts the pause short. */
void mms_session_settle(struct mms_session *r)
{
	int64_t end = mms_clock_ns(CLOCK_MONOTONIC) + r->opts->settle_ns;
	int signals = 0;

	if (!r->opts->settle_ns)
		return;
	mms_session_say(r, MMS_SAY_DETAIL, "waiting %.1f s for counters to settle",
			(double)r->opts->settle_ns / 1e9);
	while (!signals && mms_clock_ns(CLOCK_MONOTONIC) < end)
		wait_for_event(r, end, &signals);
}
