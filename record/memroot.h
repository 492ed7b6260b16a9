/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_MEMROOT_H
#define MMS_RECORD_MEMROOT_H

#include <limits.h>
#include <stdint.h>

#include "common/buf.h"
#include "common/root.h"

/* The hierarchy of control groups that memory belongs to. */
struct mms_memroot {
	const char *mode;    /* "v1", "v2", "hybrid" or "none": what is mounted */
	const char *memory;  /* "v1" or "v2": where the memory controller is; NULL: nowhere */
	char path[PATH_MAX]; /* its mount point on the machine; "" when @memory is NULL */
};

/** mms_memroot_find() - Read it from /proc/self/mounts. Finding none is no failure. */
void mms_memroot_find(const struct mms_root *root, struct mms_memroot *ret_mem);

/** struct mms_memgroup - One control group of the walk; valid during the call. */
struct mms_memgroup {
	uint64_t id;      /* as in the kernel's events; 0: unknown */
	const char *path; /* below the root of the hierarchy: "/", "/a/b" */
	int dirfd;        /* of its folder */
};

/**
 * mms_memroot_walk() - Call @fn for every group, parents first.
 * @glob: only groups whose path matches; NULL: all
 *
 * Return: 0, or what @fn returned when that was not 0.
 */
int mms_memroot_walk(const struct mms_root *root, const struct mms_memroot *mem, const char *glob,
		     int (*fn)(void *ctx, const struct mms_memgroup *group), void *ctx);

/**
 * mms_memroot_of_task() - The group of a process, out of its /proc/PID/cgroup.
 * @text: content of that file
 *
 * Return: its path within @text, of @ret_len bytes; NULL when it has none.
 */
const char *mms_memroot_of_task(const struct mms_memroot *mem, const char *text, size_t *ret_len);

#endif
