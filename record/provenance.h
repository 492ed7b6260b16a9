/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_PROVENANCE_H
#define MMS_RECORD_PROVENANCE_H

#include <jansson.h>

#include "common/root.h"
#include "record/memroot.h"
#include "record/trclock.h"

struct mms_outdir;

/**
 * mms_provenance_files() - Write what the machine is: settings, config, mounts
 * and so on. What it does not have is left out.
 *
 * Return: 0 or a negative errno when they cannot be written.
 */
int mms_provenance_files(const struct mms_root *root, struct mms_outdir *out);

/**
 * mms_provenance_tasks() - Write "tasks". To be called when events of forks and
 * renames are recorded already, so that no thread is missed in between.
 */
int mms_provenance_tasks(const struct mms_root *root, const struct mms_memroot *mem,
			 struct mms_outdir *out);

/** mms_provenance_json() - Put the keys of the machine into @run. */
void mms_provenance_json(const struct mms_root *root, const struct mms_memroot *mem,
			 const struct mms_trclock *clock, json_t *run);

/** mms_provenance_mem_kb() - MemTotal, 0 when unknown. */
uint64_t mms_provenance_mem_kb(const struct mms_root *root);

#endif
