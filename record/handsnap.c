// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tracefs.h>

#include "common/err.h"
#include "record/handsnap.h"
#include "record/instance.h"
#include "record/items.h"
#include "record/memroot.h"
#include "record/outdir.h"
#include "record/provenance.h"
#include "record/runjson.h"
#include "record/sampler.h"
#include "record/trclock.h"

static int mark(void *ctx, const char *text)
{
	(void)ctx;
	return tracefs_instance_file_write(NULL, "trace_marker", text) < 0 ? -errno : 0;
}

static bool has(struct mms_outdir *out, const char *name)
{
	return !faccessat(mms_outdir_fd(out), name, F_OK, 0);
}

/* As the recorder does it, less what it knows of a command and of events. */
static int describe_machine(const struct mms_handsnap_opts *opts, const struct mms_memroot *mem,
			    const struct mms_trclock *clock, struct mms_outdir *out)
{
	struct mms_items *items mms_auto(items) = NULL;
	struct mms_buf enums mms_auto(buf) = { 0 };
	json_t *run;
	int ret = mms_items_new(opts->root, &items);

	if (!ret)
		ret = mms_items_print(items, &enums);
	if (!ret)
		ret = mms_outdir_write(out, "enums", enums.data, enums.len, false);
	if (!ret)
		ret = mms_provenance_files(opts->root, out);
	if (!ret)
		ret = mms_provenance_tasks(opts->root, mem, out);
	if (ret)
		return ret;
	run = json_pack("{s:i, s:s, s:n, s:n, s:n, s:o}", "format", 1, "state", "snapshot", "label",
			"iteration", "command", "start",
			mms_runjson_moment(mms_trclock_now_ns(clock)));
	mms_provenance_json(opts->root, mem, clock, run);
	mms_runjson_versions(opts->version, run);
	ret = mms_runjson_write(out, run);
	json_decref(run);
	return ret;
}

static int refuse_old(struct mms_outdir *out, const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "vmstat.%s", name);
	if (!has(out, file))
		return 0;
	return mms_err(-EEXIST, "%s has a sample '%s'; take another --name or -o",
		       mms_outdir_path(out), name);
}

int mms_handsnap(const struct mms_handsnap_opts *opts)
{
	struct mms_outdir *out mms_auto(outdir) = NULL;
	struct mms_memroot mem;
	struct mms_trclock clock;
	struct mms_sampler_opts sampling = {
		.root = opts->root,
		.mem = &mem,
		.clock = &clock,
		.cgroup_glob = opts->cgroup_glob,
	};
	bool marks = opts->mark && !mms_tracefs_find(opts->tracefs);
	int ret = mms_outdir_open(opts->path, &out);

	mms_memroot_find(opts->root, &mem);
	mms_trclock_init(&clock, "mono");
	if (!ret)
		ret = refuse_old(out, opts->name);
	if (!ret && !has(out, "run.json"))
		ret = describe_machine(opts, &mem, &clock, out);
	sampling.out = out;
	return ret ? ret : mms_sampler_snapshot(&sampling, opts->name, marks ? mark : NULL, NULL);
}
