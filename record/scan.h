/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_SCAN_H
#define MMS_RECORD_SCAN_H

#include <stdint.h>
#include <sys/types.h>

#include "common/auto.h"

struct mms_comms;
struct mms_symbols;

/*
 * One pass over recorded pages, for what a reader of trace.dat needs besides
 * the records: names of threads, and addresses that are printed as symbols.
 */
struct mms_scan;

/** mms_scan_new() - @comms and @syms are filled, and must outlive it. NULL: no memory. */
struct mms_scan *mms_scan_new(struct mms_comms *comms, struct mms_symbols *syms);
void mms_scan_free(struct mms_scan *scan);
MMS_DEFINE_AUTO(scan, struct mms_scan *, mms_scan_free);

/** mms_scan_add_format() - Learn one event's format. Return: 0 or -ENOMEM. */
int mms_scan_add_format(struct mms_scan *scan, const char *name, const char *format);

/**
 * mms_scan_pages() - Walk @bytes of @fd, in pages of @subbuf_bytes.
 * @ret_events: number of records in them
 *
 * Return: 0 or a negative errno.
 */
int mms_scan_pages(struct mms_scan *scan, int fd, off_t bytes, unsigned int subbuf_bytes,
		   uint64_t *ret_events);

#endif
