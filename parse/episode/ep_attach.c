// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "attach": a process, or some of its threads, goes into another cgroup. */

enum { DST_ROOT, DST_ID, DST_PATH, PID, COMM };

static const char *const fields[] = { "dst_root", "dst_id", "dst_path", "pid", "comm", NULL };

/* The event names the leader, whose threads go with it. */
static int move(struct mms_ep *ep, int32_t pid, const struct mms_cgroup_name *name)
{
	int64_t id;
	int ret = 0;

	if (!mms_cgroups_resolve(ep, name, &id))
		return 0;
	if (id != MMS_UNKNOWN)
		ret = mms_cgroups_add(ep, id, name->path, name->len, MMS_UNKNOWN);
	return ret ? ret : mms_tasks_move_process(ep, pid, id);
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	struct mms_cgroup_name name = { mms_rule_int(rule, ev, DST_ROOT),
					mms_rule_int(rule, ev, DST_ID), NULL, 0 };
	int64_t pid = mms_rule_int(rule, ev, PID);
	uint32_t len = 0, comm_len = 0;
	const char *comm = mms_rule_text(rule, ev, COMM, &comm_len);
	struct mms_task *task;
	int ret = 0;

	name.path = mms_rule_text(rule, ev, DST_PATH, &len);
	name.len = len;
	if (!name.path || name.id == MMS_UNKNOWN || pid == MMS_UNKNOWN)
		return 0;
	task = mms_tasks_get(ep, (int32_t)pid);
	if (!task)
		return -ENOMEM;
	task->seen = true;
	if (comm)
		ret = mms_task_learn_comm(ep, task, comm, comm_len);
	return ret ? ret : move(ep, (int32_t)pid, &name);
}

const struct mms_handler mms_ep_attach = {
	.name = "attach",
	.fields = fields,
	.run = run,
};
