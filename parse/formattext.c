// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "parse/formattext.h"

#define SIZE_MAX_BYTES (16u << 20) /* of a field; more is damage */

/* A piece of text between two pointers. */
struct span {
	const char *pos;
	const char *end;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static void skip_blanks(struct span *s)
{
	while (s->pos < s->end && is_blank(*s->pos))
		s->pos++;
}

static bool skip_text(struct span *s, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(s->end - s->pos) < len || memcmp(s->pos, text, len))
		return false;
	s->pos += len;
	return true;
}

static bool take_line(struct span *text, struct span *ret_line)
{
	const char *nl;

	if (text->pos >= text->end)
		return false;
	nl = memchr(text->pos, '\n', (size_t)(text->end - text->pos));
	ret_line->pos = text->pos;
	ret_line->end = nl ? nl : text->end;
	text->pos = nl ? nl + 1 : text->end;
	return true;
}

static bool take_number(struct span *s, uint32_t *ret_value)
{
	const char *begin = s->pos;
	uint32_t value = 0;

	for (; s->pos < s->end && *s->pos >= '0' && *s->pos <= '9'; s->pos++) {
		if (value > SIZE_MAX_BYTES)
			return false;
		value = value * 10 + (uint32_t)(*s->pos - '0');
	}
	*ret_value = value;
	return s->pos > begin;
}

/* "KEY:NUMBER;" and the blanks before it. */
static bool take_key(struct span *s, const char *key, uint32_t *ret_value)
{
	skip_blanks(s);
	return skip_text(s, key) && take_number(s, ret_value) && skip_text(s, ";");
}

/* "TYPE NAME" or "TYPE NAME[...]" or "TYPE[] NAME" */
static bool split_declaration(struct span decl, struct mms_format_line *line)
{
	const char *end = decl.end, *name;

	line->is_array = false;
	while (end > decl.pos && is_blank(end[-1]))
		end--;
	if (end > decl.pos && end[-1] == ']') {
		while (end > decl.pos && *end != '[')
			end--;
		line->is_array = true;
	}
	name = end;
	while (name > decl.pos && is_word(name[-1]))
		name--;
	line->name = name;
	line->name_len = (size_t)(end - name);
	line->type = decl.pos;
	line->type_len = (size_t)(name - decl.pos);
	if (line->type_len && memchr(line->type, '[', line->type_len))
		line->is_array = true;
	return line->name_len && line->type_len;
}

static bool type_has(const struct mms_format_line *line, const char *word)
{
	return memmem(line->type, line->type_len, word, strlen(word)) != NULL;
}

/* Kernels before 2.6.33 do not say whether a field has a sign. */
static bool signed_by_type(const struct mms_format_line *line)
{
	return !type_has(line, "unsigned") && !type_has(line, "u8") && !type_has(line, "u16") &&
	       !type_has(line, "u32") && !type_has(line, "u64") && !type_has(line, "*");
}

static bool parse_line(struct span line, struct mms_format_line *ret)
{
	struct span decl;
	uint32_t sign;

	skip_blanks(&line);
	if (!skip_text(&line, "field:") && !skip_text(&line, "field special:"))
		return false;
	decl.pos = line.pos;
	decl.end =
		line.pos < line.end ? memchr(line.pos, ';', (size_t)(line.end - line.pos)) : NULL;
	if (!decl.end || !split_declaration(decl, ret))
		return false;
	line.pos = decl.end + 1;
	if (!take_key(&line, "offset:", &ret->offset) || !take_key(&line, "size:", &ret->size))
		return false;
	ret->is_signed = take_key(&line, "signed:", &sign) ? sign : signed_by_type(ret);
	return true;
}

bool mms_format_line_next(const char **pos, const char *end, struct mms_format_line *ret_line)
{
	struct span text = { *pos, end }, line;

	while (take_line(&text, &line)) {
		struct span head = line;

		if (skip_text(&head, "print fmt:"))
			break;
		if (!parse_line(line, ret_line))
			continue;
		*pos = text.pos;
		return true;
	}
	*pos = end;
	return false;
}

bool mms_format_line_is(const struct mms_format_line *line, const char *name)
{
	return line->name_len == strlen(name) && !memcmp(line->name, name, line->name_len);
}

/* Is the type, without const, __data_loc and [], the plain word "char"? */
static bool type_is_char(const struct mms_format_line *line)
{
	const char *p = memmem(line->type, line->type_len, "char", 4);

	return p && !type_has(line, "*") && !type_has(line, "unsigned") &&
	       !type_has(line, "signed") && (p == line->type || !is_word(p[-1])) && !is_word(p[4]);
}

void mms_format_line_field(const struct mms_format_line *line, struct mms_field *ret_field)
{
	uint32_t size = line->size;

	ret_field->offset = line->offset;
	ret_field->size = size;
	ret_field->is_signed = line->is_signed;
	ret_field->dynamic = type_has(line, "__data_loc")  ? MMS_FIELD_DATA_LOC
			     : type_has(line, "__rel_loc") ? MMS_FIELD_REL_LOC
							   : MMS_FIELD_STATIC;
	if (ret_field->dynamic != MMS_FIELD_STATIC || line->is_array || size == 0)
		ret_field->kind = type_is_char(line) ? MMS_FIELD_TEXT : MMS_FIELD_BLOB;
	else if (size == 1 || size == 2 || size == 4 || size == 8)
		ret_field->kind = MMS_FIELD_INT;
	else
		ret_field->kind = MMS_FIELD_BLOB;
}

bool mms_format_head(const char *text, size_t len, const char **ret_name, size_t *ret_name_len,
		     int *ret_id)
{
	struct span rest = { text, text + len }, line;
	bool have_name = false, have_id = false;
	uint32_t id;

	while (!(have_name && have_id) && take_line(&rest, &line)) {
		if (skip_text(&line, "name: ") && line.pos < line.end) {
			*ret_name = line.pos;
			*ret_name_len = (size_t)(line.end - line.pos);
			have_name = true;
		} else if (skip_text(&line, "ID: ") && take_number(&line, &id)) {
			*ret_id = (int)id;
			have_id = true;
		}
	}
	return have_name && have_id;
}
