// SPDX-License-Identifier: GPL-2.0-or-later
/* trace.dat files of trace-cmd, versions 6 and 7. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/datfeed.h"
#include "parse/datformat.h"
#include "parse/merge.h"
#include "parse/source.h"

extern const struct mms_source_kind mms_src_tracedat;

/* One CPU buffer, as the merge sees it. */
struct lane {
	const struct mms_datref *ref;
	const struct mms_datref *end;
	const struct mms_datbatch *batch;
	int64_t key;     /* never goes back, though times may */
	int64_t last_ts; /* of the last record; INT64_MIN: none yet */
	int32_t cpu;
	uint16_t buffer;
};

struct tracedat {
	struct mms_source src;
	struct mms_source_info info;
	struct mms_datfile *df;
	struct mms_datformat fm;
	struct mms_datfeed *feed;
	struct mms_merge *merge;
	struct lane *lanes;
	struct lane *cur; /* gave the last event; NULL: none yet, or the end */
	int64_t limit;    /* @cur goes on up to this key */
	bool started;
	uint64_t total_bytes;
	struct mms_source_comm *comms;
	struct mms_source_cpu *stats;
	const char **buffers;
	char fingerprint[17];
};

/* Clocks whose unit is the nanosecond; others count ticks of something. */
static const char *const ns_clocks[] = { "local",    "global", "perf", "mono",
					 "mono_raw", "boot",   "tai",  "tsc2nsec" };

static bool probe(const uint8_t *head, size_t len)
{
	return len >= 10 && !memcmp(head, "\x17\x08\x44tracing", 10);
}

static struct tracedat *tracedat_of(struct mms_source *src)
{
	return (struct tracedat *)src;
}

static void close_source(struct mms_source *src)
{
	struct tracedat *td = tracedat_of(src);

	mms_datfeed_free(td->feed);
	mms_merge_free(td->merge);
	mms_datformat_release(&td->fm);
	mms_datfile_close(td->df);
	free(td->lanes);
	free(td->comms);
	free(td->stats);
	free(td->buffers);
	free(td);
}

static bool clock_is_ns(const char *clock)
{
	if (!clock)
		return true; /* "local" was the only one when files did not say */
	for (size_t i = 0; i < sizeof(ns_clocks) / sizeof(ns_clocks[0]); i++)
		if (!strcmp(clock, ns_clocks[i]))
			return true;
	return false;
}

static void read_clock(struct tracedat *td)
{
	struct mms_datfile *df = td->df;

	td->info.clock = df->nr_buffers && df->buffers[0].clock ? df->buffers[0].clock : df->clock;
	for (unsigned int i = 1; i < df->nr_buffers; i++)
		if (td->info.clock && df->buffers[i].clock &&
		    strcmp(td->info.clock, df->buffers[i].clock))
			mms_datfile_note(df,
					 "buffer '%s' has another clock (%s) than the first (%s): "
					 "their events are not in order",
					 df->buffers[i].name, df->buffers[i].clock, td->info.clock);
	td->info.clock_is_ns = clock_is_ns(td->info.clock) || df->time.mult;
}

/* Lines "PID COMM"; a comm may have blanks. */
static int read_comms(struct tracedat *td)
{
	struct mms_cursor cur;
	unsigned int nr = 0, max = 1;
	char *text, *save = NULL;
	uint64_t len;

	if (mms_datfile_part(td->df, MMS_DAT_CMDLINES, &cur) || !mms_cursor_left(&cur))
		return 0;
	len = mms_cursor_u64(&cur);
	if (cur.bad || len > mms_cursor_left(&cur))
		len = mms_cursor_left(&cur);
	text = mms_datfile_keep(td->df, cur.pos, len);
	if (!text)
		return -ENOMEM;
	for (const char *p = text; (p = strchr(p, '\n')); p++)
		max++;
	td->comms = calloc(max, sizeof(*td->comms));
	if (!td->comms)
		return -ENOMEM;
	for (char *l = strtok_r(text, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		char *comm;
		long pid = strtol(l, &comm, 10);

		if (*comm != ' ' || pid < 0 || pid > INT32_MAX)
			continue;
		td->comms[nr++] = (struct mms_source_comm){ (int32_t)pid, comm + 1 };
	}
	td->info.comms = td->comms;
	td->info.nr_comms = nr;
	return 0;
}

static int read_tables(struct tracedat *td)
{
	struct mms_datfile *df = td->df;

	td->stats = calloc(df->nr_stats + 1, sizeof(*td->stats));
	td->buffers = calloc(df->nr_buffers + 1, sizeof(*td->buffers));
	if (!td->stats || !td->buffers)
		return -ENOMEM;
	for (unsigned int i = 0; i < df->nr_stats; i++)
		td->stats[i] = (struct mms_source_cpu){ df->stats[i].cpu, df->stats[i].overrun,
							df->stats[i].dropped };
	for (unsigned int i = 0; i < df->nr_buffers; i++)
		td->buffers[i] = df->buffers[i].name;
	td->info.cpu_stats = td->stats;
	td->info.nr_cpu_stats = df->nr_stats;
	td->info.buffers = td->buffers;
	td->info.nr_buffers = df->nr_buffers;
	return 0;
}

static int fill_info(struct tracedat *td)
{
	struct mms_source_info *info = &td->info;
	struct mms_datfile *df = td->df;
	int32_t max_cpu = (int32_t)df->cpu_count - 1;

	for (unsigned int i = 0; i < df->nr_cpus; i++) {
		max_cpu = df->cpus[i].cpu > max_cpu ? df->cpus[i].cpu : max_cpu;
		td->total_bytes += df->cpus[i].size;
	}
	info->kind = td->src.kind->name;
	info->path = df->path;
	info->uname = df->uname;
	info->nr_cpus = max_cpu + 1;
	info->page_size = df->page_size;
	info->types = td->fm.types;
	info->nr_types = td->fm.nr_types;
	info->enums = td->fm.enums;
	info->nr_enums = td->fm.nr_enums;
	snprintf(td->fingerprint, sizeof(td->fingerprint), "%016" PRIx64,
		 mms_datfile_fingerprint(df));
	info->fingerprint = td->fingerprint;
	read_clock(td);
	if (read_tables(td) || read_comms(td))
		return mms_err(-ENOMEM, "no memory for the tables of %s", df->path);
	return 0;
}

static unsigned int nr_workers(const struct tracedat *td, const struct mms_source_opts *opts)
{
	long nr = opts && opts->nr_workers > 0 ? opts->nr_workers : sysconf(_SC_NPROCESSORS_ONLN);

	if (nr < 1)
		nr = 1;
	return nr < (long)td->df->nr_cpus ? (unsigned int)nr : td->df->nr_cpus;
}

static int init_lanes(struct tracedat *td)
{
	unsigned int nr = td->df->nr_cpus;

	td->lanes = calloc(nr + 1, sizeof(*td->lanes));
	if (!td->lanes)
		return mms_err(-ENOMEM, "no memory for %u CPU buffers", nr);
	for (unsigned int i = 0; i < nr; i++) {
		td->lanes[i].cpu = td->df->cpus[i].cpu;
		td->lanes[i].buffer = (uint16_t)td->df->cpus[i].buffer;
		td->lanes[i].key = INT64_MIN;
		td->lanes[i].last_ts = INT64_MIN;
	}
	return 0;
}

static int open_source(const char *path, int fd, const struct mms_source_opts *opts,
		       struct mms_source **ret_src)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct tracedat *td = calloc(1, sizeof(*td));
	int ret;

	if (!td) {
		close(fd);
		return mms_err(-ENOMEM, "no memory to open %s", path);
	}
	src = &td->src;
	src->kind = &mms_src_tracedat;
	ret = mms_datfile_open(path, fd, &td->df);
	if (!ret)
		ret = mms_datformat_read(td->df, &td->fm);
	if (!ret)
		ret = mms_datenum_read(td->df, &td->fm);
	if (!ret)
		ret = fill_info(td);
	if (!ret)
		ret = init_lanes(td);
	if (!ret)
		ret = mms_datfeed_new(td->df, nr_workers(td, opts), &td->feed);
	if (ret)
		return ret;
	*ret_src = mms_take(src);
	return 0;
}

static const struct mms_source_info *get_info(struct mms_source *src)
{
	struct tracedat *td = tracedat_of(src);

	td->info.incomplete = td->df->incomplete.len ? mms_buf_text(&td->df->incomplete) : NULL;
	td->info.notes = td->df->notes.len ? mms_buf_text(&td->df->notes) : NULL;
	return &td->info;
}

static void note_damage(struct tracedat *td, const struct lane *lane)
{
	const struct mms_dat_cpu *cpu = &td->df->cpus[lane - td->lanes];

	if (lane->batch->is_damaged && !td->df->incomplete.len)
		mms_buf_printf(&td->df->incomplete, "damaged at byte %llu: events of CPU %d: %s",
			       (unsigned long long)(cpu->offset + lane->batch->damage_at), cpu->cpu,
			       lane->batch->damage);
}

/* Return: 1, 0 at the lane's end, or a negative errno. */
static int next_batch(struct tracedat *td, struct lane *lane)
{
	int ret;

	do {
		ret = mms_datfeed_next(td->feed, (unsigned int)(lane - td->lanes), &lane->batch);
		if (ret <= 0)
			return ret;
		note_damage(td, lane);
		lane->ref = lane->batch->refs;
		lane->end = lane->ref ? lane->ref + lane->batch->nr_refs : NULL;
	} while (lane->ref == lane->end);
	return 1;
}

/* The key by which the lane's next record is merged. */
static inline int64_t lane_key(struct lane *lane)
{
	if (lane->ref->ts > lane->key)
		lane->key = lane->ref->ts < MMS_MERGE_END ? lane->ref->ts : MMS_MERGE_END - 1;
	return lane->key;
}

static int start(struct tracedat *td)
{
	unsigned int nr = td->df->nr_cpus;
	int64_t *keys;
	int ret = 0;

	td->started = true;
	keys = calloc(nr + 1, sizeof(*keys));
	if (!keys)
		return mms_err(-ENOMEM, "no memory to merge %u CPU buffers", nr);
	keys[0] = MMS_MERGE_END;
	for (unsigned int i = 0; i < nr && ret >= 0; i++) {
		ret = next_batch(td, &td->lanes[i]);
		keys[i] = ret > 0 ? lane_key(&td->lanes[i]) : MMS_MERGE_END;
	}
	if (ret >= 0)
		ret = mms_merge_new(keys, nr ? nr : 1, &td->merge);
	free(keys);
	return ret;
}

static void set_winner(struct tracedat *td)
{
	td->cur = NULL;
	if (mms_merge_done(td->merge))
		return;
	td->cur = &td->lanes[mms_merge_winner(td->merge)];
	td->limit = mms_merge_limit(td->merge);
}

/* Step over the event that was given out last. */
static int step(struct tracedat *td)
{
	struct lane *lane = td->cur;
	int64_t key;
	int ret = 1;

	if (++lane->ref == lane->end)
		ret = next_batch(td, lane);
	if (ret < 0)
		return ret;
	key = ret ? lane_key(lane) : MMS_MERGE_END;
	if (ret && key <= td->limit)
		return 0;
	mms_merge_next(td->merge, key);
	set_winner(td);
	return 0;
}

static void give_gap(const struct lane *lane, struct mms_event *ev)
{
	ev->type = NULL;
	ev->ts_ns = lane->ref->ts;
	ev->cpu = lane->cpu;
	ev->pid = -1;
	ev->flags = -1;
	ev->buffer = lane->buffer;
	ev->len = 0;
	ev->data = NULL;
	ev->lost_from_ns = lane->last_ts;
	ev->nr_lost = lane->batch->gaps[lane->ref->off];
}

static void give_record(const struct tracedat *td, struct lane *lane, struct mms_event *ev)
{
	const struct mms_datref *ref = lane->ref;
	const struct mms_datformat *fm = &td->fm;
	int64_t value;

	ev->data = lane->batch->base + ref->off;
	ev->len = ref->len;
	ev->type = &fm->types[fm->nr_types - 1];
	ev->type =
		mms_datformat_type(fm, mms_field_int(ev, &fm->type, &value) ? (uint16_t)value : 0);
	ev->pid = mms_field_int(ev, &fm->pid, &value) ? (int32_t)value : -1;
	ev->flags = mms_field_int(ev, &fm->flags, &value) ? (uint8_t)value : -1;
	ev->ts_ns = ref->ts;
	ev->cpu = lane->cpu;
	ev->buffer = lane->buffer;
	ev->lost_from_ns = 0;
	ev->nr_lost = 0;
	lane->last_ts = ref->ts;
}

static int next(struct mms_source *src, struct mms_event *ret_ev)
{
	struct tracedat *td = tracedat_of(src);
	int ret = 0;

	if (td->cur) {
		ret = step(td);
	} else if (!td->started) {
		ret = start(td);
		if (!ret)
			set_winner(td);
	}
	if (ret < 0 || !td->cur)
		return ret;
	if (td->cur->ref->len)
		give_record(td, td->cur, ret_ev);
	else
		give_gap(td->cur, ret_ev);
	return 1;
}

static uint64_t done_bytes(const struct mms_source *src, uint64_t *ret_total)
{
	const struct tracedat *td = (const struct tracedat *)src;

	*ret_total = td->total_bytes;
	return mms_datfeed_done(td->feed);
}

const struct mms_source_kind mms_src_tracedat = {
	.name = "trace.dat",
	.summary = "a file of trace-cmd, version 6 or 7",
	.probe = probe,
	.open = open_source,
	.info = get_info,
	.next = next,
	.done_bytes = done_bytes,
	.close = close_source,
};
