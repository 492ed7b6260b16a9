// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "common/err.h"
#include "record/drain.h"
#include "record/finish.h"
#include "record/instance.h"
#include "record/outdir.h"
#include "record/runjson.h"
#include "record/session.h"

static void end_samples(struct mms_session *r)
{
	struct mms_sampler_result res;
	json_t *samples = json_object_get(r->run, "samples");

	if (!r->sampler)
		return;
	mms_sampler_stop(r->sampler, &res);
	json_object_set_new(samples, "taken", json_integer((json_int_t)res.samples));
	json_object_set_new(samples, "missed", json_integer((json_int_t)res.missed));
	if (!res.error)
		return;
	json_object_set_new(samples, "stopped", json_string(strerror(-res.error)));
	mms_session_say(r, MMS_SAY_WARNING, "samples have stopped early: %s", strerror(-res.error));
}

static int end_tracing(struct mms_session *r)
{
	int ret;

	if (!r->inst)
		return 0;
	mms_session_tracing_off(r, NULL);
	ret = mms_drain_stop(r->drain);
	if (ret)
		mms_session_look_at_drain(r);
	if (ret == -ENOSPC)
		mms_outdir_release_reserve(r->out);
	mms_finish_stats(mms_instance_dir(r->inst), r->cpus, r->nr_cpus, r->run);
	mms_instance_free(mms_take(r->inst));
	return mms_finish(r->out, r->run);
}

static off_t tree_bytes(struct mms_outdir *out)
{
	struct stat st;

	return fstatat(mms_outdir_fd(out), "trace.dat", &st, 0) ? 0 : st.st_size;
}

static void tell_end(struct mms_session *r, int64_t took_ns)
{
	int64_t events = mms_runjson_int(r->run, NULL, "nr_events", 0);
	int64_t lost = mms_runjson_int(r->run, NULL, "nr_lost", 0);
	bool stopped = mms_runjson_text(r->run, "tracing", "stopped")[0];
	double s = (double)took_ns / 1e9;

	if (r->opts->no_events)
		mms_session_say(r, MMS_SAY_INFO,
				"%.2f s, samples only, in %s; next: mmscope report -i %s", s,
				r->result->path, r->result->path);
	else
		mms_session_say(r, MMS_SAY_INFO,
				"%.2f s, %" PRId64 " events (%.0f/s), %" PRId64
				" lost, trace.dat %.1f MiB in %s; next: mmscope report -i %s",
				s, events, s > 0 ? (double)events / s : 0, lost,
				(double)tree_bytes(r->out) / 1048576, r->result->path,
				r->result->path);
	if (lost)
		mms_session_say(r, MMS_SAY_WARNING,
				"%" PRId64 " events were lost: what the report counts is a lower "
				"bound%s",
				lost, stopped ? "" : "; take larger buffers with -b");
}

int mms_session_end(struct mms_session *r)
{
	int64_t ended_ns = mms_trclock_now_ns(&r->clock);
	int ret, snap;

	json_object_set_new(r->run, "end", mms_runjson_moment(ended_ns));
	mms_session_settle(r);
	snap = mms_session_snapshot(r, "after");
	if (snap)
		mms_session_say(r, MMS_SAY_WARNING, "no snapshot at the end: %s", mms_err_text());
	end_samples(r);
	ret = end_tracing(r);
	if (!ret) {
		json_object_set_new(r->run, "state", json_string("complete"));
		tell_end(r, ended_ns - r->began_ns);
		ret = mms_runjson_write(r->out, r->run);
	}
	return ret;
}
