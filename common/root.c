// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/root.h"

int mms_root_path(const struct mms_root *root, const char *path, char *buf, size_t size)
{
	int len = snprintf(buf, size, "%s%s", root->dir, path);

	return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

int mms_root_read(const struct mms_root *root, const char *path, struct mms_buf *buf,
		  size_t max_bytes)
{
	char full[PATH_MAX];
	int ret = mms_root_path(root, path, full, sizeof(full));

	return ret ? ret : mms_buf_read_file(buf, AT_FDCWD, full, max_bytes);
}

int mms_root_write(const struct mms_root *root, const char *path, const char *text)
{
	char full[PATH_MAX];
	int fd, ret = mms_root_path(root, path, full, sizeof(full));

	if (ret)
		return ret;
	fd = open(full, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

DIR *mms_root_opendir(const struct mms_root *root, const char *path)
{
	char full[PATH_MAX];
	int ret = mms_root_path(root, path, full, sizeof(full));

	if (ret) {
		errno = -ret;
		return NULL;
	}
	return opendir(full);
}
