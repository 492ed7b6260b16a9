// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/buf.h"
#include "common/err.h"
#include "parse/source.h"
#include "parse/text_comms.h"
#include "parse/text_file.h"
#include "parse/text_gaps.h"
#include "parse/text_pack.h"
#include "parse/text_reader.h"
#include "parse/text_sort.h"

/*
 * Trace text. It is read twice: the first time for the kinds of events, their
 * fields, the names of threads, and whether the lines are in time order; then
 * each event becomes a record of bytes in a format that came of that.
 */

/* What the first reading found out. */
struct survey {
	uint64_t nr_events;
	uint64_t nr_ticks, nr_ns; /* times that count no ns, and that do */
	int64_t last_ts;
	int32_t max_cpu;
	bool unordered;
	uint64_t cut_line; /* line that the input ends in, 0: none */
};

struct text_source {
	struct mms_source base;
	char *path;
	struct mms_text_types *types;
	struct mms_text_reader *reader;
	struct mms_text_formats formats;
	struct mms_text_comms comms;
	struct survey survey;
	struct mms_source_cpu *cpu_stats;
	struct mms_source_info info;
	char fingerprint[17];
	struct mms_buf incomplete, notes;

	/* of the second reading */
	struct mms_text_item item;
	struct mms_text_gaps gaps;
	struct mms_text_sort *sort; /* NULL: the text is in time order */
	bool at_end;
	bool held; /* @ev comes, when its gaps have come */
	struct mms_event ev;
	int64_t last_ts;
	uint64_t nr_unread;
	uint8_t *record;
};

extern const struct mms_source_kind mms_src_text;

static struct text_source *text_of(struct mms_source *src)
{
	return (struct text_source *)src;
}

static void close_source(struct mms_source *src)
{
	struct text_source *ts = text_of(src);

	mms_text_sort_free(ts->sort);
	mms_text_gaps_release(&ts->gaps);
	mms_text_comms_release(&ts->comms);
	mms_text_formats_release(&ts->formats);
	mms_text_reader_free(ts->reader);
	mms_text_types_free(ts->types);
	mms_buf_release(&ts->incomplete);
	mms_buf_release(&ts->notes);
	free(ts->cpu_stats);
	free(ts->record);
	free(ts->path);
	free(ts);
}

/* Text has no zeros, and hardly any characters that cannot be printed. */
static bool probe(const uint8_t *head, size_t len)
{
	size_t odd = 0;

	for (size_t i = 0; i < len; i++) {
		if (!head[i])
			return false;
		odd += head[i] < 32 && !strchr("\n\r\t\f\033", head[i]);
	}
	return len && odd <= len / 100;
}

/* ---- first reading ---- */

static void survey_time(struct survey *sv, const struct mms_text_head *h)
{
	sv->nr_ticks += h->is_ticks;
	sv->nr_ns += !h->is_ticks;
	sv->unordered |= h->ts < sv->last_ts;
	sv->last_ts = h->ts;
}

/* The value that the input may end in. */
static void drop_cut_value(struct mms_text_item *item)
{
	struct mms_text_values *v = &item->record.values;

	if (item->is_cut && v->nr && v->v[v->nr - 1].text.end == item->record.payload.end)
		v->nr--;
}

static int survey_event(struct text_source *ts, struct mms_text_item *item)
{
	const struct mms_text_head *h = &item->record.head;
	struct survey *sv = &ts->survey;
	int ret;

	sv->nr_events++;
	if (h->has_time)
		survey_time(sv, h);
	if (h->cpu > sv->max_cpu && h->cpu < MMS_TEXT_MAX_CPUS)
		sv->max_cpu = h->cpu;
	if (item->is_cut)
		sv->cut_line = item->line_no;
	drop_cut_value(item);
	ret = mms_text_learn(item->record.type, &item->record.values);
	if (!ret && h->comm.pos && h->pid >= 0)
		ret = mms_text_comms_note(&ts->comms, h->pid, h->comm);
	return ret ? mms_err(ret, "no memory for the events of %s", ts->path) : 0;
}

static int survey_text(struct text_source *ts)
{
	int ret;

	ts->survey.last_ts = INT64_MIN;
	ts->survey.max_cpu = -1;
	while ((ret = mms_text_reader_next(ts->reader, &ts->item)) > 0) {
		if (ret != MMS_TEXT_EVENT)
			continue;
		ret = survey_event(ts, &ts->item);
		if (ret)
			return ret;
	}
	if (!ret && !ts->survey.nr_events)
		return mms_err(
			-ENOTSUP,
			"%s: no line of it is a trace event; it takes the text of tracing/trace, "
			"trace_pipe, trace-cmd report, perf script, or of a console",
			ts->path);
	return ret;
}

/* ---- what it says of itself ---- */

static int copy_cpu_stats(struct text_source *ts)
{
	const struct mms_text_marks *marks = mms_text_reader_marks(ts->reader);
	size_t size = marks->nr_cpu_stats * sizeof(*ts->cpu_stats);

	if (!size)
		return 0;
	ts->cpu_stats = malloc(size);
	if (!ts->cpu_stats)
		return -ENOMEM;
	memcpy(ts->cpu_stats, marks->cpu_stats, size);
	ts->info.cpu_stats = ts->cpu_stats;
	ts->info.nr_cpu_stats = marks->nr_cpu_stats;
	return 0;
}

static void note(struct text_source *ts, uint64_t n, const char *what)
{
	if (n)
		mms_buf_printf(&ts->notes, "\n%" PRIu64 " %s", n, what);
}

static void make_notes(struct text_source *ts)
{
	const struct mms_text_rest *rest = mms_text_reader_rest(ts->reader);

	mms_buf_reset(&ts->notes);
	mms_buf_printf(&ts->notes,
		       "the size of a page is not in a text: 4096 bytes, or what --page-size says");
	note(ts, rest->nr_nameless, "lines begin like an event that then has no name: left out");
	note(ts, rest->nr_placeless, "lines are an event without time, thread and CPU: left out");
	note(ts, ts->nr_unread, "values cannot be read: unknown");
	if (ts->sort)
		note(ts, mms_text_sort_late(ts->sort),
		     "events are too far from their place in time: given where they stand");
	ts->info.notes = mms_buf_text(&ts->notes);
}

static int set_info(struct text_source *ts)
{
	const struct mms_text_marks *marks = mms_text_reader_marks(ts->reader);
	static const char *const buffers[] = { "" };
	struct mms_source_info *info = &ts->info;
	int32_t nr_cpus = ts->survey.max_cpu + 1;

	info->kind = "text";
	info->path = ts->path;
	info->clock_is_ns = ts->survey.nr_ns >= ts->survey.nr_ticks;
	info->nr_cpus = marks->nr_cpus > nr_cpus ? marks->nr_cpus : nr_cpus;
	info->nr_types = ts->formats.nr_types;
	info->types = ts->formats.types;
	info->nr_comms = ts->comms.nr;
	info->comms = ts->comms.list;
	info->nr_enums = ts->formats.nr_enums;
	info->enums = ts->formats.enums;
	info->nr_buffers = 1;
	info->buffers = buffers;
	info->fingerprint = ts->fingerprint;
	if (ts->survey.cut_line) {
		mms_buf_printf(&ts->incomplete,
			       "the event of line %" PRIu64 " is the last and its line has no end: "
			       "its last value may be cut, and is left out",
			       ts->survey.cut_line);
		info->incomplete = mms_buf_text(&ts->incomplete);
	}
	return copy_cpu_stats(ts);
}

static const struct mms_source_info *get_info(struct mms_source *src)
{
	make_notes(text_of(src));
	return &text_of(src)->info;
}

/* ---- opening ---- */

static int open_parts(struct text_source *ts, const char *path, int fd)
{
	struct mms_text_file *file mms_auto(text_file) = NULL;
	uint64_t hash;
	int ret = mms_text_file_new(path, fd, &file);

	if (ret)
		return ret;
	ts->path = strdup(path);
	ts->record = malloc(MMS_TEXT_MAX_RECORD);
	if (!ts->path || !ts->record || mms_text_types_new(&ts->types))
		return mms_err(-ENOMEM, "no memory to read %s", path);
	ret = mms_text_reader_new(mms_take(file), ts->types, &ts->reader);
	if (!ret)
		ret = mms_text_file_hash(mms_text_reader_file(ts->reader), &hash);
	if (!ret)
		snprintf(ts->fingerprint, sizeof(ts->fingerprint), "%016" PRIx64, hash);
	return ret;
}

static int prepare(struct text_source *ts)
{
	int ret;

	if (mms_text_formats_init(&ts->formats, ts->types) || mms_text_comms_finish(&ts->comms) ||
	    set_info(ts))
		return mms_err(-ENOMEM, "no memory for the events of %s", ts->path);
	ts->last_ts = 0;
	ret = mms_text_reader_rewind(ts->reader);
	if (!ret && ts->survey.unordered)
		ret = mms_text_sort_new(&ts->sort);
	return ret;
}

static int open_source(const char *path, int fd, const struct mms_source_opts *opts,
		       struct mms_source **ret_src)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct text_source *ts = calloc(1, sizeof(*ts));
	int ret;

	(void)opts;
	if (!ts) {
		close(fd);
		return mms_err(-ENOMEM, "no memory to open %s", path);
	}
	src = &ts->base;
	src->kind = &mms_src_text;
	ret = open_parts(ts, path, fd);
	if (!ret)
		ret = survey_text(ts);
	if (!ret)
		ret = prepare(ts);
	if (!ret)
		*ret_src = mms_take(src);
	return ret;
}

/* ---- second reading ---- */

static void make_event(struct text_source *ts, struct mms_text_item *item, struct mms_event *ev)
{
	struct mms_text_record *rec = &item->record;
	const struct mms_text_head *h = &rec->head;

	/* an event without a time has its neighbour's */
	if (h->has_time && h->is_ticks != ts->info.clock_is_ns)
		ts->last_ts = h->ts;
	drop_cut_value(item);
	*ev = (struct mms_event){
		.type = rec->type->event,
		.ts_ns = ts->last_ts,
		.cpu = h->cpu < MMS_TEXT_MAX_CPUS ? h->cpu : -1,
		.pid = h->pid,
		.flags = h->flags,
		.data = ts->record,
		.len = mms_text_pack(rec->type, &rec->values, rec->payload, ts->record,
				     &ts->nr_unread),
	};
}

/* The next event or gap, in the order of the lines. */
static int next_line(struct text_source *ts, struct mms_event *ret_ev)
{
	int ret;

	while (!ts->held) {
		ret = mms_text_reader_next(ts->reader, &ts->item);
		if (ret == MMS_TEXT_END)
			return mms_text_gaps_at_end(&ts->gaps, ts->last_ts, ret_ev);
		if (ret < 0)
			return ret;
		if (ret == MMS_TEXT_GAP) {
			if (mms_text_gaps_add(&ts->gaps, &ts->item.gap))
				return mms_err(-ENOMEM, "no memory for the losses of %s", ts->path);
			continue;
		}
		if (!ts->item.record.type->event)
			return mms_err(-EBADMSG, "%s: line %" PRIu64 ": the file changes", ts->path,
				       ts->item.line_no);
		make_event(ts, &ts->item, &ts->ev);
		ts->held = true;
	}
	ret = mms_text_gaps_before(&ts->gaps, &ts->ev, ret_ev);
	if (ret)
		return ret;
	ts->held = false;
	*ret_ev = ts->ev;
	return 1;
}

static int fill_sort(struct text_source *ts)
{
	struct mms_event ev;
	int ret = 1;

	while (!ts->at_end && mms_text_sort_wants(ts->sort)) {
		ret = next_line(ts, &ev);
		if (ret < 0)
			return ret;
		ts->at_end = !ret;
		if (ret && mms_text_sort_add(ts->sort, &ev))
			return mms_err(-ENOMEM, "no memory to sort events");
	}
	return 0;
}

static int next_event(struct mms_source *src, struct mms_event *ret_ev)
{
	struct text_source *ts = text_of(src);
	int ret;

	if (!ts->sort)
		return next_line(ts, ret_ev);
	ret = fill_sort(ts);
	if (ret)
		return ret;
	return mms_text_sort_take(ts->sort, ts->at_end, ret_ev);
}

static uint64_t done_bytes(const struct mms_source *src, uint64_t *ret_total)
{
	const struct text_source *ts = (const struct text_source *)src;
	uint64_t done;

	*ret_total = mms_text_file_size(mms_text_reader_file(ts->reader), &done);
	return done;
}

const struct mms_source_kind mms_src_text = {
	.name = "text",
	.summary = "text of tracing/trace, trace_pipe, trace-cmd report, perf script, consoles",
	.probe = probe,
	.open = open_source,
	.info = get_info,
	.next = next_event,
	.done_bytes = done_bytes,
	.close = close_source,
};
