/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_TASKSNAP_H
#define MMS_RECORD_TASKSNAP_H

#include "common/buf.h"
#include "common/root.h"
#include "record/memroot.h"

/**
 * mms_tasksnap_print() - Append a line "PID TGID CGROUP COMM" for every thread.
 *
 * Return: 0 or a negative errno.
 */
int mms_tasksnap_print(const struct mms_root *root, const struct mms_memroot *mem,
		       struct mms_buf *buf);

#endif
