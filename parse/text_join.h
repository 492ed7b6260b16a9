/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_JOIN_H
#define MMS_PARSE_TEXT_JOIN_H

#include "common/buf.h"
#include "parse/text_event.h"
#include "parse/text_line.h"

/**
 * struct mms_text_record - An event of the text, wherever its lines end.
 * @payload: what @values are pieces of
 * @type: NULL while the event's name has not come
 */
struct mms_text_record {
	struct mms_text_head head;
	struct mms_text_type *type;
	struct mms_slice payload;
	struct mms_text_values values;
};

/* Room for lines that are put together. Zero-initialise it. */
struct mms_text_joiner {
	struct mms_buf text, blank, glued;
	struct mms_text_values blank_values, glued_values;
};

void mms_text_joiner_release(struct mms_text_joiner *joiner);

/**
 * mms_text_record_begin() - Read the rest of a line whose head is read.
 *
 * Return: 0 or -ENOMEM.
 */
int mms_text_record_begin(struct mms_text_record *rec, struct mms_text_types *types);

/**
 * mms_text_join() - Does the next line go on with the record?
 *
 * Lines are broken by mail programs, between words and within. A line goes on
 * when it gives the event values that it lacks, put behind a blank or directly
 * behind the last character, whichever gives more of what the event has.
 *
 * Return: 1 and the record has the line's values; 0; or -ENOMEM.
 */
int mms_text_join(struct mms_text_joiner *joiner, struct mms_text_types *types,
		  struct mms_text_record *rec, struct mms_slice line);

#endif
