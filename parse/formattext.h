/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_FORMATTEXT_H
#define MMS_PARSE_FORMATTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/event.h"

/*
 * The text of an event's format file, read strictly: its name, id and field
 * lines. The print format behind them is no matter of this, so that an event
 * whose print format nobody can parse still has all its fields.
 */

/* "field:TYPE NAME;  offset:N;  size:N;  signed:N;", borrowed from the text. */
struct mms_format_line {
	const char *type;
	size_t type_len;
	const char *name;
	size_t name_len;
	bool is_array; /* [...] at the type or the name */
	uint32_t offset;
	uint32_t size;
	bool is_signed;
};

/**
 * mms_format_line_next() - The next well-formed field line.
 * @pos: where to go on; moved behind the line
 * @end: of the text, which needs no NUL
 *
 * Return: false at the end, or where the print format begins.
 */
bool mms_format_line_next(const char **pos, const char *end, struct mms_format_line *ret_line);

/** mms_format_line_is() - Is it the field called @name? */
bool mms_format_line_is(const struct mms_format_line *line, const char *name);

/** mms_format_line_field() - What the line says, but for the name, as a field. */
void mms_format_line_field(const struct mms_format_line *line, struct mms_field *ret_field);

/**
 * mms_format_head() - The name and the id.
 * @ret_name: borrowed
 *
 * Return: false when the text is no format.
 */
bool mms_format_head(const char *text, size_t len, const char **ret_name, size_t *ret_name_len,
		     int *ret_id);

#endif
