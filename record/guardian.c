// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracefs.h>

#include "common/err.h"
#include "record/drain.h"
#include "record/finish.h"
#include "record/guardian.h"
#include "record/instance.h"
#include "record/outdir.h"
#include "record/runjson.h"

enum { DEATH_MS = 60000 };

struct mms_guardian {
	pid_t pid;
	int fd; /* written to: all is well; closed: the recorder is dead */
};

static int run_cpus(const json_t *run, int **ret_cpus)
{
	int n = (int)mms_runjson_int(run, NULL, "nr_cpus_possible", 1);

	*ret_cpus = calloc((size_t)n + 1, sizeof(**ret_cpus));
	for (int i = 0; *ret_cpus && i < n; i++)
		(*ret_cpus)[i] = i;
	return *ret_cpus ? n : -ENOMEM;
}

/* What the buffers still hold, and what the kernel says of them. */
static void rescue(const char *instance_dir, struct mms_outdir *out, json_t *run)
{
	int *cpus = NULL, n = run_cpus(run, &cpus);
	struct mms_drain_opts opts = {
		.instance_dir = instance_dir,
		.dirfd = mms_outdir_fd(out),
		.nr_cpus = n,
		.cpus = cpus,
		.subbuf_bytes = (unsigned int)mms_runjson_int(run, "buffer", "subbuf_bytes", 4096),
	};

	if (n > 0) {
		mms_drain_rest(&opts);
		mms_finish_stats(instance_dir, cpus, n, run);
	}
	free(cpus);
}

static void write_file(const char *dir, const char *name, const char *text)
{
	char path[PATH_MAX + 64];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, text, strlen(text)) < 0)
		perror(path);
	close(fd);
}

static int complete(struct mms_outdir *out, json_t *run)
{
	int ret = mms_finish(out, run);

	if (ret)
		return ret;
	json_object_set_new(run, "state", json_string("killed"));
	return mms_runjson_write(out, run);
}

int mms_guardian_complete(const char *dir)
{
	struct mms_outdir *out mms_auto(outdir) = NULL;
	json_t *run = NULL;
	int ret = mms_outdir_open(dir, &out);

	if (!ret)
		ret = mms_runjson_read(out, &run);
	if (!ret && strcmp(mms_runjson_text(run, NULL, "state"), "running"))
		ret = mms_err(-EALREADY, "%s is complete already", dir);
	if (!ret)
		ret = complete(out, run);
	json_decref(run);
	return ret;
}

static bool is_ours(const json_t *run)
{
	return !strcmp(mms_runjson_text(run, NULL, "state"), "running") &&
	       mms_runjson_int(run, "pids", "guardian", 0) == getpid();
}

/* Order matters: the instance goes even when the recording cannot be saved. */
static void take_over(int recorder, const char *dir)
{
	struct mms_outdir *out = NULL;
	char name[64], path[PATH_MAX];
	json_t *run = NULL;

	mms_instance_name(recorder, name, sizeof(name));
	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	write_file(path, "tracing_on", "0");
	if (!access(dir, F_OK) && !mms_outdir_open(dir, &out))
		mms_runjson_read(out, &run);
	if (run && !is_ours(run)) { /* it died before it had made its own */
		json_decref(run);
		run = NULL;
	}
	if (run)
		rescue(path, out, run);
	for (int i = 0; i < 100 && mms_instance_destroy_named(name) == -EBUSY; i++)
		usleep(20000);
	if (run)
		complete(out, run);
	json_decref(run);
	mms_outdir_free(out);
}

/*
 * Its descriptors are closed one by one, ours among the first. Until all are,
 * its pipes may hold pages of the ring buffer, which the kernel gives back to
 * an instance that must still be there (see drain.c). A process becomes a zombie,
 * and its pidfd readable, when it has no files any more.
 */
static void wait_for_death(int pidfd)
{
	struct pollfd fd = { .fd = pidfd, .events = POLLIN };

	if (pidfd < 0)
		sleep(2); /* before v5.3 */
	else
		poll(&fd, 1, DEATH_MS);
}

/* A session of its own, so that Ctrl-C and hang-ups of the terminal pass by. */
static void guard(int fd, int recorder, const char *dir)
{
	int pidfd = (int)syscall(SYS_pidfd_open, recorder, 0);
	int null = open("/dev/null", O_RDWR);
	char well;
	ssize_t n;

	setsid();
	for (int sig = 1; sig < 32; sig++)
		signal(sig, SIG_IGN);
	if (null >= 0) {
		dup2(null, 0);
		dup2(null, 1);
	}
	do {
		n = read(fd, &well, 1);
	} while (n < 0 && errno == EINTR);
	if (n != 1) {
		wait_for_death(pidfd);
		take_over(recorder, dir);
	}
	_exit(0);
}

int mms_guardian_start(const char *dir, struct mms_guardian **ret_guardian)
{
	struct mms_guardian *guardian = calloc(1, sizeof(*guardian));
	int fds[2], recorder = getpid();

	if (!guardian)
		return mms_err(-ENOMEM, "out of memory");
	if (pipe2(fds, O_CLOEXEC)) {
		free(guardian);
		return mms_err(-errno, "cannot make a pipe: %s", strerror(errno));
	}
	guardian->pid = fork();
	if (!guardian->pid) {
		close(fds[1]);
		guard(fds[0], recorder, dir);
	}
	close(fds[0]);
	guardian->fd = fds[1];
	if (guardian->pid < 0) {
		mms_guardian_free(guardian);
		return mms_err(-errno, "cannot start a process: %s", strerror(errno));
	}
	*ret_guardian = guardian;
	return 0;
}

pid_t mms_guardian_pid(const struct mms_guardian *guardian)
{
	return guardian->pid;
}

void mms_guardian_free(struct mms_guardian *guardian)
{
	if (!guardian)
		return;
	if (guardian->pid > 0 && write(guardian->fd, "w", 1) == 1)
		waitpid(guardian->pid, NULL, 0);
	close(guardian->fd);
	free(guardian);
}
