/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_GUARDIAN_H
#define MMS_RECORD_GUARDIAN_H

#include <sys/types.h>

#include "common/auto.h"

/*
 * A process that outlives the recorder. When that dies without a word (SIGKILL,
 * the OOM killer), it drains the ring buffers, removes the tracing instance,
 * which would trace on for ever, and completes the recording.
 */
struct mms_guardian;

/**
 * mms_guardian_start() - Fork it. Before any thread, and before the instance.
 * @dir: folder of the recording, which may not exist yet
 */
int mms_guardian_start(const char *dir, struct mms_guardian **ret_guardian);
pid_t mms_guardian_pid(const struct mms_guardian *guardian);

/** mms_guardian_free() - All is well: it ends. */
void mms_guardian_free(struct mms_guardian *guardian);
MMS_DEFINE_AUTO(guardian, struct mms_guardian *, mms_guardian_free);

/** mms_guardian_complete() - Complete the recording in @dir; state becomes "killed". */
int mms_guardian_complete(const char *dir);

#endif
