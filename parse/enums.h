/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_ENUMS_H
#define MMS_PARSE_ENUMS_H

#include <stdint.h>

#include "common/auto.h"
#include "parse/source.h"

struct mms_load;
struct mms_recording;

/*
 * The recorded kernel's names of numbers: its enums of counter items from the
 * recording's file "enums", else from the order of lines of its vmstat; and
 * the tables in its print formats.
 */
struct mms_enums;

/** mms_enums_new() - Collect them. Return: 0 or a negative errno. */
int mms_enums_new(const struct mms_recording *rec, const struct mms_source_info *info,
		  struct mms_enums **ret_enums);
void mms_enums_free(struct mms_enums *enums);
MMS_DEFINE_AUTO(enums, struct mms_enums *, mms_enums_free);

/** mms_enums_text() - A number's name, borrowed; NULL: unknown. @ctx is a struct mms_enums. */
const char *mms_enums_text(void *ctx, const char *name, int64_t value);

/**
 * mms_enums_load() - Put them into the database.
 * @counts: records by index of type: tables of formats of events that did not
 *	come are left out; NULL: of all
 *
 * Return: 0 or a negative errno.
 */
int mms_enums_load(const struct mms_enums *enums, const struct mms_source_info *info,
		   const uint64_t *counts, int64_t run_id, struct mms_load *load);

#endif
