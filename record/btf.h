/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_BTF_H
#define MMS_RECORD_BTF_H

#include <stddef.h>
#include <stdint.h>

/**
 * mms_btf_enum() - Walk the values of one named enum of a BTF blob.
 * @data, @len: content of /sys/kernel/btf/vmlinux, in this machine's byte order
 * @name: the enum's, e.g. "vm_event_item"
 * @fn: called per enumerator; a non-zero return ends the walk
 * @ctx: handed to @fn
 *
 * Return: 0 when walked to the end, what @fn returned, -ENOENT when there is
 * no such enum, -EBADMSG when the blob is damaged or has a kind of type that
 * is not known (its size is not known then either).
 */
int mms_btf_enum(const void *data, size_t len, const char *name,
		 int (*fn)(void *ctx, const char *enumerator, int64_t value), void *ctx);

#endif
