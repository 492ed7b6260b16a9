// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "record/outdir.h"

struct mms_outdir {
	char *path;
	int fd;
	int reserve_fd;
};

void mms_outdir_free(struct mms_outdir *out)
{
	if (!out)
		return;
	mms_outdir_release_reserve(out);
	if (out->fd >= 0)
		close(out->fd);
	free(out->path);
	free(out);
}

const char *mms_outdir_path(const struct mms_outdir *out)
{
	return out->path;
}

int mms_outdir_fd(const struct mms_outdir *out)
{
	return out->fd;
}

static bool has(const char *path, const char *name)
{
	char full[PATH_MAX];

	return snprintf(full, sizeof(full), "%s/%s", path, name) < (int)sizeof(full) &&
	       !access(full, F_OK);
}

static bool is_empty(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *d;
	bool empty = dir != NULL;

	while (empty && (d = readdir(dir)))
		empty = !strcmp(d->d_name, ".") || !strcmp(d->d_name, "..");
	if (dir)
		closedir(dir);
	return empty;
}

/* What may be thrown away: only what this program (or trace-cmd) has made. */
static bool is_recording(const char *path)
{
	return has(path, "run.json") || has(path, "trace.dat") || has(path, "vmstat.before") ||
	       has(path, "1/run.json");
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

static int remove_recording(const char *path)
{
	if (!is_recording(path) && !is_empty(path))
		return mms_err(-EEXIST, "%s is in the way and is no recording; move it away", path);
	if (nftw(path, remove_one, 16, FTW_PHYS | FTW_DEPTH | FTW_MOUNT))
		return mms_err(-errno, "cannot remove %s: %s", path, strerror(errno));
	return 0;
}

static int move_to_old(const char *path)
{
	char old[PATH_MAX];
	int ret = 0;

	snprintf(old, sizeof(old), "%s.old", path);
	if (!access(old, F_OK))
		ret = remove_recording(old);
	if (!ret && rename(path, old))
		ret = mms_err(-errno, "cannot rename %s to %s: %s", path, old, strerror(errno));
	return ret;
}

static int open_dir(struct mms_outdir *out)
{
	out->fd = open(out->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (out->fd < 0)
		return mms_err(-errno, "cannot open %s: %s", out->path, strerror(errno));
	return 0;
}

static struct mms_outdir *alloc(const char *path)
{
	struct mms_outdir *out = calloc(1, sizeof(*out));

	if (!out)
		return NULL;
	out->fd = out->reserve_fd = -1;
	out->path = strdup(path);
	if (out->path)
		return out;
	mms_outdir_free(out);
	return NULL;
}

static int make_way(const char *path, bool is_default, bool force)
{
	struct stat st;

	if (lstat(path, &st))
		return 0;
	if (is_default)
		return move_to_old(path);
	if (S_ISDIR(st.st_mode) && is_empty(path))
		return rmdir(path) ? mms_err(-errno, "cannot use %s: %s", path, strerror(errno))
				   : 0;
	if (!force)
		return mms_err(-EEXIST, "%s exists; take another with -o, or --force to replace it",
			       path);
	return remove_recording(path);
}

int mms_outdir_new(const char *path, bool force, struct mms_outdir **ret_out)
{
	struct mms_outdir *out mms_auto(outdir) = alloc(path ? path : MMS_OUTDIR_DEFAULT);
	int ret;

	if (!out)
		return mms_err(-ENOMEM, "out of memory");
	ret = make_way(out->path, !path, force);
	if (!ret && mkdir(out->path, 0777))
		ret = mms_err(-errno, "cannot make the folder %s: %s", out->path, strerror(errno));
	if (!ret)
		ret = open_dir(out);
	if (!ret)
		*ret_out = mms_take(out);
	return ret;
}

int mms_outdir_open(const char *path, struct mms_outdir **ret_out)
{
	struct mms_outdir *out mms_auto(outdir) = alloc(path);
	int ret;

	if (!out)
		return mms_err(-ENOMEM, "out of memory");
	if (mkdir(path, 0777) && errno != EEXIST)
		return mms_err(-errno, "cannot make the folder %s: %s", path, strerror(errno));
	ret = open_dir(out);
	if (!ret)
		*ret_out = mms_take(out);
	return ret;
}

void mms_outdir_reserve(struct mms_outdir *out, size_t bytes)
{
	out->reserve_fd = openat(out->fd, ".reserve", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out->reserve_fd < 0)
		return;
	unlinkat(out->fd, ".reserve", 0);
	if (fallocate(out->reserve_fd, 0, 0, (off_t)bytes))
		mms_outdir_release_reserve(out);
}

void mms_outdir_release_reserve(struct mms_outdir *out)
{
	if (out->reserve_fd >= 0)
		close(out->reserve_fd);
	out->reserve_fd = -1;
}

static int make_folders(struct mms_outdir *out, const char *name)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s", name) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	for (char *p = strchr(path, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdirat(out->fd, path, 0777) && errno != EEXIST)
			return -errno;
		*p = '/';
	}
	return 0;
}

static int open_file(struct mms_outdir *out, const char *name, int flags)
{
	int fd = openat(out->fd, name, flags, 0666);

	if (fd < 0 && errno == ENOENT && !make_folders(out, name))
		fd = openat(out->fd, name, flags, 0666);
	return fd < 0 ? -errno : fd;
}

static int write_all(int fd, const char *p, size_t len)
{
	while (len) {
		ssize_t n = write(fd, p, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

int mms_outdir_write(struct mms_outdir *out, const char *name, const void *data, size_t len,
		     bool append)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (append ? O_APPEND : O_TRUNC);
	int ret, fd = open_file(out, name, flags);

	ret = fd < 0 ? fd : write_all(fd, data, len);
	if (ret == -ENOSPC && out->reserve_fd >= 0) {
		mms_outdir_release_reserve(out);
		/* A part may have been written: begin again where that does no harm. */
		if (!append && fd >= 0 && !ftruncate(fd, 0) && !lseek(fd, 0, SEEK_SET))
			ret = write_all(fd, data, len);
	}
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	return ret ? mms_err(ret, "cannot write %s/%s: %s", out->path, name, strerror(-ret)) : 0;
}

int mms_outdir_replace(struct mms_outdir *out, const char *name, const void *data, size_t len)
{
	char tmp[NAME_MAX];
	int ret;

	snprintf(tmp, sizeof(tmp), "%s.tmp", name);
	ret = mms_outdir_write(out, tmp, data, len, false);
	if (!ret && renameat(out->fd, tmp, out->fd, name))
		ret = mms_err(-errno, "cannot write %s/%s: %s", out->path, name, strerror(errno));
	return ret;
}
