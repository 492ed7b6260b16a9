/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_READER_H
#define MMS_PARSE_TEXT_READER_H

#include "parse/text_join.h"
#include "parse/text_marks.h"

/*
 * The events and gaps of a text, in the order of its lines.
 */
struct mms_text_reader;
struct mms_text_file;

enum mms_text_kind { MMS_TEXT_END, MMS_TEXT_EVENT, MMS_TEXT_GAP };

/**
 * struct mms_text_item - What comes next; borrowed until the one after it.
 * @line_no: where it begins
 * @record, @is_cut: of an event; @is_cut: the input ends within its line, so its
 *	last value may be cut
 */
struct mms_text_item {
	uint64_t line_no;
	bool is_cut;
	struct mms_text_record record;
	struct mms_text_gap gap;
};

/* What was met on the way that is no event. */
struct mms_text_rest {
	uint64_t nr_lines;     /* in all */
	uint64_t nr_nameless;  /* heads of events that no name follows */
	uint64_t nr_placeless; /* events without time, task and CPU */
};

/* @file: closed with the reader, and on failure; @types: must outlive it */
int mms_text_reader_new(struct mms_text_file *file, struct mms_text_types *types,
			struct mms_text_reader **ret_reader);
void mms_text_reader_free(struct mms_text_reader *reader);
MMS_DEFINE_AUTO(text_reader, struct mms_text_reader *, mms_text_reader_free);

/** mms_text_reader_next() - Return: an enum mms_text_kind, or a negative errno. */
int mms_text_reader_next(struct mms_text_reader *reader, struct mms_text_item *ret_item);

/** mms_text_reader_take_marks() - What the lines said that are no events; for the caller to release. */
void mms_text_reader_take_marks(struct mms_text_reader *reader, struct mms_text_marks *ret_marks);
const struct mms_text_rest *mms_text_reader_rest(const struct mms_text_reader *reader);

#endif
