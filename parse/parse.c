// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/err.h"
#include "common/hash.h"
#include "common/recording.h"
#include "parse/bounds.h"
#include "parse/engine.h"
#include "parse/enums.h"
#include "parse/env.h"
#include "parse/facts.h"
#include "parse/feed.h"
#include "parse/load_events.h"
#include "parse/load_remove.h"
#include "parse/parse.h"
#include "parse/parse_sql.h"
#include "parse/samples.h"
#include "parse/selected.h"
#include "parse/values.h"
#include "schema/db.h"
#include "schema/stmt.h"

#define CHECK_EVENTS 4096 /* between two looks at the clock and the signal flag */
#define PROGRESS_NS  100000000

static const char *const details[] = {
	[MMS_DETAIL_NONE] = "none",
	[MMS_DETAIL_EPISODES] = "episodes",
	[MMS_DETAIL_EVENTS] = "events",
	[MMS_DETAIL_ALL] = "all",
};

/* One recording on its way into the database. */
struct run {
	struct sqlite3 *db;
	const struct mms_parse_opts *opts;
	struct mms_recording *rec;
	struct mms_source *src; /* NULL: no events */
	const struct mms_source_info *info;
	struct mms_enums *enums;
	struct mms_selected *selected;
	struct mms_load *load;
	struct mms_engine *eng;
	struct mms_event_rows *rows; /* NULL: none wanted */
	char fingerprint[40];
	char name[256];
	int64_t id, first_seq, first_type_id;
	int64_t seq;
	int64_t last_progress_ns;
	struct mms_engine_summary summary;
};

/* What a source would say of no events. */
static const struct mms_source_info no_events = { .kind = "none", .clock_is_ns = true };

static void mms_auto_run(struct run *run)
{
	mms_event_rows_free(run->rows);
	mms_engine_free(run->eng);
	mms_load_free(run->load);
	mms_enums_free(run->enums);
	mms_selected_free(run->selected);
	mms_source_close(run->src);
	mms_recording_close(run->rec);
}

/* Of a recording without events: what its snapshots and its run.json say. */
static int hash_files(const struct mms_recording *rec, char *out, size_t size)
{
	static const char *const files[] = { "run.json", "time.json", "vmstat.before",
					     "vmstat.after" };
	uint64_t hash = MMS_HASH_INIT;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct mms_buf text mms_auto(buf) = { 0 };
		int ret = mms_recording_read(rec, files[i], &text);

		if (ret && ret != -ENOENT)
			return mms_err(ret, "%s/%s: %s", mms_recording_path(rec), files[i],
				       strerror(-ret));
		hash = mms_hash(hash, text.data, text.len);
		hash = mms_hash(hash, &i, sizeof(i)); /* where it ends */
	}
	snprintf(out, size, "%016" PRIx64, hash);
	return 0;
}

static int open_input(struct run *run, const char *path)
{
	const struct mms_source_opts so = { .nr_workers = run->opts->nr_workers };
	const char *events, *state;
	int ret;

	ret = mms_recording_open(path, &run->rec);
	if (ret)
		return ret;
	state = mms_recording_text(run->rec, "state");
	if (state && !strcmp(state, "running"))
		return mms_err(-EBUSY,
			       "%s is being recorded, or was cut off: 'mmscope record --finish %s' "
			       "completes it",
			       path, path);
	run->info = &no_events;
	events = mms_recording_events(run->rec);
	if (!events)
		return hash_files(run->rec, run->fingerprint, sizeof(run->fingerprint));
	ret = mms_source_open(events, &so, &run->src);
	if (ret)
		return ret;
	run->info = mms_source_info(run->src);
	snprintf(run->fingerprint, sizeof(run->fingerprint), "%s", run->info->fingerprint);
	return 0;
}

/* The same recording may not be there twice. */
static int refuse_known(struct run *run, const char *path)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(run->db, mms_parse_sql, "run_find", &st);

	if (ret)
		return ret;
	mms_stmt_bind_text(st, ":fingerprint", run->fingerprint);
	ret = mms_stmt_step(st);
	if (ret <= 0)
		return ret;
	if (!run->opts->force)
		return mms_err(-EEXIST,
			       "%s is in the database already, as run %s; --force loads it anew",
			       path, mms_stmt_text(st, 1));
	run->id = mms_stmt_int(st, 0);
	ret = mms_stmt_run(st);
	return ret ? ret : mms_load_remove(run->db, run->id);
}

static int insert_run(struct run *run)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(run->db, mms_parse_sql, "run_insert", &st);

	if (ret)
		return ret;
	mms_stmt_bind_text(st, ":label",
			   run->opts->label ? run->opts->label : mms_recording_label(run->rec));
	mms_stmt_bind_text(st, ":fingerprint", run->fingerprint);
	mms_stmt_bind_text(st, ":source", mms_recording_path(run->rec));
	mms_stmt_bind_text(st, ":detail", details[run->opts->detail]);
	return mms_stmt_run(st);
}

static int begin_run(struct run *run)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = insert_run(run);

	if (!ret)
		ret = mms_stmt_open(run->db, mms_parse_sql, "run_begin", &st);
	if (ret)
		return ret;
	mms_stmt_bind_text(st, ":fingerprint", run->fingerprint);
	ret = mms_stmt_step(st);
	if (ret != 1)
		return ret ? ret : mms_err(-EIO, "the new run is not in the database");
	run->id = mms_stmt_int(st, 0);
	run->first_seq = mms_stmt_int(st, 1);
	run->first_type_id = mms_stmt_int(st, 2);
	run->seq = run->first_seq - 1;
	snprintf(run->name, sizeof(run->name), "%s", mms_stmt_text(st, 3));
	return mms_stmt_run(st);
}

/* The engine tells no memory without words; why no row was taken, only the loader knows. */
static int engine_error(struct run *run, int ret)
{
	int failed = mms_load_error(run->load);

	if (failed)
		return failed;
	return ret == -ENOMEM ? mms_err(ret, "no memory for what happened at once") : ret;
}

static int is_recorded(void *ctx, const char *system, const char *name)
{
	return mms_selected_get(ctx, system, name, NULL);
}

static int begin_engine(struct run *run)
{
	struct mms_engine_opts eo = {
		.run_id = run->id,
		.first_type_id = run->first_type_id,
		.enum_text = mms_enums_text,
		.recorded = is_recorded,
		.mglru = mms_facts_mglru(run->rec),
		.memory_hierarchy = mms_facts_memory_hierarchy(run->rec),
	};
	int ret;

	ret = mms_enums_new(run->rec, run->info, &run->enums);
	if (!ret)
		ret = mms_selected_new(run->rec, &run->selected);
	if (!ret)
		ret = mms_load_new(run->db, &run->load);
	if (ret)
		return ret;
	eo.enum_ctx = run->enums;
	eo.recorded_ctx = run->selected;
	ret = mms_engine_new(run->info, &eo, run->load, &run->eng);
	if (!ret)
		ret = mms_feed_before(run->rec, run->eng);
	if (ret)
		return engine_error(run, ret);
	ret = mms_env_load(run->rec, run->id, run->load);
	if (!ret && run->opts->detail != MMS_DETAIL_NONE)
		ret = mms_event_rows_new(run->info, run->opts->detail, run->id, run->load,
					 &run->rows);
	return ret;
}

/* Events. */

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static int look_around(struct run *run)
{
	const struct mms_parse_opts *opts = run->opts;
	uint64_t done, total;
	int64_t now;

	if (opts->stop && *opts->stop)
		return mms_err(-EINTR, "interrupted; the database is as it was");
	if (!opts->progress)
		return 0;
	now = now_ns();
	if (now - run->last_progress_ns < PROGRESS_NS)
		return 0;
	run->last_progress_ns = now;
	done = mms_source_done(run->src, &total);
	opts->progress(opts->progress_ctx, done, total, (uint64_t)(run->seq - run->first_seq + 1));
	return 0;
}

static int take_event(struct run *run, const struct mms_event *ev)
{
	int64_t episode_seq = 0;
	int ret = mms_engine_event(run->eng, ev, ++run->seq, &episode_seq);

	if (ret)
		return engine_error(run, ret);
	return ev->type && run->rows ? mms_event_rows_add(run->rows, ev, run->seq, episode_seq) : 0;
}

static int take_events(struct run *run)
{
	struct mms_event ev;
	int ret;

	while ((ret = mms_source_next(run->src, &ev)) > 0) {
		ret = take_event(run, &ev);
		if (!ret && run->seq % CHECK_EVENTS == 0)
			ret = look_around(run);
		if (ret)
			return ret;
	}
	return ret ? ret : look_around(run);
}

/* The end. */

/* Behind all events: what was recorded and did not come has an empty table. */
static int make_empty_tables(struct run *run)
{
	int ret = 0;

	for (unsigned int i = 0; run->rows && !ret && i < run->info->nr_types; i++)
		if (mms_selected_get(run->selected, run->info->types[i].system,
				     run->info->types[i].name, NULL) == 1)
			ret = mms_event_rows_need(run->rows, i);
	return ret;
}

static int end_engine(struct run *run)
{
	bool made_seen = mms_selected_get(run->selected, "cgroup", "cgroup_mkdir", NULL) == 1;
	int ret;

	ret = mms_feed_after(run->rec, made_seen, run->eng);
	if (!ret)
		ret = mms_engine_finish(run->eng, &run->summary);
	if (ret)
		return engine_error(run, ret);
	ret = make_empty_tables(run);
	if (!ret)
		ret = mms_load_finish(run->load);
	if (ret)
		return ret;
	mms_load_free(run->load);
	run->load = NULL;
	return 0;
}

static int insert_type(struct run *run, struct mms_stmt *st, unsigned int i)
{
	const struct mms_event_type *type = &run->info->types[i];
	int64_t count = (int64_t)run->summary.counts[i];
	const char *filter;
	int enabled = mms_selected_get(run->selected, type->system, type->name, &filter);

	if (!count && enabled != 1)
		return 0;
	mms_stmt_bind_int(st, ":id", run->first_type_id + i);
	mms_stmt_bind_int(st, ":run_id", run->id);
	mms_stmt_bind_text(st, ":system", type->system);
	mms_stmt_bind_text(st, ":name", type->name);
	mms_stmt_bind_text(st, ":table_name",
			   run->rows ? mms_event_rows_table(run->rows, i) : NULL);
	mms_stmt_bind_int(st, ":event_id", type->id);
	mms_stmt_bind_text(st, ":format", *type->format ? type->format : NULL);
	mms_stmt_bind_int(st, ":enabled", 1);
	mms_stmt_bind_text(st, ":filter", filter);
	mms_stmt_bind_int(st, ":count", count);
	mms_stmt_bind_int(st, ":loaded",
			  run->rows ? (int64_t)mms_event_rows_count(run->rows, i) : 0);
	return mms_stmt_run(st);
}

static int insert_types(struct run *run)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(run->db, mms_parse_sql, "event_type_insert", &st);

	for (unsigned int i = 0; !ret && i < run->info->nr_types; i++)
		ret = insert_type(run, st, i);
	return ret;
}

static int find_bounds(struct run *run, struct mms_bounds *ret_bounds)
{
	const struct mms_engine_summary *sum = &run->summary;
	struct mms_time before = { 0 }, after = { 0 };
	struct mms_time first = { sum->nr_events > 0, sum->first_ns };
	struct mms_time last = { sum->nr_events > 0, sum->last_ns };
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(run->db, mms_parse_sql, "marker_bounds", &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":run_id", run->id);
	ret = mms_stmt_step(st);
	if (ret < 0)
		return ret;
	before = (struct mms_time){ !mms_stmt_is_null(st, 0), mms_stmt_int(st, 0) };
	after = (struct mms_time){ !mms_stmt_is_null(st, 1), mms_stmt_int(st, 1) };
	*ret_bounds = mms_bounds_find(run->rec, before, after, first, last);
	return 0;
}

/* With the times of the snapshots known, which only the events tell. */
static int load_rest(struct run *run, const struct mms_bounds *bounds)
{
	const struct mms_samples_opts so = {
		.run_id = run->id,
		.before_ns = bounds->from_ns,
		.after_ns = bounds->to_ns,
		.series_offset_ns = bounds->series_offset_ns,
		.stop = run->opts->stop,
	};
	struct mms_load *load mms_auto(load) = NULL;
	int ret;

	ret = mms_load_new(run->db, &load);
	if (!ret)
		ret = mms_samples_load(run->rec, &so, load);
	if (!ret)
		ret = mms_enums_load(run->enums, run->info, run->summary.counts, run->id, load);
	return ret ? ret : mms_load_finish(load);
}

/* Gaps may not tell their size; what the statistics count, they count exactly. */
static void sum_losses(const struct run *run, struct mms_parse_result *res)
{
	int64_t counted = mms_facts_lost(run->rec, run->info);

	res->lost = run->summary.nr_lost;
	res->lost_unknown = run->summary.lost_unknown;
	if (counted > (int64_t)res->lost) {
		res->lost = (uint64_t)counted;
		res->lost_unknown = false;
	}
}

static void bind_summary(const struct run *run, const struct mms_bounds *b,
			 const struct mms_parse_result *res, struct mms_stmt *st)
{
	const struct mms_engine_summary *sum = &run->summary;

	mms_stmt_bind_int(st, ":run_id", run->id);
	if (sum->nr_events) {
		mms_stmt_bind_int(st, ":first_ns", sum->first_ns);
		mms_stmt_bind_int(st, ":last_ns", sum->last_ns);
	}
	mms_stmt_bind_int(st, ":clock_is_ns", b->is_timed && run->info->clock_is_ns);
	mms_stmt_bind_int(st, ":win_from_ns", b->from_ns);
	mms_stmt_bind_int(st, ":win_to_ns", b->to_ns);
	mms_stmt_bind_text(st, ":win_kind", b->kind);
	mms_stmt_bind_text(st, ":incomplete_why", *res->incomplete ? res->incomplete : NULL);
	mms_stmt_bind_int(st, ":events", (int64_t)sum->nr_events);
	mms_stmt_bind_int(st, ":lost_events", (int64_t)res->lost);
	mms_stmt_bind_int(st, ":lost_unknown", res->lost_unknown);
	if (sum->mglru >= 0)
		mms_stmt_bind_int(st, ":mglru", sum->mglru);
	mms_stmt_bind_text(st, ":scan_source", sum->scan_source);
	mms_stmt_bind_int(st, ":last_seq", run->seq);
}

static int fill_result(const struct run *run, struct mms_parse_result *res)
{
	struct mms_buf why mms_auto(buf) = { 0 };
	int ret = mms_facts_incomplete(run->rec, run->info, &why);

	if (ret)
		return ret;
	memset(res, 0, sizeof(*res));
	res->run_id = run->id;
	res->events = run->summary.nr_events;
	for (unsigned int i = 0; run->rows && i < run->info->nr_types; i++)
		res->rows += mms_event_rows_count(run->rows, i);
	sum_losses(run, res);
	snprintf(res->name, sizeof(res->name), "%s", run->name);
	snprintf(res->incomplete, sizeof(res->incomplete), "%s", mms_buf_text(&why));
	snprintf(res->notes, sizeof(res->notes), "%s", run->info->notes ? run->info->notes : "");
	return 0;
}

static int finish_run(struct run *run, struct mms_parse_result *res)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	struct mms_bounds bounds;
	int ret;

	if (run->src) /* damage may have been met on the way */
		run->info = mms_source_info(run->src);
	ret = insert_types(run);
	if (!ret)
		ret = find_bounds(run, &bounds);
	if (!ret)
		ret = load_rest(run, &bounds);
	if (!ret)
		ret = fill_result(run, res);
	if (!ret)
		ret = mms_stmt_open(run->db, mms_parse_sql, "run_finish", &st);
	if (!ret)
		ret = mms_facts_bind(run->rec, run->info, run->opts->page_size, st);
	if (ret)
		return ret;
	bind_summary(run, &bounds, res, st);
	return mms_stmt_run(st);
}

static int load_run(struct run *run, const char *path, struct mms_parse_result *res)
{
	int ret = refuse_known(run, path);

	if (!ret)
		ret = begin_run(run);
	if (!ret)
		ret = begin_engine(run);
	if (!ret && run->src)
		ret = take_events(run);
	if (!ret)
		ret = end_engine(run);
	return ret ? ret : finish_run(run, res);
}

static int parse_in_savepoint(struct sqlite3 *db, const char *path,
			      const struct mms_parse_opts *opts, struct mms_parse_result *res)
{
	struct run run mms_auto(run) = { .db = db, .opts = opts };
	int ret;

	if (mms_values_is(path))
		return mms_values_load(db, path, opts, res);
	ret = open_input(&run, path);
	return ret ? ret : load_run(&run, path, res);
}

int mms_parse(struct sqlite3 *db, const char *path, const struct mms_parse_opts *opts,
	      struct mms_parse_result *ret_result)
{
	struct mms_parse_result res;
	char why[512];
	int ret = mms_db_exec(db, path, "SAVEPOINT mms_parse");

	if (ret)
		return ret;
	ret = parse_in_savepoint(db, path, opts, &res);
	if (!ret)
		ret = mms_db_exec(db, path, "RELEASE mms_parse");
	if (!ret) {
		if (ret_result)
			*ret_result = res;
		return 0;
	}
	snprintf(why, sizeof(why), "%s", mms_err_text());
	mms_db_exec(db, path, "ROLLBACK TO mms_parse; RELEASE mms_parse");
	return mms_err(ret, "%s", why);
}
