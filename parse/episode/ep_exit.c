// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>

#include "parse/episode/state.h"

/* "exit": a thread ends. */

enum { PID, COMM };

static const char *const fields[] = { "pid", "comm", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t pid = mms_rule_int(rule, ev, PID);
	uint32_t len = 0;
	const char *comm = mms_rule_text(rule, ev, COMM, &len);
	struct mms_task *task;
	int ret = 0;

	task = pid == MMS_UNKNOWN ? ep->task : mms_tasks_get(ep, (int32_t)pid);
	if (!task)
		return -ENOMEM;
	task->seen = true;
	if (comm)
		ret = mms_task_learn_comm(ep, task, comm, len);
	return ret ? ret : mms_task_exit(ep, task);
}

const struct mms_handler mms_ep_exit = {
	.name = "exit",
	.fields = fields,
	.run = run,
};
