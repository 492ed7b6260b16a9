/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_WRITEBEHIND_H
#define MMS_RECORD_WRITEBEHIND_H

#include <sys/types.h>

/*
 * Keeps the recorder's own pages out of the page cache, where they would wake
 * kswapd: what was written goes to disk at once, in windows, and the window
 * before it is dropped. (O_DIRECT cannot be had: splice from a ring buffer and
 * short pages refuse it.)
 */
struct mms_writebehind {
	off_t started; /* up to here the disk is writing */
	off_t dropped; /* up to here nothing is cached */
};

/** mms_writebehind() - @fd has been written up to @end. */
void mms_writebehind(struct mms_writebehind *wb, int fd, off_t end);

/** mms_writebehind_drop() - Write and drop all of it. */
void mms_writebehind_drop(struct mms_writebehind *wb, int fd);

#endif
