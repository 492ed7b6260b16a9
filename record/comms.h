/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_COMMS_H
#define MMS_RECORD_COMMS_H

#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/buf.h"

/* The latest name of each thread, for trace.dat's saved command lines. */
struct mms_comms;

struct mms_comms *mms_comms_new(void);
void mms_comms_free(struct mms_comms *comms);
MMS_DEFINE_AUTO(comms, struct mms_comms *, mms_comms_free);

/**
 * mms_comms_set() - Thread @pid had this name at @ts; an older one gives way.
 * @comm, @len: not NUL-terminated
 *
 * Return: 0 or -ENOMEM.
 */
int mms_comms_set(struct mms_comms *comms, int32_t pid, uint64_t ts, const char *comm, size_t len);

/** mms_comms_add_tasks() - Take the names of a recording's file "tasks". */
int mms_comms_add_tasks(struct mms_comms *comms, const char *text);

/** mms_comms_print() - Append lines "PID COMM", by pid. Return: 0 or -ENOMEM. */
int mms_comms_print(const struct mms_comms *comms, struct mms_buf *buf);

#endif
