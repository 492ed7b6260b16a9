/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_FEED_H
#define MMS_PARSE_FEED_H

#include <stdbool.h>

struct mms_engine;
struct mms_recording;

/*
 * What a recording has beside the events, told to the engine: threads and
 * memory cgroups as they were before and after.
 */

/** mms_feed_before() - Before the first event. Return: 0 or a negative errno. */
int mms_feed_before(const struct mms_recording *rec, struct mms_engine *eng);

/**
 * mms_feed_after() - Behind the last event.
 * @made_seen: events told of cgroups that were made, and removed again
 *
 * Return: 0 or a negative errno.
 */
int mms_feed_after(const struct mms_recording *rec, bool made_seen, struct mms_engine *eng);

#endif
