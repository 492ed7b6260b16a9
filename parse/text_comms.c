// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "parse/text_comms.h"

#define MIN_SLOTS 1024

void mms_text_comms_release(struct mms_text_comms *comms)
{
	free(comms->slots);
	free(comms->list);
	*comms = (struct mms_text_comms){ 0 };
}

static struct mms_text_comm *find(const struct mms_text_comms *comms, int32_t pid)
{
	size_t mask = comms->nr_slots - 1, i = ((uint32_t)pid * 0x9e3779b1u) & mask;

	while (comms->slots[i].taken && comms->slots[i].pid != pid)
		i = (i + 1) & mask;
	return &comms->slots[i];
}

/* Twice the slots; at least half of them are free. */
static int grow(struct mms_text_comms *comms)
{
	struct mms_text_comms bigger = *comms;

	bigger.nr_slots = comms->nr_slots ? comms->nr_slots * 2 : MIN_SLOTS;
	bigger.slots = calloc(bigger.nr_slots, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (size_t i = 0; i < comms->nr_slots; i++)
		if (comms->slots[i].taken)
			*find(&bigger, comms->slots[i].pid) = comms->slots[i];
	free(comms->slots);
	*comms = bigger;
	return 0;
}

int mms_text_comms_note(struct mms_text_comms *comms, int32_t pid, struct mms_slice comm)
{
	size_t len = mms_slice_len(comm);
	struct mms_text_comm *c;

	if (comms->nr * 2 >= comms->nr_slots && grow(comms))
		return -ENOMEM;
	c = find(comms, pid);
	if (!c->taken) {
		if (comms->nr == MMS_TEXT_MAX_COMMS)
			return 0;
		comms->nr++;
		c->taken = true;
		c->pid = pid;
	}
	if (len >= MMS_TEXT_COMM_LEN)
		len = MMS_TEXT_COMM_LEN - 1;
	memcpy(c->comm, comm.pos, len);
	c->comm[len] = '\0';
	return 0;
}

int mms_text_comms_finish(struct mms_text_comms *comms)
{
	unsigned int n = 0;

	comms->list = calloc(comms->nr + 1, sizeof(*comms->list));
	if (!comms->list)
		return -ENOMEM;
	for (size_t i = 0; i < comms->nr_slots; i++)
		if (comms->slots[i].taken)
			comms->list[n++] = (struct mms_source_comm){ comms->slots[i].pid,
								     comms->slots[i].comm };
	return 0;
}
