/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_EVENT_H
#define MMS_PARSE_TEXT_EVENT_H

#include "parse/text_type.h"

#define MMS_TEXT_MAX_VALUES 64

/* A label of a payload, and what stands behind it. */
struct mms_text_value {
	int label;            /* index in the type; -1: one that it does not have (yet) */
	struct mms_slice key; /* its text, when it is -1 */
	struct mms_slice text;
};

/**
 * struct mms_text_values - A payload in pieces; all borrowed from it.
 * @nr_bare: words that belong to no label
 * @nr_twice: labels that came before
 */
struct mms_text_values {
	struct mms_text_value v[MMS_TEXT_MAX_VALUES];
	unsigned int nr;
	unsigned int nr_bare, nr_twice;
};

/**
 * mms_text_split() - Cut a payload into its labels' values.
 *
 * Of a label that comes twice the first counts. Only guesses of @type change.
 */
void mms_text_split(struct mms_text_type *type, struct mms_slice payload,
		    struct mms_text_values *ret_values);

/** mms_text_begins_with_label() - Does the text begin with a label of the event? */
bool mms_text_begins_with_label(const struct mms_text_type *type, struct mms_slice text);

#endif
