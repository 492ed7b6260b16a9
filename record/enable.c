// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/events.h"
#include "record/instance.h"

/*
 * The recorder's threads keep this name. One predicate holds for all of them,
 * and unlike set_event_notrace_pid it hides nothing but the events it is put
 * on: what the recorder itself reclaims is in the kernel's counters, so it
 * must be in the trace as well.
 */
#define NOT_SELF "comm != \"" MMS_RECORDER_COMM "\""

/* The kernel's explanation, its first line, or nothing. */
static void explain(struct tracefs_instance *instance, char *buf, size_t size)
{
	char *text = tracefs_error_last(instance);
	const char *p = text ? strstr(text, "error: ") : NULL;

	for (const char *next; p && (next = strstr(p + 1, "error: "));)
		p = next;

	snprintf(buf, size, "%.*s", p ? (int)strcspn(p + 7, "\n") : 0, p ? p + 7 : "");
	free(text);
}

static int write_filter(struct tracefs_instance *instance, struct mms_event_pick *p,
			const char *filter)
{
	char why[128];

	if (tracefs_event_file_write(instance, p->system, p->name, "filter", filter) >= 0)
		return 0;
	explain(instance, why, sizeof(why));
	return mms_err(-EINVAL,
		       "the kernel refuses the filter '%s' of %s:%s%s%s; "
		       "its fields are in events/%s/%s/format",
		       filter, p->system, p->name, why[0] ? ": " : "", why, p->system, p->name);
}

static int set_filter(struct tracefs_instance *instance, struct mms_event_pick *p)
{
	struct mms_buf both mms_auto(buf) = { 0 };

	if (!p->not_self)
		return p->filter ? write_filter(instance, p, p->filter) : 0;
	if (p->filter)
		mms_buf_printf(&both, NOT_SELF "&&(%s)", p->filter);
	else
		mms_buf_printf(&both, NOT_SELF);
	if (both.err)
		return both.err;
	/* "comm" is a field of every event since v4.4; before, it stays unfiltered. */
	if (tracefs_event_file_write(instance, p->system, p->name, "filter", both.data) < 0)
		return p->filter ? write_filter(instance, p, p->filter) : 0;
	free(p->filter);
	p->filter = mms_take(both.data);
	both.len = both.alloc = 0;
	return 0;
}

static int enable_one(struct tracefs_instance *instance, struct mms_event_pick *p)
{
	int ret = set_filter(instance, p);

	if (ret)
		return ret;
	if (p->stacktrace &&
	    tracefs_event_file_append(instance, p->system, p->name, "trigger", "stacktrace") < 0)
		return mms_err(-errno, "%s:%s: the kernel has no stacktrace trigger", p->system,
			       p->name);
	if (tracefs_event_file_write(instance, p->system, p->name, "enable", "1") < 0)
		return mms_err(-errno, "cannot enable %s:%s: %s", p->system, p->name,
			       strerror(errno));
	return 0;
}

int mms_events_enable(struct mms_events *evs, struct tracefs_instance *instance)
{
	int ret = 0;

	for (size_t i = 0; i < mms_events_count(evs) && !ret; i++)
		ret = enable_one(instance, (struct mms_event_pick *)mms_events_get(evs, i));
	return ret;
}
