// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/comms.h"

enum { COMM_BYTES = 16 };

struct comm {
	int32_t pid; /* 0: free slot (0 is idle, which everyone knows) */
	uint64_t ts;
	char text[COMM_BYTES];
};

/* Open addressing; at most half full. */
struct mms_comms {
	struct comm *slots;
	size_t mask, used;
};

struct mms_comms *mms_comms_new(void)
{
	struct mms_comms *comms = calloc(1, sizeof(*comms));

	if (!comms)
		return NULL;
	comms->mask = 1023;
	comms->slots = calloc(comms->mask + 1, sizeof(*comms->slots));
	if (comms->slots)
		return comms;
	free(comms);
	return NULL;
}

void mms_comms_free(struct mms_comms *comms)
{
	if (!comms)
		return;
	free(comms->slots);
	free(comms);
}

static struct comm *slot_of(const struct mms_comms *comms, int32_t pid)
{
	size_t i = (uint32_t)pid * UINT32_C(2654435761) & comms->mask;

	while (comms->slots[i].pid && comms->slots[i].pid != pid)
		i = (i + 1) & comms->mask;
	return &comms->slots[i];
}

static int grow(struct mms_comms *comms)
{
	struct mms_comms bigger = { .mask = 2 * comms->mask + 1, .used = comms->used };

	bigger.slots = calloc(bigger.mask + 1, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (size_t i = 0; i <= comms->mask; i++)
		if (comms->slots[i].pid)
			*slot_of(&bigger, comms->slots[i].pid) = comms->slots[i];
	free(comms->slots);
	*comms = bigger;
	return 0;
}

int mms_comms_set(struct mms_comms *comms, int32_t pid, uint64_t ts, const char *comm, size_t len)
{
	struct comm *c;

	if (pid <= 0 || !len || !comm[0])
		return 0;
	if (comms->used * 2 > comms->mask && grow(comms))
		return -ENOMEM;
	c = slot_of(comms, pid);
	if (c->pid && c->ts > ts)
		return 0;
	comms->used += !c->pid;
	c->pid = pid;
	c->ts = ts;
	snprintf(c->text, sizeof(c->text), "%.*s", (int)len, comm);
	return 0;
}

int mms_comms_add_tasks(struct mms_comms *comms, const char *text)
{
	int ret = 0;

	while (*text && !ret) {
		size_t len = strcspn(text, "\n");
		int pid, begin = 0;

		if (sscanf(text, "%d %*d %*s %n", &pid, &begin) == 1 && begin &&
		    (size_t)begin < len)
			ret = mms_comms_set(comms, pid, 0, text + begin, len - (size_t)begin);
		text += len + (text[len] == '\n');
	}
	return ret;
}

static int by_pid(const void *a, const void *b)
{
	const struct comm *x = *(const struct comm *const *)a, *y = *(const struct comm *const *)b;

	return (x->pid > y->pid) - (x->pid < y->pid);
}

/* One line each: a newline in a name would begin another. */
static void print_one(const struct comm *c, struct mms_buf *buf)
{
	mms_buf_printf(buf, "%d ", c->pid);
	for (const char *p = c->text; *p; p++)
		mms_buf_printf(buf, "%c", *p == '\n' ? ' ' : *p);
	mms_buf_add(buf, "\n", 1);
}

int mms_comms_print(const struct mms_comms *comms, struct mms_buf *buf)
{
	const struct comm **sorted = calloc(comms->used + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i <= comms->mask; i++)
		if (comms->slots[i].pid)
			sorted[n++] = &comms->slots[i];
	qsort(sorted, n, sizeof(*sorted), by_pid);
	for (size_t i = 0; i < n; i++)
		print_one(sorted[i], buf);
	free(sorted);
	return buf->err;
}
