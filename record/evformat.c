// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/evformat.h"

int mms_evformat_id(const char *format)
{
	const char *p = strstr(format, "\nID: ");
	char *end;
	long id;

	if (!p)
		return -1;
	id = strtol(p + 5, &end, 10);
	return end == p + 5 || id < 0 || id > UINT16_MAX ? -1 : (int)id;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "TYPE NAME;\toffset:N;\tsize:N;" with NAME followed by "[N]" in an array. */
static bool read_field(const char *line, const char *name, size_t len, struct mms_evfield *ret)
{
	const char *semi = strchr(line, ';'), *end = semi, *start;
	int offset, size;

	if (!semi)
		return false;
	while (end > line && end[-1] != '[' && !is_word(end[-1]) && end[-1] != ']')
		end--;
	ret->is_array = end > line && end[-1] == ']';
	if (ret->is_array)
		while (end > line && *end != '[')
			end--;
	for (start = end; start > line && is_word(start[-1]);)
		start--;
	if ((size_t)(end - start) != len || memcmp(start, name, len))
		return false;
	if (sscanf(semi, "; offset:%d; size:%d", &offset, &size) != 2 || offset < 0 || size < 0)
		return false;
	ret->offset = (unsigned int)offset;
	ret->size = (unsigned int)size;
	ret->is_data_loc = !strncmp(line, "__data_loc ", 11);
	return true;
}

bool mms_evformat_field(const char *format, const char *name, size_t len, struct mms_evfield *ret)
{
	for (const char *p = format; (p = strstr(p, "\tfield:"));) {
		p += 7;
		if (read_field(p, name, len, ret))
			return true;
	}
	return false;
}

/* Behind the literal(s) that @p points into: a format may be several, "a" "b". */
static const char *skip_literals(const char *p)
{
	while (*p == '"') {
		for (p++; *p && *p != '"'; p++)
			if (*p == '\\' && p[1])
				p++;
		p += *p == '"';
		p += strspn(p, " \t\n");
	}
	return p;
}

/* Behind the argument at @p. */
static const char *skip_argument(const char *p)
{
	int depth = 0;

	for (; *p && (depth || *p != ','); p++) {
		if (*p == '"') {
			for (p++; *p && *p != '"'; p++)
				if (*p == '\\' && p[1])
					p++;
			if (!*p)
				break;
		}
		depth += (*p == '(' || *p == '{' || *p == '[') -
			 (*p == ')' || *p == '}' || *p == ']');
	}
	return p;
}

/* The field of "REC->NAME", with casts, parentheses or an index around it. */
static bool argument_field(const char *format, const char *arg, const char *end,
			   struct mms_evfield *ret)
{
	const char *rec = strstr(arg, "REC->"), *name;
	size_t len = 0;

	if (!rec || rec >= end)
		return false;
	for (const char *p = arg; p < rec; p++)
		if (!strchr("()* \tabcdefghijklmnopqrstuvwxyz_", *p))
			return false;
	name = rec + 5;
	while (is_word(name[len]))
		len++;
	for (const char *p = name + len; p < end; p++)
		if (!strchr("()[] \t\n0123456789", *p))
			return false;
	return mms_evformat_field(format, name, len, ret);
}

/* Next conversion in a literal; @args: how many a "*" takes before its own. */
static const char *next_conversion(const char *p, const char *end, int *args)
{
	for (; p < end; p++) {
		if (*p != '%')
			continue;
		p++;
		if (*p == '%')
			continue;
		for (*args = 0; p < end && strchr("-+ #0123456789.*hlLqjzt", *p); p++)
			*args += *p == '*';
		return p;
	}
	return NULL;
}

static bool known(const struct mms_evfield *list, int n, const struct mms_evfield *f)
{
	for (int i = 0; i < n; i++)
		if (list[i].offset == f->offset)
			return true;
	return false;
}

int mms_evformat_symbols(const char *format, struct mms_evfield *ret, int max)
{
	const char *p = strstr(format, "print fmt: \""), *literal, *literal_end, *arg;
	int n = 0, stars;

	if (!p)
		return 0;
	literal = p + strlen("print fmt: ");
	arg = literal_end = skip_literals(literal);
	for (const char *c = literal; (c = next_conversion(c, literal_end, &stars));) {
		const char *end = arg;

		for (int i = 0; i <= stars && *end; i++) {
			arg = end + 1;
			end = skip_argument(arg);
		}
		if (c[0] == 'p' && strchr("sSfFB", c[1]) && c[1]) {
			struct mms_evfield f = { 0 };

			if (!argument_field(format, arg, end, &f) || n == max)
				return -1;
			if (!known(ret, n, &f))
				ret[n++] = f;
		}
		arg = end;
	}
	return n;
}
