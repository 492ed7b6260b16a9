// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "common/err.h"
#include "record/child.h"
#include "record/drain.h"
#include "record/events.h"
#include "record/finish.h"
#include "record/guardian.h"
#include "record/instance.h"
#include "record/items.h"
#include "record/outdir.h"
#include "record/provenance.h"
#include "record/runjson.h"
#include "record/session.h"

enum {
	BUFFER_MAX_KB = 2048, /* per CPU, by default */
	BUFFER_MIN_KB = 128,
	BUFFER_RAM_PERCENT = 2, /* of all together */
	WAKE_PERCENT = 25,
	RESERVE_BYTES = 4 << 20,
};

static int find_events(struct mms_session *r)
{
	const struct mms_record_opts *o = r->opts;
	char *available;
	int ret = mms_events_available(o->tracefs, &available);

	if (ret)
		return ret;
	r->evs = mms_events_new(available);
	free(available);
	if (!r->evs)
		return mms_err(-ENOMEM, "out of memory");
	for (size_t i = 0; i < o->nr_presets && !ret; i++)
		ret = mms_events_add_preset(r->evs, o->presets[i], r->items);
	for (size_t i = 0; i < o->nr_asks && !ret; i++)
		ret = mms_events_add(r->evs, o->asks[i].event, o->asks[i].filter,
				     o->asks[i].stacktrace);
	for (size_t i = 0; i < mms_events_nr_skipped(r->evs); i++) {
		const struct mms_event_skip *s = mms_events_skipped(r->evs, i);

		mms_session_say(r, MMS_SAY_DETAIL, "not recorded: %s: %s", s->event, s->reason);
	}
	if (!ret && !mms_events_count(r->evs))
		ret = mms_err(-ENOENT, "this kernel has none of the events asked for");
	return ret;
}

static uint64_t default_buffer_kb(const struct mms_root *root)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	uint64_t mem_kb = mms_provenance_mem_kb(root), kb = BUFFER_MAX_KB;

	if (mem_kb && mem_kb * BUFFER_RAM_PERCENT / 100 / (uint64_t)cpus < kb)
		kb = mem_kb * BUFFER_RAM_PERCENT / 100 / (uint64_t)cpus;
	return kb < BUFFER_MIN_KB ? BUFFER_MIN_KB : kb;
}

/* What the kernel made of it, which may be more: whole pages, and for each CPU. */
static void tell_buffer(struct mms_session *r, uint64_t asked_kb, int subbuf_bytes)
{
	char *total = mms_instance_read(r->inst, "buffer_total_size_kb");
	uint64_t total_kb = total ? strtoull(total, NULL, 10) : 0;
	uint64_t mem_kb = mms_provenance_mem_kb(r->opts->root);
	json_t *share = mem_kb ? json_real(100.0 * (double)total_kb / (double)mem_kb) : json_null();

	free(total);
	json_object_set_new(r->run, "buffer",
			    json_pack("{s:I, s:I, s:o, s:i, s:i}", "per_cpu_kb",
				      (json_int_t)asked_kb, "total_kb", (json_int_t)total_kb,
				      "percent_of_ram", share, "wake_percent", WAKE_PERCENT,
				      "subbuf_bytes", subbuf_bytes));
	mms_session_say(r, MMS_SAY_DETAIL,
			"ring buffers of %" PRIu64 " KiB per CPU, %" PRIu64 " KiB in all", asked_kb,
			total_kb);
}

static int set_up_instance(struct mms_session *r)
{
	struct mms_instance_opts how = {
		.clock = r->opts->clock,
		.buffer_kb =
			r->opts->buffer_kb ? r->opts->buffer_kb : default_buffer_kb(r->opts->root),
		.wake_percent = WAKE_PERCENT,
	};
	int ret = mms_instance_sweep(), subbuf;

	if (ret)
		mms_session_say(r, MMS_SAY_INFO,
				"removed %d tracing instance(s) of recorders that died", ret);
	ret = mms_instance_new(&r->inst);
	if (!ret)
		ret = mms_instance_setup(r->inst, &how);
	if (ret)
		return ret;
	r->nr_cpus = mms_instance_cpus(r->inst, &r->cpus);
	if (r->nr_cpus < 0)
		return r->nr_cpus;
	subbuf = mms_instance_subbuf_bytes(r->inst);
	if (subbuf < 0)
		return subbuf;
	tell_buffer(r, how.buffer_kb, subbuf);
	ret = mms_events_enable(r->evs, r->inst ? mms_instance_tracefs(r->inst) : NULL);
	return ret;
}

static int write_enums(struct mms_session *r)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = mms_items_print(r->items, &buf);

	mms_session_say(r, MMS_SAY_DETAIL, "names of counter items: from %s",
			mms_items_source(r->items));
	return ret ? ret : mms_outdir_write(r->out, "enums", buf.data, buf.len, false);
}

static int start_drain(struct mms_session *r)
{
	struct mms_drain_opts how = {
		.instance_dir = mms_instance_dir(r->inst),
		.dirfd = mms_outdir_fd(r->out),
		.nr_cpus = r->nr_cpus,
		.cpus = r->cpus,
		.subbuf_bytes =
			(unsigned int)mms_runjson_int(r->run, "buffer", "subbuf_bytes", 4096),
		.max_bytes = r->opts->max_bytes,
		.event_fd = r->event_fd,
	};

	return mms_drain_new(&how, &r->drain);
}

/* Where the command can write markers of its own into this recording. */
static void name_marker_file(void)
{
	char name[64], path[PATH_MAX];

	mms_instance_name(getpid(), name, sizeof(name));
	snprintf(path, sizeof(path), "%.4000s/instances/%s/trace_marker", tracefs_tracing_dir(),
		 name);
	setenv(MMS_RECORD_MARKER_ENV, path, 1);
}

/* What the user asked for is tried before anything is written. */
int mms_session_prepare(struct mms_session *r)
{
	const struct mms_record_opts *o = r->opts;
	int ret = mms_items_new(o->root, &r->items);

	mms_memroot_find(o->root, &r->mem);
	mms_trclock_init(&r->clock, o->clock);
	if (!ret && !o->no_events)
		ret = find_events(r);
	if (!ret && !o->no_events)
		name_marker_file();
	if (!ret && o->argv)
		ret = mms_child_new(o->argv, &r->child);
	if (!ret && !o->no_events)
		ret = mms_guardian_start(o->path ? o->path : MMS_OUTDIR_DEFAULT, &r->guardian);
	if (ret)
		return ret;
	if (!r->mem.memory)
		mms_session_say(r, MMS_SAY_DETAIL,
				"no memory controller is mounted: no cgroup is sampled");
	mms_session_raise_limits(r);
	mms_session_block_signals(r);
	mms_session_begin_json(r);
	if (o->no_events)
		return 0;
	ret = set_up_instance(r);
	mms_runjson_events(r->evs, r->run);
	return ret;
}

int mms_session_prepare_output(struct mms_session *r)
{
	const struct mms_record_opts *o = r->opts;
	int ret = mms_outdir_new(o->path, o->force, &r->out);

	if (ret)
		return ret;
	snprintf(r->result->path, sizeof(r->result->path), "%s", mms_outdir_path(r->out));
	mms_outdir_reserve(r->out, RESERVE_BYTES);
	ret = mms_runjson_write(r->out, r->run);
	if (!ret)
		ret = mms_provenance_files(o->root, r->out);
	if (!ret)
		ret = write_enums(r);
	if (ret || o->no_events)
		return ret;
	ret = mms_finish_prepare(o->root, r->inst, r->evs, r->out, r->run);
	return ret ? ret : start_drain(r);
}

int mms_session_start(struct mms_session *r)
{
	int ret;

	r->sampling = (struct mms_sampler_opts){
		.root = r->opts->root,
		.mem = &r->mem,
		.clock = &r->clock,
		.out = r->out,
		.inst = r->inst,
		.cgroup_glob = r->opts->cgroup_glob,
		.interval_ns = r->opts->interval_ns,
	};
	mms_session_settle_in(r);
	r->began_ns = mms_trclock_now_ns(&r->clock);
	json_object_set_new(r->run, "start", mms_runjson_moment(r->began_ns));
	ret = mms_session_tracing_on(r);
	if (!ret)
		ret = mms_provenance_tasks(r->opts->root, &r->mem, r->out);
	if (!ret)
		ret = mms_session_snapshot(r, "before");
	if (!ret && r->opts->interval_ns)
		ret = mms_sampler_start(&r->sampling, &r->sampler);
	if (ret)
		return ret;
	mms_session_pids_json(r);
	ret = mms_runjson_write(r->out, r->run);
	if (ret || !r->child)
		return ret;
	r->result->exec_error = -mms_child_go(r->child);
	r->child_runs = !r->result->exec_error;
	return 0;
}
