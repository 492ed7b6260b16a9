/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_COMMS_H
#define MMS_PARSE_TEXT_COMMS_H

#include "parse/source.h"
#include "parse/text_scan.h"

#define MMS_TEXT_MAX_COMMS (1 << 18) /* threads; names of others are not kept */
#define MMS_TEXT_COMM_LEN  16

struct mms_text_comm {
	int32_t pid;
	bool taken;
	char comm[MMS_TEXT_COMM_LEN];
};

/* Names of threads, the last that the text has of each. Zero-initialise it. */
struct mms_text_comms {
	struct mms_text_comm *slots; /* by pid; open addressing */
	size_t nr_slots;
	unsigned int nr;
	struct mms_source_comm *list;
};

/** mms_text_comms_note() - A line has this name. Return: 0 or -ENOMEM. */
int mms_text_comms_note(struct mms_text_comms *comms, int32_t pid, struct mms_slice comm);

/** mms_text_comms_finish() - Make the list, of comms->nr threads. Return: 0 or -ENOMEM. */
int mms_text_comms_finish(struct mms_text_comms *comms);
void mms_text_comms_release(struct mms_text_comms *comms);

#endif
