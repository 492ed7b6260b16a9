/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_SELECTED_H
#define MMS_PARSE_SELECTED_H

#include "common/auto.h"

struct mms_recording;

/*
 * Which events were recorded, by run.json, else by the instance's set_event:
 * only so can one that did not come be told from one that nobody asked for.
 */
struct mms_selected;

/** mms_selected_new() - Read it. Return: 0 or a negative errno. */
int mms_selected_new(const struct mms_recording *rec, struct mms_selected **ret_sel);
void mms_selected_free(struct mms_selected *sel);
MMS_DEFINE_AUTO(selected, struct mms_selected *, mms_selected_free);

/**
 * mms_selected_get() - Was an event recorded?
 * @ret_filter: its in-kernel filter, borrowed; NULL for none; may be NULL itself
 *
 * Return: 1, 0, or -1 when the recording does not say.
 */
int mms_selected_get(const struct mms_selected *sel, const char *system, const char *name,
		     const char **ret_filter);

#endif
