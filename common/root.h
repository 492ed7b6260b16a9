/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_ROOT_H
#define MMS_COMMON_ROOT_H

#include <dirent.h>
#include <stddef.h>

#include "common/buf.h"

/*
 * Where /proc and /sys are: every path below them is read through this, so
 * that a copy of a user's files can stand in for a machine.
 */
struct mms_root {
	const char *dir; /* put before each path; "" is the machine itself */
};

/**
 * mms_root_path() - A path below the root.
 * @path: absolute, as on the machine
 * @size: bytes of @buf
 *
 * Return: 0 or -ENAMETOOLONG.
 */
int mms_root_path(const struct mms_root *root, const char *path, char *buf, size_t size);

/** mms_root_read() - As mms_buf_read_file(), below the root. */
int mms_root_read(const struct mms_root *root, const char *path, struct mms_buf *buf,
		  size_t max_bytes);

/** mms_root_write() - Write @text with one write(). Return: 0 or a negative errno, no message. */
int mms_root_write(const struct mms_root *root, const char *path, const char *text);

/** mms_root_opendir() - opendir() below the root. Return: for closedir(), NULL with errno. */
DIR *mms_root_opendir(const struct mms_root *root, const char *path);

static inline void mms_auto_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

#endif
