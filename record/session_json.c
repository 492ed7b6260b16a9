// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>
#include <unistd.h>

#include "record/child.h"
#include "record/drain.h"
#include "record/guardian.h"
#include "record/provenance.h"
#include "record/runjson.h"
#include "record/session.h"

enum { MAX_TIDS = 4096 };

static json_t *argv_json(char *const *argv)
{
	json_t *list = argv ? json_array() : json_null();

	for (; argv && *argv; argv++) {
		json_t *word = json_string(*argv);

		/* Not UTF-8: byte by byte, as Latin-1 would have it. */
		if (!word) {
			struct mms_buf buf mms_auto(buf) = { 0 };

			for (const unsigned char *p = (const unsigned char *)*argv; *p; p++)
				if (*p < 0x80)
					mms_buf_printf(&buf, "%c", *p);
				else
					mms_buf_printf(&buf, "%c%c", 0xc0 | *p >> 6,
						       0x80 | (*p & 0x3f));
			word = json_string(mms_buf_text(&buf));
		}
		json_array_append_new(list, word ? word : json_null());
	}
	return list;
}

void mms_session_begin_json(struct mms_session *r)
{
	const struct mms_record_opts *o = r->opts;
	char *cwd = getcwd(NULL, 0);
	json_t *presets = json_array();

	for (size_t i = 0; i < o->nr_presets && !o->no_events; i++)
		json_array_append_new(presets, json_string(o->presets[i]));
	r->run = json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:n, s:n, s:n, s:n}", "format", 1,
			   "state", "running", "label", mms_runjson_text_or_null(o->label),
			   "iteration", o->iteration ? json_integer(o->iteration) : json_null(),
			   "command", argv_json(o->argv), "cwd", mms_runjson_text_or_null(cwd),
			   "status", "signal", "start", "end");
	free(cwd);
	mms_provenance_json(o->root, &r->mem, &r->clock, r->run);
	mms_runjson_versions(o->version, r->run);
	json_object_set_new(r->run, "presets", presets);
	if (!o->no_events)
		json_object_set_new(r->run, "trace_dat",
				    json_pack("{s:i, s:s}", "version", o->file_version, "compress",
					      o->zstd ? "zstd" : "none"));
	json_object_set_new(r->run, "samples",
			    json_pack("{s:I, s:I, s:o, s:n}", "interval_ns",
				      (json_int_t)o->interval_ns, "settle_ns",
				      (json_int_t)o->settle_ns, "cgroup_glob",
				      mms_runjson_text_or_null(o->cgroup_glob), "stopped"));
	json_object_set_new(r->run, "notes", json_array());
}

void mms_session_pids_json(struct mms_session *r)
{
	json_t *list = json_array();
	static pid_t tids[MAX_TIDS];
	int n = r->drain ? mms_drain_tids(r->drain, tids, MAX_TIDS) : 0;

	json_array_append_new(list, json_integer(getpid()));
	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_integer(tids[i]));
	if (r->sampler)
		json_array_append_new(list, json_integer(mms_sampler_tid(r->sampler)));
	json_object_set_new(
		r->run, "pids",
		json_pack("{s:o, s:o, s:o}", "recorder", list, "guardian",
			  r->guardian ? json_integer(mms_guardian_pid(r->guardian)) : json_null(),
			  "command",
			  r->child ? json_integer(mms_child_pid(r->child)) : json_null()));
}
