// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/err.h"
#include "record/tasksnap.h"

enum { CGROUP_MAX_BYTES = 64 << 10 };

/* A word: blanks as /proc/mounts writes them. */
static void print_word(struct mms_buf *buf, const char *s, size_t len)
{
	if (!len)
		mms_buf_add(buf, "-", 1);
	for (size_t i = 0; i < len; i++) {
		if (isspace((unsigned char)s[i]) || s[i] == '\\')
			mms_buf_printf(buf, "\\%03o", (unsigned char)s[i]);
		else
			mms_buf_add(buf, &s[i], 1);
	}
}

static int print_thread(int dirfd, int tid, int tgid, const char *cgroup, size_t cgroup_len,
			struct mms_buf *buf)
{
	struct mms_buf comm mms_auto(buf) = { 0 };
	char path[32];

	snprintf(path, sizeof(path), "task/%d/comm", tid);
	if (mms_buf_read_file(&comm, dirfd, path, 256))
		return 0; /* it has ended */
	while (comm.len && comm.data[comm.len - 1] == '\n')
		comm.len--;
	mms_buf_printf(buf, "%d %d ", tid, tgid);
	print_word(buf, cgroup, cgroup_len);
	mms_buf_add(buf, " ", 1);
	for (size_t i = 0; i < comm.len; i++)
		mms_buf_add(buf, comm.data[i] == '\n' ? " " : &comm.data[i], 1);
	return mms_buf_add(buf, "\n", 1);
}

static int print_process(int procfd, const char *name, const struct mms_memroot *mem,
			 struct mms_buf *buf)
{
	int fd = openat(procfd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC), tasks, ret = 0;
	struct mms_buf text mms_auto(buf) = { 0 };
	const char *cgroup = NULL;
	DIR *dir mms_auto(dir) = NULL;
	struct dirent *d;
	size_t len = 0;

	if (fd < 0)
		return 0;
	tasks = openat(fd, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	dir = tasks < 0 ? NULL : fdopendir(tasks);
	if (!mms_buf_read_file(&text, fd, "cgroup", CGROUP_MAX_BYTES))
		cgroup = mms_memroot_of_task(mem, mms_buf_text(&text), &len);
	while (dir && !ret && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			ret = print_thread(fd, (int)strtol(d->d_name, NULL, 10),
					   (int)strtol(name, NULL, 10), cgroup, cgroup ? len : 0,
					   buf);
	close(fd);
	return ret;
}

int mms_tasksnap_print(const struct mms_root *root, const struct mms_memroot *mem,
		       struct mms_buf *buf)
{
	DIR *dir mms_auto(dir) = mms_root_opendir(root, "/proc");
	struct dirent *d;
	int ret = 0;

	if (!dir)
		return mms_err(-errno, "cannot read /proc: %s", strerror(errno));
	while (!ret && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			ret = print_process(dirfd(dir), d->d_name, mem, buf);
	return ret;
}
