// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "parse/episode/state.h"

/* "exec": a program begins; its name is told by task_rename, where that is recorded. */

enum { FILENAME };

static const char *const fields[] = { "filename", NULL };

static int run(struct mms_ep *ep, const struct mms_rule *rule, const struct mms_event *ev)
{
	uint32_t len = 0;
	const char *path = mms_rule_text(rule, ev, FILENAME, &len), *slash;

	ep->task->tgid = ev->pid; /* the thread that calls exec becomes the leader */
	if (!path || !len || ep->tasks.renames_seen)
		return 0;
	slash = memrchr(path, '/', len);
	if (slash)
		len -= (uint32_t)(slash + 1 - path);
	return mms_task_rename(ep, ep->task, slash ? slash + 1 : path, len);
}

const struct mms_handler mms_ep_exec = {
	.name = "exec",
	.fields = fields,
	.run = run,
};
