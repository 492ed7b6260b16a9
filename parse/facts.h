/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_FACTS_H
#define MMS_PARSE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"

struct mms_recording;
struct mms_source_info;
struct mms_stmt;

/* What a recording says of its run, in run.json or in files of other recorders. */

/**
 * mms_facts_bind() - Bind what is known of machine, command and clock.
 * @st: run_finish.sql
 * @page_size: bytes, asked for by the user; 0: from the recording, else 4096
 *
 * Return: 0 or a negative errno.
 */
int mms_facts_bind(const struct mms_recording *rec, const struct mms_source_info *info,
		   unsigned int page_size, struct mms_stmt *st);

/**
 * mms_facts_incomplete() - Why not all of the run is there.
 * @why: reasons are appended, with "; " between; stays empty when all is there
 *
 * Return: 0 or -ENOMEM.
 */
int mms_facts_incomplete(const struct mms_recording *rec, const struct mms_source_info *info,
			 struct mms_buf *why);

/**
 * mms_facts_lost() - Events lost by what the ring buffers' statistics say.
 *
 * Return: their number; -1 when nothing says.
 */
int64_t mms_facts_lost(const struct mms_recording *rec, const struct mms_source_info *info);

/** mms_facts_mglru() - Was the multi-gen LRU on? Return: 1, 0, -1 unknown. */
int mms_facts_mglru(const struct mms_recording *rec);

/** mms_facts_memory_hierarchy() - As of struct mms_engine_opts. */
int mms_facts_memory_hierarchy(const struct mms_recording *rec);

/**
 * mms_facts_elapsed() - How long a run took that has no events.
 * @ret_ns: set only on success
 */
bool mms_facts_elapsed(const struct mms_recording *rec, int64_t *ret_ns);

#endif
