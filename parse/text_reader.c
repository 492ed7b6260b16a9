// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "common/err.h"
#include "parse/text_file.h"
#include "parse/text_reader.h"

#define MAX_JOINED 128 /* lines of an event: a deep stack */

/* A line that was looked at. */
struct line {
	struct mms_slice text; /* without quoting */
	struct mms_text_head head;
	bool is_event;
};

struct mms_text_reader {
	struct mms_text_file *file;
	struct mms_text_types *types;
	struct mms_text_joiner joiner;
	struct mms_text_marks marks;
	struct mms_text_rest rest;
	struct line line;
	bool ahead; /* @line comes next: it did not go on with the event before it */
};

int mms_text_reader_new(struct mms_text_file *file, struct mms_text_types *types,
			struct mms_text_reader **ret_reader)
{
	struct mms_text_reader *rd = calloc(1, sizeof(*rd));

	if (!rd) {
		mms_text_file_close(file);
		return mms_err(-ENOMEM, "no memory to read text");
	}
	rd->file = file;
	rd->types = types;
	*ret_reader = rd;
	return 0;
}

void mms_text_reader_free(struct mms_text_reader *rd)
{
	if (!rd)
		return;
	mms_text_file_close(rd->file);
	mms_text_joiner_release(&rd->joiner);
	mms_text_marks_release(&rd->marks);
	free(rd);
}

/* "> >" of replies */
static struct mms_slice without_quoting(struct mms_slice line)
{
	struct mms_slice s = line;

	mms_skip_blanks(&s);
	if (s.pos == s.end || *s.pos != '>')
		return line;
	while (s.pos < s.end && (*s.pos == '>' || mms_is_blank(*s.pos)))
		s.pos++;
	return s;
}

/* Look at the next line in memory. */
static bool take_line(struct mms_text_reader *rd)
{
	struct line *l = &rd->line;

	if (!mms_text_file_line(rd->file, &l->text))
		return false;
	l->text = without_quoting(l->text);
	l->is_event = mms_text_head_parse(l->text, &l->head);
	rd->rest.nr_lines++;
	return true;
}

/* Have a line, and enough behind it in memory. Return: 1, 0 at the end, or a negative errno. */
static int need_line(struct mms_text_reader *rd)
{
	int ret;

	if (rd->ahead && mms_text_file_is_low(rd->file)) {
		mms_text_file_line_back(rd->file);
		rd->rest.nr_lines--;
		rd->ahead = false;
	}
	if (rd->ahead) {
		rd->ahead = false;
		return 1;
	}
	do {
		ret = mms_text_file_fill(rd->file);
		if (ret || take_line(rd))
			return ret ? ret : 1;
	} while (!mms_text_file_is_read(rd->file));
	return 0;
}

/* Take the lines that go on with the event. Return: 0 or a negative errno. */
static int join_lines(struct mms_text_reader *rd, struct mms_text_item *item)
{
	int ret = 1;

	for (unsigned int n = 0; ret > 0 && n < MAX_JOINED && take_line(rd); n++) {
		rd->ahead = true;
		ret = rd->line.is_event
			      ? 0
			      : mms_text_join(&rd->joiner, rd->types, &item->record, rd->line.text);
		if (ret > 0) {
			rd->ahead = false;
			item->is_cut = mms_text_file_is_cut(rd->file);
		}
	}
	return ret < 0 ? ret : 0;
}

/* perf script: "PERF_RECORD_LOST lost 30" */
static bool is_gap(const struct mms_text_item *item, struct mms_text_gap *ret_gap)
{
	const struct mms_text_head *h = &item->record.head;
	struct mms_slice s = h->rest;

	if (!mms_slice_is(h->event, "PERF_RECORD_LOST", 16))
		return false;
	*ret_gap = (struct mms_text_gap){ h->cpu, -1 };
	if (mms_skip_text(&s, "lost "))
		mms_take_digits(&s, &ret_gap->nr_lost);
	return true;
}

/* Return: MMS_TEXT_EVENT, MMS_TEXT_GAP, 0 when it has no name, or a negative errno. */
static int read_event(struct mms_text_reader *rd, struct mms_text_item *item)
{
	int ret;

	item->record.head = rd->line.head;
	item->is_cut = mms_text_file_is_cut(rd->file);
	if (is_gap(item, &item->gap))
		return MMS_TEXT_GAP;
	ret = mms_text_record_begin(&item->record, rd->types);
	if (!ret)
		ret = join_lines(rd, item);
	if (ret)
		return ret;
	rd->rest.nr_nameless += !item->record.type;
	return item->record.type ? MMS_TEXT_EVENT : 0;
}

/* Return: MMS_TEXT_GAP, 0, or a negative errno. */
static int read_mark(struct mms_text_reader *rd, struct mms_text_item *item)
{
	struct mms_slice line = rd->line.text;
	struct mms_text_head h;
	int ret = mms_text_mark(&rd->marks, line, &item->gap);

	if (ret)
		return ret < 0 ? ret : MMS_TEXT_GAP;
	if (mms_text_event_parse(line, &h) && h.event.pos < h.event.end &&
	    mms_text_is_declared(h.system, h.event))
		rd->rest.nr_placeless++;
	return 0;
}

int mms_text_reader_next(struct mms_text_reader *rd, struct mms_text_item *item)
{
	int ret;

	while ((ret = need_line(rd)) > 0) {
		item->line_no = mms_text_file_line_no(rd->file);
		ret = rd->line.is_event ? read_event(rd, item) : read_mark(rd, item);
		if (ret)
			return ret;
	}
	return ret;
}

void mms_text_reader_take_marks(struct mms_text_reader *rd, struct mms_text_marks *ret_marks)
{
	*ret_marks = rd->marks;
	rd->marks = (struct mms_text_marks){ 0 };
}

const struct mms_text_rest *mms_text_reader_rest(const struct mms_text_reader *rd)
{
	return &rd->rest;
}
