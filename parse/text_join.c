// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/text_file.h"
#include "parse/text_join.h"
#include "parse/text_pack.h"

void mms_text_joiner_release(struct mms_text_joiner *j)
{
	mms_buf_release(&j->text);
	mms_buf_release(&j->blank);
	mms_buf_release(&j->glued);
}

int mms_text_record_begin(struct mms_text_record *rec, struct mms_text_types *types)
{
	struct mms_text_head *h = &rec->head;
	bool named;
	int ret;

	rec->type = NULL;
	rec->payload = h->rest;
	if (h->event.pos == h->event.end)
		return 0;
	ret = mms_text_types_get(types, h->system, h->event, &rec->type, &named);
	if (ret)
		return ret;
	if (named)
		rec->payload.pos = h->event.pos;
	mms_text_split(rec->type, rec->payload, &rec->values);
	return 0;
}

static int put_together(struct mms_buf *buf, struct mms_slice a, const char *between,
			struct mms_slice b)
{
	mms_buf_reset(buf);
	mms_buf_add(buf, a.pos, mms_slice_len(a));
	mms_buf_add(buf, between, strlen(between));
	return mms_buf_add(buf, b.pos, mms_slice_len(b));
}

static struct mms_slice of_buf(const struct mms_buf *buf)
{
	return (struct mms_slice){ mms_buf_text(buf), mms_buf_text(buf) + buf->len };
}

static void swap(struct mms_buf *a, struct mms_buf *b)
{
	struct mms_buf tmp = *a;

	*a = *b;
	*b = tmp;
}

/* The line brings the event's name, or the rest of it. */
static int join_name(struct mms_text_joiner *j, struct mms_text_types *types,
		     struct mms_text_record *rec, struct mms_slice line)
{
	struct mms_text_head *h = &rec->head;
	int ret = put_together(&j->text, rec->payload, "", line);

	if (ret)
		return ret;
	if (!mms_text_event_parse(of_buf(&j->text), h) || h->event.pos == h->event.end)
		return 0;
	ret = mms_text_record_begin(rec, types);
	return ret ? ret : 1;
}

/* "=> function", behind the head of a stack */
static bool is_stack_line(const struct mms_text_record *rec, struct mms_slice line)
{
	struct mms_slice payload = rec->payload;

	mms_skip_blanks(&payload);
	return mms_skip_text(&line, "=>") &&
	       (payload.pos == payload.end || *payload.pos == '<' || mms_skip_text(&payload, "=>"));
}

static bool is_flag(char c)
{
	return (c >= 'A' && c <= 'Z') || mms_is_digit(c) || c == '_' || c == '|' || c == 'x';
}

/* "EL|GFP_ZERO", behind "gfp_flags=GFP_KERN" */
static bool is_flags_line(const struct mms_text_record *rec, struct mms_slice line)
{
	struct mms_slice last;

	mms_trim_blanks(&line);
	if (!rec->values.nr || !memchr(line.pos, '_', mms_slice_len(line)))
		return false;
	last = rec->values.v[rec->values.nr - 1].text;
	if (last.pos == last.end || last.end != rec->payload.end)
		return false;
	for (const char *p = last.pos; p < last.end; p++)
		if (!is_flag(*p))
			return false;
	for (const char *p = line.pos; p < line.end; p++)
		if (!is_flag(*p))
			return false;
	return memchr(last.pos, '_', mms_slice_len(last)) != NULL;
}

/* For each label that the event has; less for one that still lacks its value. */
#define POINTS_VALUE 8
#define POINTS_LABEL 4

static int points(const struct mms_text_type *type, const struct mms_text_values *values)
{
	int sum = -(int)values->nr_bare;

	for (unsigned int i = 0; i < values->nr; i++) {
		const struct mms_text_value *v = &values->v[i];
		int field = v->label < 0 ? -1 : type->labels[v->label].field;
		bool readable = field < 0 || mms_text_is_readable(&type->fields[field], v->text);

		/* keys that nobody knows are what an unknown event is made of */
		if (v->label >= 0 || !type->declared)
			sum += v->text.pos < v->text.end && readable ? POINTS_VALUE : POINTS_LABEL;
	}
	return sum;
}

/* How much better the record is with the line; 0 when the line is another thing. */
static int gain(const struct mms_text_record *rec, const struct mms_text_values *with)
{
	int more;

	if (with->nr_twice > rec->values.nr_twice)
		return 0;
	more = points(rec->type, with) - points(rec->type, &rec->values);
	return more >= POINTS_LABEL ? more : 0;
}

/* Behind a blank: words that belong to no label come only behind one that is known. */
static int gain_apart(struct mms_text_joiner *j, const struct mms_text_record *rec,
		      struct mms_slice line)
{
	mms_text_split(rec->type, of_buf(&j->blank), &j->blank_values);
	if (j->blank_values.nr_bare > rec->values.nr_bare &&
	    !(rec->type->declared && mms_text_begins_with_label(rec->type, line)))
		return 0;
	return gain(rec, &j->blank_values);
}

static bool is_number(struct mms_slice text)
{
	int64_t value;

	return mms_take_number(&text, &value) && text.pos == text.end;
}

/* Directly behind the last character: a number stays one. */
static int gain_glued(struct mms_text_joiner *j, const struct mms_text_record *rec)
{
	unsigned int last = rec->values.nr - 1;

	mms_text_split(rec->type, of_buf(&j->glued), &j->glued_values);
	if (j->glued_values.nr_bare > rec->values.nr_bare)
		return 0;
	if (rec->values.nr && is_number(rec->values.v[last].text) &&
	    (j->glued_values.nr <= last || !is_number(j->glued_values.v[last].text)))
		return 0;
	return gain(rec, &j->glued_values);
}

static int take(struct mms_text_joiner *j, struct mms_text_record *rec, struct mms_buf *text,
		const struct mms_text_values *values)
{
	swap(&j->text, text);
	rec->payload = of_buf(&j->text);
	rec->values = *values;
	return 1;
}

/*
 * A line of the kernel's log, one that says that something is missing, or an
 * event that has lost its head.
 */
static bool is_foreign(struct mms_slice line)
{
	struct mms_text_head h;
	int64_t seconds;

	if (mms_text_event_parse(line, &h) && h.event.pos < h.event.end &&
	    mms_text_is_declared(h.system, h.event))
		return true;
	if (mms_skip_text(&line, "CPU:"))
		return true;
	if (mms_skip_text(&line, "["))
		return line.pos == line.end || !mms_is_letter(*line.pos);
	return line.pos == line.end || *line.pos == '#' ||
	       (mms_take_digits(&line, &seconds) && mms_skip_text(&line, "."));
}

int mms_text_join(struct mms_text_joiner *j, struct mms_text_types *types,
		  struct mms_text_record *rec, struct mms_slice line)
{
	struct mms_slice payload = rec->payload;
	int blank, glued = 0;
	bool apart;

	mms_skip_blanks(&line);
	if (mms_slice_len(payload) + mms_slice_len(line) >= MMS_TEXT_MAX_LINE)
		return 0;
	if (!rec->type)
		return join_name(j, types, rec, line);
	if (is_foreign(line))
		return 0;
	if (put_together(&j->blank, payload, " ", line) ||
	    put_together(&j->glued, payload, "", line))
		return -ENOMEM;
	blank = gain_apart(j, rec, line);
	if (is_stack_line(rec, line))
		return take(j, rec, &j->blank, &j->blank_values);
	apart = payload.pos < payload.end && mms_is_blank(payload.end[-1]);
	if (!apart)
		glued = gain_glued(j, rec);
	if (!apart && is_flags_line(rec, line))
		return take(j, rec, &j->glued, &j->glued_values);
	if (!blank && !glued)
		return 0;
	return glued > blank ? take(j, rec, &j->glued, &j->glued_values)
			     : take(j, rec, &j->blank, &j->blank_values);
}
