/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_DATOPT_H
#define MMS_PARSE_DATOPT_H

#include <stdbool.h>
#include <stdint.h>

/* Options of trace.dat; sections have the number of their option. */
enum {
	MMS_DATOPT_DONE = 0,
	MMS_DATOPT_DATE = 1,
	MMS_DATOPT_CPUSTAT = 2,
	MMS_DATOPT_BUFFER = 3,
	MMS_DATOPT_TRACECLOCK = 4,
	MMS_DATOPT_UNAME = 5,
	MMS_DATOPT_OFFSET = 7,
	MMS_DATOPT_CPUCOUNT = 8,
	MMS_DATOPT_TIME_SHIFT = 12,
	MMS_DATOPT_TSC2NSEC = 14,
	MMS_DATOPT_PARTS = 16, /* the first part; others follow in their order */
	MMS_DATOPT_BUFFER_TEXT = 22,
};

struct mms_datfile;

/* datfile7.c */
/** mms_datfile_set_part() - The section of part @id is at @offset. */
int mms_datfile_set_part(struct mms_datfile *df, uint16_t id, uint64_t offset);
/** mms_datfile_buffer_packed() - Is the buffer section at @offset compressed? */
bool mms_datfile_buffer_packed(const struct mms_datfile *df, uint64_t offset);

#endif
