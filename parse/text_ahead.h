/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_AHEAD_H
#define MMS_PARSE_TEXT_AHEAD_H

#include "common/auto.h"
#include "parse/event.h"

/*
 * A thread that makes events a few blocks ahead of who takes them, in their
 * order.
 */
struct mms_text_ahead;

/**
 * mms_text_ahead_new() - Start the thread.
 * @make: makes the next event, its bytes its own until the next call; returns
 *	1, 0 at the end, or a negative errno. Only the thread calls it.
 *
 * Return: 0 or a negative errno.
 */
int mms_text_ahead_new(int (*make)(void *ctx, struct mms_event *ret_ev), void *ctx,
		       struct mms_text_ahead **ret_ahead);

/** mms_text_ahead_free() - Stop the thread and wait for it. */
void mms_text_ahead_free(struct mms_text_ahead *ahead);
MMS_DEFINE_AUTO(text_ahead, struct mms_text_ahead *, mms_text_ahead_free);

/**
 * mms_text_ahead_next() - The next event.
 * @ret_ev: its bytes are borrowed until the next call
 *
 * Return: as @make.
 */
int mms_text_ahead_next(struct mms_text_ahead *ahead, struct mms_event *ret_ev);

#endif
