// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/instance.h"
#include "record/outdir.h"

struct mms_instance {
	struct tracefs_instance *tfs;
	char dir[PATH_MAX];
	int marker_fd;
};

#define NAME_PREFIX MMS_RECORDER_COMM "-"

static bool is_tracefs(const char *dir)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances", dir);
	return !access(path, F_OK);
}

static int use(const char *dir)
{
	if (tracefs_set_tracing_dir((char *)dir))
		return mms_err(-ENOMEM, "out of memory");
	if (access(dir, R_OK | X_OK) || !is_tracefs(dir))
		return mms_err(-EACCES,
			       "may not read %s; recording events needs root "
			       "(or use --no-events: samples and times only)",
			       dir);
	return 0;
}

/* A mount of type tracefs, else of debugfs, which has it as a subfolder. */
static bool find_mounted(char *dir, size_t size)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	char type[64], path[PATH_MAX - 16];
	bool found = false;

	if (mms_buf_read_file(&buf, AT_FDCWD, "/proc/self/mounts", 1 << 20))
		return false;
	for (const char *line = mms_buf_text(&buf); *line;) {
		size_t len = strcspn(line, "\n");

		if (sscanf(line, "%*s %4079s %63s", path, type) == 2) {
			if (!strcmp(type, "tracefs")) {
				snprintf(dir, size, "%s", path);
				return true;
			}
			if (!strcmp(type, "debugfs")) {
				snprintf(dir, size, "%s/tracing", path);
				found = is_tracefs(dir);
			}
		}
		line += len + (line[len] == '\n');
	}
	return found;
}

int mms_tracefs_find(const char *dir)
{
	static const char standard[] = "/sys/kernel/tracing";
	char found[PATH_MAX];

	if (dir && !is_tracefs(dir) && geteuid() == 0)
		return mms_err(-ENOENT,
			       "%s is no tracefs (it has no folder 'instances'); "
			       "mount -t tracefs tracefs %s",
			       dir, dir);
	if (dir)
		return use(dir);
	if (find_mounted(found, sizeof(found)))
		return use(found);
	if (geteuid() != 0)
		return mms_err(-EPERM, "tracefs is not mounted and only root may mount it; run as "
				       "root (or use --no-events: samples and times only)");
	if (mount("tracefs", standard, "tracefs", 0, NULL))
		return mms_err(-errno,
			       "tracefs is not mounted, and mounting it on %s failed (%s): "
			       "is the kernel built with CONFIG_FTRACE? In a container, "
			       "mount it from outside (or use --no-events)",
			       standard, strerror(errno));
	return use(standard);
}

void mms_instance_name(int pid, char *buf, size_t size)
{
	snprintf(buf, size, NAME_PREFIX "%d", pid);
}

int mms_instance_destroy_named(const char *name)
{
	char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	return rmdir(path) ? -errno : 0;
}

/* A process that is gone, or is by now another one. */
static bool is_dead(int pid)
{
	struct mms_buf comm mms_auto(buf) = { 0 };
	char path[64];

	if (kill(pid, 0) && errno == ESRCH)
		return true;
	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	return !mms_buf_read_file(&comm, AT_FDCWD, path, 64) &&
	       strcmp(mms_buf_text(&comm), MMS_RECORDER_COMM "\n");
}

/* One that is in use all the same (by a recorder of another pid namespace) is
 * busy, and the kernel keeps it. */
int mms_instance_sweep(void)
{
	char path[2 * PATH_MAX];
	struct dirent *d;
	int count = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/instances", tracefs_tracing_dir());
	dir = opendir(path);
	while (dir && (d = readdir(dir))) {
		char *end;
		long pid;

		if (strncmp(d->d_name, NAME_PREFIX, strlen(NAME_PREFIX)))
			continue;
		pid = strtol(d->d_name + strlen(NAME_PREFIX), &end, 10);
		if (*end || pid <= 0 || !is_dead((int)pid))
			continue;
		count += !mms_instance_destroy_named(d->d_name);
	}
	if (dir)
		closedir(dir);
	return count;
}

int mms_instance_new(struct mms_instance **ret_inst)
{
	struct mms_instance *inst mms_auto(instance) = calloc(1, sizeof(*inst));
	char name[64];

	if (!inst)
		return mms_err(-ENOMEM, "out of memory");
	inst->marker_fd = -1;
	mms_instance_name(getpid(), name, sizeof(name));
	errno = 0;
	inst->tfs = tracefs_instance_create(name);
	if (!inst->tfs)
		return mms_err(errno ? -errno : -EIO,
			       "cannot make the tracing instance %s/instances/%s (%s); it needs "
			       "root, and a kernel that is not locked down",
			       tracefs_tracing_dir(), name, strerror(errno));
	snprintf(inst->dir, sizeof(inst->dir), "%.4000s/instances/%s", tracefs_tracing_dir(), name);
	mms_instance_off(inst);
	inst->marker_fd =
		tracefs_instance_file_open(inst->tfs, "trace_marker", O_WRONLY | O_CLOEXEC);
	if (inst->marker_fd < 0)
		return mms_err(-errno, "cannot open %s/trace_marker: %s", mms_instance_dir(inst),
			       strerror(errno));
	*ret_inst = mms_take(inst);
	return 0;
}

/* The kernel refuses while a per_cpu file is open, if only for an instant more. */
static void destroy(struct tracefs_instance *tfs)
{
	for (int i = 0; i < 50 && tracefs_instance_destroy(tfs); i++)
		usleep(20000);
	tracefs_instance_free(tfs);
}

void mms_instance_free(struct mms_instance *inst)
{
	if (!inst)
		return;
	if (inst->marker_fd >= 0)
		close(inst->marker_fd);
	if (inst->tfs) {
		mms_instance_off(inst);
		destroy(inst->tfs);
	}
	free(inst);
}

struct tracefs_instance *mms_instance_tracefs(const struct mms_instance *inst)
{
	return inst->tfs;
}

const char *mms_instance_dir(const struct mms_instance *inst)
{
	static _Thread_local char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(),
		 tracefs_instance_get_name(inst->tfs));
	return path;
}

static int write_number(struct mms_instance *inst, const char *file, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	return tracefs_instance_file_write(inst->tfs, file, text) < 0 ? -errno : 0;
}

int mms_instance_setup(struct mms_instance *inst, const struct mms_instance_opts *opts)
{
	int ret;

	if (tracefs_instance_file_write(inst->tfs, "trace_clock", opts->clock) < 0) {
		char *clocks = mms_instance_read(inst, "trace_clock");

		ret = mms_err(-EINVAL, "the kernel has no trace clock '%s'; it has %.*s",
			      opts->clock, clocks ? (int)strcspn(clocks, "\n") : 0,
			      clocks ? clocks : "");
		free(clocks);
		return ret;
	}
	ret = write_number(inst, "buffer_size_kb", opts->buffer_kb);
	if (ret)
		return mms_err(ret,
			       "cannot make ring buffers of %llu KiB per CPU (%s); "
			       "take less with -b",
			       (unsigned long long)opts->buffer_kb, strerror(-ret));
	/* Since v5.0; before, readers wake at each full page. */
	write_number(inst, "buffer_percent", (uint64_t)opts->wake_percent);
	/* Since v6.16: markers that other programs write to the top level come in too. */
	write_number(inst, "options/copy_trace_marker", 1);
	return 0;
}

int mms_instance_on(struct mms_instance *inst)
{
	return tracefs_trace_on(inst->tfs)
		       ? mms_err(-errno, "cannot turn tracing on: %s", strerror(errno))
		       : 0;
}

int mms_instance_off(struct mms_instance *inst)
{
	return tracefs_trace_off(inst->tfs) ? -errno : 0;
}

int mms_instance_mark(struct mms_instance *inst, const char *text)
{
	return write(inst->marker_fd, text, strlen(text)) < 0 ? -errno : 0;
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int mms_instance_cpus(const struct mms_instance *inst, int **ret_cpus)
{
	int n = 0, alloc = 0, *cpus = NULL;
	char path[2 * PATH_MAX];
	struct dirent *d;
	DIR *dir;

	snprintf(path, sizeof(path), "%.4095s/per_cpu", inst->dir);
	dir = opendir(path);
	while (dir && (d = readdir(dir))) {
		int cpu;

		if (sscanf(d->d_name, "cpu%d", &cpu) != 1)
			continue;
		if (n == alloc) {
			int *more = realloc(cpus, sizeof(*cpus) * (size_t)(alloc = 2 * alloc + 8));

			if (!more)
				break;
			cpus = more;
		}
		cpus[n++] = cpu;
	}
	if (dir)
		closedir(dir);
	if (!n) {
		free(cpus);
		return mms_err(-ENOENT, "%s has no CPU", path);
	}
	qsort(cpus, (size_t)n, sizeof(*cpus), by_number);
	*ret_cpus = cpus;
	return n;
}

int mms_instance_subbuf_bytes(const struct mms_instance *inst)
{
	char *text = mms_instance_read(inst, "events/header_page");
	const char *p = text ? strstr(text, "char data;") : NULL;
	int offset = 0, size = 0;

	if (p && sscanf(p, "char data; offset:%d; size:%d", &offset, &size) != 2)
		offset = size = 0;
	free(text);
	if (size <= 0 || offset <= 0 || offset + size > 1 << 20)
		return mms_err(-EBADMSG, "%s/events/header_page does not tell the size of a page",
			       mms_instance_dir(inst));
	return offset + size;
}

char *mms_instance_read(const struct mms_instance *inst, const char *file)
{
	return tracefs_instance_file_read(inst->tfs, file, NULL);
}

int mms_instance_save_printk(struct mms_outdir *out, const char *name)
{
	char *text = tracefs_instance_file_read(NULL, "printk_formats", NULL);
	int ret = text ? mms_outdir_write(out, name, text, strlen(text), false) : 0;

	free(text);
	return ret;
}
