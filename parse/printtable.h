/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_PRINTTABLE_H
#define MMS_PARSE_PRINTTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Names of numbers in a print format: __print_flags(REC->f, "|", { 1 << 2,
 * "TEXT" }, ...) and __print_symbolic(REC->f, { 2, "TEXT" }, ...). Read here
 * and not by libtraceevent, for that reads past its allocations, and leaks, on
 * formats that are damaged, gives whole formats up for one unknown word
 * (REC->ent.pid of 7.x), and takes enum names that it cannot resolve for 0.
 */

/**
 * mms_printtable_next() - The next table about a field alone, not a sum of fields.
 * @pos: where to go on; moved to the table's first entry
 * @ret_field: the field's name, borrowed
 *
 * Return: false when there is no more.
 */
bool mms_printtable_next(const char **pos, const char *end, const char **ret_field,
			 size_t *ret_field_len);

/**
 * mms_printtable_entry() - The next entry of the table at @pos.
 * @ret_text: borrowed
 *
 * Entries whose number is no constant are passed over.
 *
 * Return: false at the table's end.
 */
bool mms_printtable_entry(const char **pos, const char *end, int64_t *ret_value,
			  const char **ret_text, size_t *ret_text_len);

#endif
