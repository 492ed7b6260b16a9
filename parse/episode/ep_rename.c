// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "rename": a thread gets another name. */

enum { PID, OLDCOMM, NEWCOMM };

static const char *const fields[] = { "pid", "oldcomm", "newcomm", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t pid = mms_rule_int(rule, ev, PID);
	uint32_t old_len = 0, new_len = 0;
	const char *old = mms_rule_text(rule, ev, OLDCOMM, &old_len);
	const char *new = mms_rule_text(rule, ev, NEWCOMM, &new_len);
	struct mms_task *task;
	int ret = 0;

	/* The field went when it was nearly always common_pid. */
	task = pid == MMS_UNKNOWN ? ep->task : mms_tasks_get(ep, (int32_t)pid);
	if (!task)
		return -ENOMEM;
	task->seen = true;
	ep->tasks.renames_seen = true;
	if (old && task->comm_from != MMS_COMM_SURE)
		ret = mms_task_learn_comm(ep, task, old, old_len);
	if (!ret && new)
		ret = mms_task_rename(ep, task, new, new_len);
	return ret;
}

const struct mms_handler mms_ep_rename = {
	.name = "rename",
	.fields = fields,
	.run = run,
};
