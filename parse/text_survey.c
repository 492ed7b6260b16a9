// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/text_clean.h"
#include "parse/text_file.h"
#include "parse/text_pack.h"
#include "parse/text_survey.h"

#define MAX_WORKERS    16
#define MIN_PART_BYTES (8 << 20) /* less is not worth a thread */
#define SEARCH_BYTES   (64 << 10)

void mms_text_survey_release(struct mms_text_survey *sv)
{
	mms_text_comms_release(&sv->comms);
	mms_text_marks_release(&sv->marks);
	mms_text_types_free(sv->types);
	*sv = (struct mms_text_survey){ 0 };
}

void mms_text_drop_cut(struct mms_text_item *item)
{
	struct mms_text_values *v = &item->record.values;

	if (item->is_cut && v->nr && v->v[v->nr - 1].text.end == item->record.payload.end)
		v->nr--;
}

/* ---- a part ---- */

static bool has_time(const struct mms_text_survey *sv)
{
	return sv->nr_ticks || sv->nr_ns;
}

static void take_time(struct mms_text_survey *sv, const struct mms_text_head *h)
{
	if (!has_time(sv))
		sv->first_ts = sv->last_ts = h->ts;
	sv->nr_ticks += h->is_ticks;
	sv->nr_ns += !h->is_ticks;
	sv->unordered |= h->ts < sv->last_ts;
	sv->last_ts = h->ts;
}

static int take_event(struct mms_text_survey *sv, struct mms_text_item *item)
{
	const struct mms_text_head *h = &item->record.head;
	int ret;

	sv->nr_events++;
	if (h->has_time)
		take_time(sv, h);
	if (h->cpu > sv->max_cpu && h->cpu < MMS_TEXT_MAX_CPUS)
		sv->max_cpu = h->cpu;
	if (item->is_cut)
		sv->cut_line = item->line_no;
	mms_text_drop_cut(item);
	ret = mms_text_learn(item->record.type, &item->record.values);
	if (!ret && h->comm.pos && h->pid >= 0)
		ret = mms_text_comms_note(&sv->comms, h->pid, h->comm);
	return ret ? mms_err(ret, "no memory for the events of a text") : 0;
}

/* A part on its way: a worker's. */
struct part {
	struct mms_text_survey survey;
	struct mms_text_file *file;
	pthread_t thread;
	bool started;
	int ret;
	char *message; /* of ret: the error's text is its thread's */
};

static int read_part(struct part *part)
{
	struct mms_text_reader *reader mms_auto(text_reader) = NULL;
	struct mms_text_survey *sv = &part->survey;
	struct mms_text_item item;
	int ret;

	sv->max_cpu = -1;
	ret = mms_text_types_new(&sv->types);
	if (ret)
		return mms_err(ret, "no memory for the events of a text");
	ret = mms_text_reader_new(mms_take(part->file), sv->types, &reader);
	if (ret)
		return ret;
	while ((ret = mms_text_reader_next(reader, &item)) > 0) {
		ret = ret == MMS_TEXT_EVENT ? take_event(sv, &item) : 0;
		if (ret)
			return ret;
	}
	sv->rest = *mms_text_reader_rest(reader);
	mms_text_reader_take_marks(reader, &sv->marks);
	return ret;
}

static void *run_part(void *arg)
{
	struct part *part = arg;

	part->ret = read_part(part);
	if (part->ret)
		part->message = strdup(mms_err_text());
	return NULL;
}

static void part_release(struct part *part)
{
	mms_text_survey_release(&part->survey);
	mms_text_file_close(part->file);
	free(part->message);
}

/* ---- parts ---- */

/* The first event that begins at or behind @offset; @stop when there is none nearby. */
static int find_boundary(const struct mms_text_file *file, uint64_t offset, uint64_t stop,
			 uint64_t *ret_boundary)
{
	struct mms_text_file *part mms_auto(text_file) = NULL;
	uint64_t end = stop - offset < SEARCH_BYTES ? stop : offset + SEARCH_BYTES, done;
	struct mms_text_head head;
	struct mms_slice line;
	int ret = mms_text_file_part(file, offset, end, &part);

	if (!ret)
		ret = mms_text_file_fill(part);
	if (ret)
		return ret;
	*ret_boundary = stop;
	/* the first line is perhaps the rest of one */
	for (bool first = true; mms_text_file_line(part, &line); first = false) {
		if (first || !mms_text_head_parse(line, &head) || head.event.pos == head.event.end)
			continue;
		mms_text_file_line_back(part);
		mms_text_file_size(part, &done);
		*ret_boundary = offset + done;
		break;
	}
	return 0;
}

static unsigned int nr_parts(const struct mms_text_file *file, int coding, unsigned int nr_workers)
{
	uint64_t done, nr = mms_text_file_size(file, &done) / MIN_PART_BYTES;
	long cpus = nr_workers ? (long)nr_workers : sysconf(_SC_NPROCESSORS_ONLN);

	if (coding != MMS_TEXT_PLAIN || cpus < 1)
		return 1;
	if (nr > (uint64_t)cpus)
		nr = (uint64_t)cpus;
	return nr < 1 ? 1 : nr > MAX_WORKERS ? MAX_WORKERS : (unsigned int)nr;
}

/* Cut the file where events begin, so that no event is in two parts. */
static int make_parts(const struct mms_text_file *file, struct part *parts, unsigned int nr)
{
	uint64_t done, size = mms_text_file_size(file, &done), begin = 0, end;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < nr; i++, begin = end) {
		uint64_t about = size / nr * (i + 1);

		end = size;
		if (i + 1 < nr)
			ret = find_boundary(file, about > begin ? about : begin, size, &end);
		if (!ret)
			ret = mms_text_file_part(file, begin, end, &parts[i].file);
	}
	return ret;
}

/* All but the first have a thread; a part without one is read here. */
static void run_parts(struct part *parts, unsigned int nr)
{
	for (unsigned int i = 1; i < nr; i++)
		parts[i].started = !pthread_create(&parts[i].thread, NULL, run_part, &parts[i]);
	for (unsigned int i = 0; i < nr; i++)
		if (!parts[i].started)
			run_part(&parts[i]);
	for (unsigned int i = 0; i < nr; i++)
		if (parts[i].started)
			pthread_join(parts[i].thread, NULL);
}

/* ---- all of it ---- */

static int merge_comms(struct mms_text_comms *to, const struct mms_text_comms *from)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < from->nr_slots; i++) {
		const struct mms_text_comm *c = &from->slots[i];

		if (c->taken)
			ret = mms_text_comms_note(
				to, c->pid,
				(struct mms_slice){ c->comm, c->comm + strlen(c->comm) });
	}
	return ret;
}

static void merge_times(struct mms_text_survey *to, const struct mms_text_survey *from)
{
	to->unordered |= from->unordered;
	if (!has_time(from))
		return;
	if (has_time(to))
		to->unordered |= from->first_ts < to->last_ts;
	else
		to->first_ts = from->first_ts;
	to->last_ts = from->last_ts;
	to->nr_ticks += from->nr_ticks;
	to->nr_ns += from->nr_ns;
}

/* Add the part behind what @to has. */
static int merge(struct mms_text_survey *to, const struct mms_text_survey *from)
{
	int ret = mms_text_types_merge(to->types, from->types);

	if (!ret)
		ret = merge_comms(&to->comms, &from->comms);
	if (!ret)
		ret = mms_text_marks_merge(&to->marks, &from->marks);
	merge_times(to, from);
	if (from->cut_line)
		to->cut_line = to->rest.nr_lines + from->cut_line;
	if (from->max_cpu > to->max_cpu)
		to->max_cpu = from->max_cpu;
	to->nr_events += from->nr_events;
	to->rest.nr_lines += from->rest.nr_lines;
	to->rest.nr_nameless += from->rest.nr_nameless;
	to->rest.nr_placeless += from->rest.nr_placeless;
	return ret ? mms_err(ret, "no memory for the events of a text") : 0;
}

/* The first part's survey becomes that of all. */
static int collect(struct mms_text_survey *survey, struct part *parts, unsigned int nr)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < nr; i++)
		if (parts[i].ret)
			ret = mms_err(parts[i].ret, "%s",
				      parts[i].message ? parts[i].message : "no memory");
	for (unsigned int i = 1; !ret && i < nr; i++)
		ret = merge(&parts[0].survey, &parts[i].survey);
	if (ret)
		return ret;
	*survey = parts[0].survey;
	parts[0].survey = (struct mms_text_survey){ 0 };
	return 0;
}

int mms_text_survey_init(struct mms_text_survey *survey, struct mms_text_file *file,
			 unsigned int nr_workers)
{
	struct part parts[MAX_WORKERS] = { 0 };
	int ret = mms_text_file_coding(file);
	unsigned int nr;

	if (ret < 0)
		return ret;
	nr = nr_parts(file, ret, nr_workers);
	ret = make_parts(file, parts, nr);
	if (!ret) {
		run_parts(parts, nr);
		ret = collect(survey, parts, nr);
	}
	for (unsigned int i = 0; i < nr; i++)
		part_release(&parts[i]);
	mms_text_file_rewind(file);
	return ret;
}
