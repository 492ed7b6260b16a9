// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "record/session.h"

/* The descriptors that many CPUs need; the command has got its own limit by now. */
void mms_session_raise_limits(struct mms_session *r)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim))
		return;
	r->before.files = lim;
	lim.rlim_cur = lim.rlim_max;
	setrlimit(RLIMIT_NOFILE, &lim);
}

static const char oom_path[] = "/proc/self/oom_score_adj";
static const struct mms_root here = { "" };

/* Not to be paged out or killed by what it watches. */
void mms_session_settle_in(struct mms_session *r)
{
	/* ONFAULT: without it every thread's whole stack becomes resident. */
	if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) && mlockall(MCL_CURRENT))
		mms_session_say(r, MMS_SAY_DETAIL, "cannot lock memory: %s", strerror(errno));
	mms_buf_read_file(&r->before.oom_score_adj, AT_FDCWD, oom_path, 64);
	if (mms_root_write(&here, oom_path, "-1000"))
		mms_session_say(r, MMS_SAY_DETAIL, "cannot hide from the OOM killer");
}

void mms_session_block_signals(struct mms_session *r)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, &r->before.mask);
	sigaction(SIGPIPE, &ignore, &r->before.pipe);
	r->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	r->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/* The command of the next run must find what the caller gave us. */
void mms_session_put_back(struct mms_session *r)
{
	if (r->signal_fd >= 0) {
		close(r->signal_fd);
		sigaction(SIGPIPE, &r->before.pipe, NULL);
		sigprocmask(SIG_SETMASK, &r->before.mask, NULL);
		setrlimit(RLIMIT_NOFILE, &r->before.files);
	}
	if (r->event_fd >= 0)
		close(r->event_fd);
	if (r->before.oom_score_adj.len)
		mms_root_write(&here, oom_path, r->before.oom_score_adj.data);
	mms_buf_release(&r->before.oom_score_adj);
	munlockall();
	unsetenv(MMS_RECORD_MARKER_ENV);
}
