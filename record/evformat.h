/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_EVFORMAT_H
#define MMS_RECORD_EVFORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The little that the recorder needs of an event's format text: where a named
 * field is, and which fields it prints as a function's name. (Recordings are
 * decoded by libtraceevent in parse/.)
 */
struct mms_evfield {
	unsigned int offset, size;
	bool is_array;
	bool is_data_loc; /* u32: length << 16 | offset of the bytes */
};

/** mms_evformat_id() - common_type of the event, or -1. */
int mms_evformat_id(const char *format);

/** mms_evformat_field() - Find the field @name (@len bytes). Return: found. */
bool mms_evformat_field(const char *format, const char *name, size_t len, struct mms_evfield *ret);

/**
 * mms_evformat_symbols() - Fields whose value is printed as a symbol (%pS and kin).
 * @ret, @max: at most so many, each field once
 *
 * Return: their number; -1 when the print format does something else with a
 * pointer, so that it cannot be told which symbols it needs.
 */
int mms_evformat_symbols(const char *format, struct mms_evfield *ret, int max);

#endif
