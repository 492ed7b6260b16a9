/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_HANDSNAP_H
#define MMS_RECORD_HANDSNAP_H

#include <stdbool.h>

#include "common/root.h"

/**
 * struct mms_handsnap_opts - One sample taken by hand, beside another tracer.
 * @path: folder, made when missing
 * @name: "before", "after" or a number
 * @version: of this program
 * @mark: write trace markers to the top level's buffer, which that tracer reads
 */
struct mms_handsnap_opts {
	const struct mms_root *root;
	const char *path;
	const char *name;
	const char *tracefs; /* NULL: look for it */
	const char *cgroup_glob;
	const char *version;
	bool mark;
};

/**
 * mms_handsnap() - Take it. The first one in a folder also says what the machine is.
 *
 * Return: 0; -EEXIST when the folder has a sample of this name.
 */
int mms_handsnap(const struct mms_handsnap_opts *opts);

#endif
