// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/episode/state.h"

/* "born task": task_newtask; "born fork": sched_process_fork, which follows it. */

enum { PID, COMM, CLONE_FLAGS };

static const char *const fields[] = { "child_pid|pid", "child_comm|comm", "clone_flags", NULL };

enum { ARG_TASK, ARG_FORK };

static const char *const args[] = { "task", "fork", NULL };

#define CLONE_FLAG_THREAD 0x10000 /* CLONE_THREAD */

static void set_process(struct mms_task *child, const struct mms_task *parent, int64_t flags)
{
	if (flags != MMS_UNKNOWN)
		child->tgid = flags & CLONE_FLAG_THREAD ? parent->tgid : child->pid;
}

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	int64_t pid = mms_rule_int(rule, ev, PID);
	struct mms_task *child;
	uint32_t len = 0;
	const char *comm;
	int ret;

	if (pid == MMS_UNKNOWN || pid == ev->pid)
		return 0;
	ret = mms_task_born(ep, ep->task, (int32_t)pid, rule->arg == ARG_FORK, &child);
	if (ret)
		return ret;
	set_process(child, ep->task, mms_rule_int(rule, ev, CLONE_FLAGS));
	child->newborn = rule->arg == ARG_TASK;
	comm = mms_rule_text(rule, ev, COMM, &len);
	return comm ? mms_task_learn_comm(ep, child, comm, len) : 0;
}

const struct mms_handler mms_ep_born = {
	.name = "born",
	.args = args,
	.fields = fields,
	.run = run,
};
