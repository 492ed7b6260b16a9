// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/buf.h"
#include "common/err.h"
#include "parse/source.h"
#include "parse/text_ahead.h"
#include "parse/text_file.h"
#include "parse/text_gaps.h"
#include "parse/text_pack.h"
#include "parse/text_sort.h"
#include "parse/text_survey.h"

/*
 * Trace text. It is read twice: the first time for the kinds of events, their
 * fields, the names of threads, and whether the lines are in time order; then
 * each event becomes a record of bytes in a format that came of that.
 */

struct text_source {
	struct mms_source base;
	char *path;
	struct mms_text_file *file; /* @reader's, when there is one */
	struct mms_text_survey survey;
	struct mms_text_formats formats;
	struct mms_source_info info;
	char fingerprint[17];
	struct mms_buf incomplete, notes;

	/* of the second reading */
	struct mms_text_reader *reader;
	struct mms_text_item item;
	struct mms_text_gaps gaps;
	struct mms_text_sort *sort; /* NULL: the text is in time order */
	bool at_end;
	bool held; /* @ev comes, when its gaps have come */
	struct mms_event ev;
	int64_t last_ts;
	uint8_t *record;
	struct mms_text_ahead
		*ahead; /* its thread does the reading; NULL: none, the text is short */

	/* how far it is */
	uint64_t size;
	_Atomic uint64_t done, nr_unread, nr_late;
};

/* A shorter text is not worth a thread. */
#define MIN_AHEAD_BYTES (8 << 20)

extern const struct mms_source_kind mms_src_text;

static struct text_source *text_of(struct mms_source *src)
{
	return (struct text_source *)src;
}

static void close_source(struct mms_source *src)
{
	struct text_source *ts = text_of(src);

	mms_text_ahead_free(ts->ahead);
	mms_text_sort_free(ts->sort);
	mms_text_gaps_release(&ts->gaps);
	mms_text_formats_release(&ts->formats);
	if (!ts->reader)
		mms_text_file_close(ts->file);
	mms_text_reader_free(ts->reader);
	mms_text_survey_release(&ts->survey);
	mms_buf_release(&ts->incomplete);
	mms_buf_release(&ts->notes);
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

/* ---- what it says of itself ---- */

static void note(struct text_source *ts, uint64_t n, const char *what)
{
	if (n)
		mms_buf_printf(&ts->notes, "\n%" PRIu64 " %s", n, what);
}

static void make_notes(struct text_source *ts)
{
	const struct mms_text_rest *rest = &ts->survey.rest;

	mms_buf_reset(&ts->notes);
	mms_buf_printf(&ts->notes,
		       "the size of a page is not in a text: 4096 bytes, or what --page-size says");
	note(ts, rest->nr_nameless, "lines begin like an event that then has no name: left out");
	note(ts, rest->nr_placeless, "lines are an event without time, thread and CPU: left out");
	note(ts, ts->nr_unread, "values cannot be read: unknown");
	note(ts, ts->nr_late,
	     "events are too far from their place in time: given where they stand");
	ts->info.notes = mms_buf_text(&ts->notes);
}

static int set_info(struct text_source *ts)
{
	static const char *const buffers[] = { "" };
	const struct mms_text_survey *sv = &ts->survey;
	int32_t nr_cpus = sv->max_cpu + 1;

	ts->info = (struct mms_source_info){
		.kind = "text",
		.path = ts->path,
		.clock_is_ns = sv->nr_ns >= sv->nr_ticks,
		.nr_cpus = sv->marks.nr_cpus > nr_cpus ? sv->marks.nr_cpus : nr_cpus,
		.nr_types = ts->formats.nr_types,
		.types = ts->formats.types,
		.nr_comms = sv->comms.nr,
		.comms = sv->comms.list,
		.nr_enums = ts->formats.nr_enums,
		.enums = ts->formats.enums,
		.nr_cpu_stats = sv->marks.nr_cpu_stats,
		.cpu_stats = sv->marks.cpu_stats,
		.nr_buffers = 1,
		.buffers = buffers,
		.fingerprint = ts->fingerprint,
	};
	if (!sv->cut_line)
		return 0;
	mms_buf_printf(&ts->incomplete,
		       "the event of line %" PRIu64 " is the last and its line has no end: "
		       "its last value may be cut, and is left out",
		       sv->cut_line);
	ts->info.incomplete = mms_buf_text(&ts->incomplete);
	return ts->incomplete.err;
}

static const struct mms_source_info *get_info(struct mms_source *src)
{
	make_notes(text_of(src));
	return &text_of(src)->info;
}

/* ---- opening ---- */

static int open_parts(struct text_source *ts, const char *path, int fd)
{
	uint64_t hash;
	int ret = mms_text_file_new(path, fd, &ts->file);

	if (ret)
		return ret;
	ts->path = strdup(path);
	ts->record = malloc(MMS_TEXT_MAX_RECORD);
	if (!ts->path || !ts->record)
		return mms_err(-ENOMEM, "no memory to read %s", path);
	ret = mms_text_file_hash(ts->file, &hash);
	if (!ret)
		snprintf(ts->fingerprint, sizeof(ts->fingerprint), "%016" PRIx64, hash);
	return ret;
}

static int first_reading(struct text_source *ts, const struct mms_source_opts *opts)
{
	unsigned int nr_workers = opts && opts->nr_workers > 0 ? (unsigned int)opts->nr_workers : 0;
	int ret = mms_text_survey_init(&ts->survey, ts->file, nr_workers);

	if (ret)
		return ret;
	if (!ts->survey.nr_events)
		return mms_err(-ENOTSUP,
			       "%s: no line of it is a trace event; it takes the text of "
			       "tracing/trace, trace_pipe, trace-cmd report, perf script, or of a "
			       "console",
			       ts->path);
	if (mms_text_formats_init(&ts->formats, ts->survey.types) ||
	    mms_text_comms_finish(&ts->survey.comms) || set_info(ts))
		return mms_err(-ENOMEM, "no memory for the events of %s", ts->path);
	return 0;
}

/* ---- second reading ---- */

static void make_event(struct text_source *ts, struct mms_text_item *item, struct mms_event *ev)
{
	struct mms_text_record *rec = &item->record;
	const struct mms_text_head *h = &rec->head;
	uint64_t nr_unread = 0, done;

	/* an event without a time has its neighbour's */
	if (h->has_time && h->is_ticks != ts->info.clock_is_ns)
		ts->last_ts = h->ts;
	mms_text_drop_cut(item);
	*ev = (struct mms_event){
		.type = rec->type->event,
		.ts_ns = ts->last_ts,
		.cpu = h->cpu < MMS_TEXT_MAX_CPUS ? h->cpu : -1,
		.pid = h->pid,
		.flags = h->flags,
		.data = ts->record,
		.len = mms_text_pack(rec->type, &rec->values, rec->payload, ts->record, &nr_unread),
	};
	mms_text_file_size(ts->file, &done);
	atomic_store_explicit(&ts->done, done, memory_order_relaxed);
	if (nr_unread)
		atomic_fetch_add_explicit(&ts->nr_unread, nr_unread, memory_order_relaxed);
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

/* The next event in time. */
static int next_sorted(struct text_source *ts, struct mms_event *ret_ev)
{
	int ret = fill_sort(ts);

	if (ret)
		return ret;
	ret = mms_text_sort_take(ts->sort, ts->at_end, ret_ev);
	atomic_store_explicit(&ts->nr_late, mms_text_sort_late(ts->sort), memory_order_relaxed);
	return ret;
}

static int make(void *ctx, struct mms_event *ret_ev)
{
	struct text_source *ts = ctx;

	return ts->sort ? next_sorted(ts, ret_ev) : next_line(ts, ret_ev);
}

static int next_event(struct mms_source *src, struct mms_event *ret_ev)
{
	struct text_source *ts = text_of(src);

	return ts->ahead ? mms_text_ahead_next(ts->ahead, ret_ev) : make(ts, ret_ev);
}

static int begin_second_reading(struct text_source *ts)
{
	uint64_t done;
	int ret;

	ts->size = mms_text_file_size(ts->file, &done);
	ret = mms_text_reader_new(ts->file, ts->survey.types, &ts->reader);
	if (ret)
		ts->file = NULL;
	else if (ts->survey.unordered)
		ret = mms_text_sort_new(&ts->sort);
	if (!ret && ts->size >= MIN_AHEAD_BYTES)
		ret = mms_text_ahead_new(make, ts, &ts->ahead);
	return ret;
}

static int open_source(const char *path, int fd, const struct mms_source_opts *opts,
		       struct mms_source **ret_src)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct text_source *ts = calloc(1, sizeof(*ts));
	int ret;

	if (!ts) {
		close(fd);
		return mms_err(-ENOMEM, "no memory to open %s", path);
	}
	src = &ts->base;
	src->kind = &mms_src_text;
	ret = open_parts(ts, path, fd);
	if (!ret)
		ret = first_reading(ts, opts);
	if (!ret)
		ret = begin_second_reading(ts);
	if (!ret)
		*ret_src = mms_take(src);
	return ret;
}

static uint64_t done_bytes(const struct mms_source *src, uint64_t *ret_total)
{
	const struct text_source *ts = (const struct text_source *)src;

	*ret_total = ts->size;
	return atomic_load_explicit(&ts->done, memory_order_relaxed);
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
