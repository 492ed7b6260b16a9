/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_DATFORMAT_H
#define MMS_PARSE_DATFORMAT_H

#include <stdint.h>

#include "parse/datfile.h"
#include "parse/event.h"
#include "parse/source.h"

/*
 * The event types of a trace.dat file. The last one is named "unknown": it
 * stands for records whose id has no format in the file.
 */
struct mms_datformat {
	struct mms_event_type *types;
	unsigned int nr_types;
	uint32_t *by_id;        /* of each 16-bit id the type's index + 1; 0: it has no format */
	struct mms_field type;  /* common_type, ... : where all records have them */
	struct mms_field flags; /* common_flags */
	struct mms_field pid;   /* common_pid */
	struct mms_source_enum *enums;
	unsigned int nr_enums;
};

/** mms_datformat_read() - Out of the parts of @df, which owns the strings. */
int mms_datformat_read(struct mms_datfile *df, struct mms_datformat *ret_fm);
void mms_datformat_release(struct mms_datformat *fm);

/* datenum.c: names of numbers, out of the print formats. */
int mms_datenum_read(struct mms_datfile *df, struct mms_datformat *fm);

/** mms_datformat_type() - The type of common_type @id; never NULL. */
static inline const struct mms_event_type *mms_datformat_type(const struct mms_datformat *fm,
							      uint16_t id)
{
	return &fm->types[fm->by_id[id] ? fm->by_id[id] - 1 : fm->nr_types - 1];
}

#endif
