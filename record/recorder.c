// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "record/child.h"
#include "record/drain.h"
#include "record/events.h"
#include "record/guardian.h"
#include "record/instance.h"
#include "record/items.h"
#include "record/outdir.h"
#include "record/recorder.h"
#include "record/session.h"

static void release(struct mms_session *r)
{
	mms_sampler_free(r->sampler);
	mms_drain_free(r->drain);
	mms_instance_free(r->inst);
	mms_guardian_free(r->guardian);
	mms_child_free(r->child);
	mms_events_free(r->evs);
	mms_items_free(r->items);
	mms_outdir_free(r->out);
	json_decref(r->run);
	free(r->cpus);
	mms_session_put_back(r);
}

int mms_record(const struct mms_record_opts *opts, struct mms_record_result *ret_result)
{
	struct mms_session r = {
		.opts = opts, .result = ret_result, .signal_fd = -1, .event_fd = -1
	};
	int ret;

	*ret_result = (struct mms_record_result){ 0 };
	prctl(PR_SET_NAME, MMS_RECORDER_COMM);
	if (opts->argv)
		ret_result->exec_error = -mms_child_check(opts->argv[0]);
	if (ret_result->exec_error)
		return 0;
	ret = mms_session_prepare(&r);
	if (!ret)
		ret = mms_session_prepare_output(&r);
	if (!ret)
		ret = mms_session_start(&r);
	if (!ret) {
		if (!ret_result->exec_error)
			mms_session_wait(&r);
		ret = mms_session_end(&r);
	}
	release(&r);
	return ret;
}

int mms_record_parent(const char *path, bool force, char *ret_dir, size_t size)
{
	struct mms_outdir *out mms_auto(outdir) = NULL;
	int ret = mms_outdir_new(path, force, &out);

	if (!ret)
		snprintf(ret_dir, size, "%s", mms_outdir_path(out));
	return ret;
}
