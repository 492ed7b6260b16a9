/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_FORMATS_H
#define MMS_RECORD_FORMATS_H

#include "common/buf.h"
#include "record/events.h"

struct mms_instance;

/* The kernel's event formats, as sections of trace.dat want them. */

/** mms_formats_header_info() - header_page and header_event. Return: 0 or a negative errno. */
int mms_formats_header_info(const struct mms_instance *inst, struct mms_buf *section);

/**
 * mms_formats_ftrace() - Formats of ftrace's own events.
 * @texts: the plain formats are appended, too
 */
int mms_formats_ftrace(struct mms_buf *section, struct mms_buf *texts);

/** mms_formats_events() - Of every event in every system of which @evs has one. */
int mms_formats_events(const struct mms_events *evs, struct mms_buf *section,
		       struct mms_buf *texts);

/**
 * mms_formats_next() - Cut the next format off a run of plain ones.
 * @pos: where to go on, moved
 * @ret_name: of the event
 *
 * Return: the format, valid until the next call; NULL at the end.
 */
const char *mms_formats_next(const char **pos, struct mms_buf *format, char ret_name[128]);

#endif
