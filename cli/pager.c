// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/pager.h"

static const char *command(void)
{
	const char *cmd = getenv("MMSCOPE_PAGER");

	if (!cmd)
		cmd = getenv("PAGER");
	return cmd ? cmd : "if command -v less >/dev/null; then exec less -FRX; fi; exec cat";
}

static void become_pager(int in, const char *cmd)
{
	dup2(in, STDIN_FILENO);
	execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
	_exit(127);
}

pid_t mms_pager_start(void)
{
	const char *cmd = command();
	int fds[2];
	pid_t pid;

	if (!*cmd || !strcmp(cmd, "cat") || isatty(STDOUT_FILENO) != 1)
		return 0;
	fflush(NULL);
	if (pipe2(fds, O_CLOEXEC))
		return 0;
	pid = fork();
	if (!pid)
		become_pager(fds[0], cmd);
	close(fds[0]);
	if (pid > 0) {
		dup2(fds[1], STDOUT_FILENO);
		signal(SIGPIPE, SIG_IGN); /* the user may leave the pager early */
	}
	close(fds[1]);
	return pid > 0 ? pid : 0;
}

void mms_pager_finish(pid_t pager)
{
	if (!pager)
		return;
	fclose(stdout);
	while (waitpid(pager, NULL, 0) < 0 && errno == EINTR)
		;
}
