// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/err.h"
#include "record/child.h"
#include "record/trclock.h"

struct mms_child {
	pid_t pid;
	int go_fd;    /* written to: execute; closed: do not */
	int error_fd; /* gives the errno of execvp(), nothing when it worked */
	int64_t started_ns;
	bool ended;
};

static int check_path(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return errno == EACCES ? -EACCES : -ENOENT;
	return S_ISREG(st.st_mode) && !access(path, X_OK) ? 0 : -EACCES;
}

/* As execvp() will look for it, so that a misspelt name costs no recording. */
int mms_child_check(const char *file)
{
	const char *path = getenv("PATH");
	char full[PATH_MAX];
	int ret = -ENOENT;

	if (strchr(file, '/'))
		return check_path(file);
	for (path = path ? path : "/bin:/usr/bin"; ret && *path; path += *path == ':') {
		int len = (int)strcspn(path, ":"), one;

		snprintf(full, sizeof(full), "%.*s/%s", len, len ? path : ".", file);
		one = check_path(full);
		ret = one == -ENOENT ? ret : one;
		path += len;
	}
	return ret;
}

static void run(char *const *argv, int go_fd, int error_fd)
{
	char go;
	int err;

	if (read(go_fd, &go, 1) != 1)
		_exit(127);
	execvp(argv[0], argv);
	err = errno;
	if (write(error_fd, &err, sizeof(err)) < 0)
		_exit(126);
	_exit(127);
}

int mms_child_new(char *const *argv, struct mms_child **ret_child)
{
	struct mms_child *child = calloc(1, sizeof(*child));
	int go[2], error[2];

	if (!child)
		return mms_err(-ENOMEM, "out of memory");
	if (pipe2(go, O_CLOEXEC) || pipe2(error, O_CLOEXEC)) {
		free(child);
		return mms_err(-errno, "cannot make a pipe: %s", strerror(errno));
	}
	child->pid = fork();
	if (!child->pid) {
		close(go[1]);
		run(argv, go[0], error[1]);
	}
	close(go[0]);
	close(error[1]);
	child->go_fd = go[1];
	child->error_fd = error[0];
	if (child->pid < 0) {
		int err = errno;

		child->ended = true;
		mms_child_free(child);
		return mms_err(-err, "cannot start a process: %s", strerror(err));
	}
	*ret_child = child;
	return 0;
}

int mms_child_go(struct mms_child *child)
{
	int err = 0;
	ssize_t n;

	child->started_ns = mms_clock_ns(CLOCK_MONOTONIC);
	if (write(child->go_fd, "g", 1) != 1)
		return -EPIPE;
	do {
		n = read(child->error_fd, &err, sizeof(err));
	} while (n < 0 && errno == EINTR);
	return n == sizeof(err) ? -err : 0;
}

pid_t mms_child_pid(const struct mms_child *child)
{
	return child->pid;
}

bool mms_child_ended(struct mms_child *child, struct mms_child_result *ret)
{
	int status;

	if (wait4(child->pid, &status, WNOHANG, &ret->usage) != child->pid)
		return false;
	ret->wall_ns = mms_clock_ns(CLOCK_MONOTONIC) - child->started_ns;
	ret->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	ret->status = ret->signal ? 128 + ret->signal : WEXITSTATUS(status);
	child->ended = true;
	return true;
}

void mms_child_free(struct mms_child *child)
{
	if (!child)
		return;
	close(child->go_fd);
	close(child->error_fd);
	if (!child->ended && !child->started_ns)
		waitpid(child->pid, NULL, 0);
	free(child);
}
