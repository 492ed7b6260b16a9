/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_RBPAGE_H
#define MMS_RECORD_RBPAGE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Walks the records of one page of a ring buffer of this machine. (The reader
 * of recordings uses libtraceevent's kbuffer; the recorder needs only a look at
 * its own pages, and must build without.)
 */

/**
 * mms_rbpage_walk() - Call @fn for each record of a page.
 * @page, @len: one page, header included
 * @fn: gets time, bytes and length of a record
 *
 * Return: 0, or -EBADMSG when a record goes beyond what the page says it holds;
 * those before it have been handed out.
 */
int mms_rbpage_walk(const void *page, size_t len,
		    void (*fn)(void *ctx, uint64_t ts, const uint8_t *data, size_t len), void *ctx);

#endif
