/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_ITEMS_H
#define MMS_RECORD_ITEMS_H

#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/buf.h"
#include "common/root.h"

/*
 * What the number in the "item" of a memcg counter event means. The numbers
 * depend on version and configuration of the kernel, so they come from the
 * running one: its BTF, else the order of lines of /proc/vmstat.
 */
struct mms_items;

/** mms_items_new() - Read them. Return: 0 or -ENOMEM; none found is no error. */
int mms_items_new(const struct mms_root *root, struct mms_items **ret_items);
void mms_items_free(struct mms_items *items);
MMS_DEFINE_AUTO(items, struct mms_items *, mms_items_free);

/** mms_items_source() - "BTF", "position in /proc/vmstat" or "nothing". */
const char *mms_items_source(const struct mms_items *items);

/** mms_items_print() - Append the lines "ENUM NUMBER NAME" of the file enums. */
int mms_items_print(const struct mms_items *items, struct mms_buf *buf);

/**
 * mms_items_filter() - An event filter that passes only the items named.
 * @enum_name: vm_event_item, node_stat_item or memcg_stat_item
 * @patterns, @n: globs; one with "!" before it takes out again
 * @filter: the expression is appended, e.g. "(item>=28&&item<=35)||item==26"
 * @names: the names are appended, with blanks between
 *
 * Return: number of items that matched (0: @filter untouched), or -ENOMEM.
 */
int mms_items_filter(const struct mms_items *items, const char *enum_name,
		     const char *const *patterns, size_t n, struct mms_buf *filter,
		     struct mms_buf *names);

#endif
