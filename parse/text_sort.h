/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_SORT_H
#define MMS_PARSE_TEXT_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/auto.h"
#include "parse/event.h"

/*
 * Puts events into the order of their times, in bounded memory: one may stand
 * up to MMS_TEXT_SORT_WINDOW places from where it belongs. Events of equal
 * times keep their order.
 */
struct mms_text_sort;

#define MMS_TEXT_SORT_WINDOW 32768

int mms_text_sort_new(struct mms_text_sort **ret_sort);
void mms_text_sort_free(struct mms_text_sort *sort);
MMS_DEFINE_AUTO(text_sort, struct mms_text_sort *, mms_text_sort_free);

/** mms_text_sort_wants() - It takes another event before it can give one. */
bool mms_text_sort_wants(const struct mms_text_sort *sort);

/** mms_text_sort_add() - Take an event, its bytes copied. Return: 0 or -ENOMEM. */
int mms_text_sort_add(struct mms_text_sort *sort, const struct mms_event *ev);

/**
 * mms_text_sort_take() - The next event in time.
 * @at_end: no more will be added
 * @ret_ev: its bytes are borrowed until the next call of any function but wants
 *
 * Return: false when more must be added before, or nothing is left.
 */
bool mms_text_sort_take(struct mms_text_sort *sort, bool at_end, struct mms_event *ret_ev);

/** mms_text_sort_late() - Events that stood further from their place. */
uint64_t mms_text_sort_late(const struct mms_text_sort *sort);

#endif
