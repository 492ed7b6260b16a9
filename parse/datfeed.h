/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_DATFEED_H
#define MMS_PARSE_DATFEED_H

#include "common/auto.h"
#include "parse/datfile.h"
#include "parse/datpage.h"

/*
 * The lanes of a trace.dat file: one per CPU buffer, in order within itself.
 * Threads unpack and walk pages ahead of the reader, each lane into a short
 * ring of batches: a lane that is full waits for the reader, the reader waits
 * only for a lane that is empty, and does that lane's work itself when no
 * thread is at it. So nobody waits in a circle, however many lanes there are.
 */
struct mms_datfeed;

/**
 * mms_datfeed_new() - Begin to read the CPUs of @df, a lane for each.
 * @df: must outlive the feed
 * @nr_workers: threads; 0: the reader does it all
 */
int mms_datfeed_new(const struct mms_datfile *df, unsigned int nr_workers,
		    struct mms_datfeed **ret_feed);
void mms_datfeed_free(struct mms_datfeed *feed);
MMS_DEFINE_AUTO(datfeed, struct mms_datfeed *, mms_datfeed_free);

/**
 * mms_datfeed_next() - Give back the lane's batch, get its next one.
 * @ret_batch: valid until the next call for this lane; the last one may be
 *	empty
 *
 * Return: 1, 0 at the lane's end, or a negative errno.
 */
int mms_datfeed_next(struct mms_datfeed *feed, unsigned int lane,
		     const struct mms_datbatch **ret_batch);

/** mms_datfeed_done() - Bytes of CPU buffers that the reader is done with. */
uint64_t mms_datfeed_done(const struct mms_datfeed *feed);

#endif
