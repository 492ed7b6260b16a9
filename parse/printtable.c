// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "parse/printtable.h"

#define DEPTH_MAX 64 /* of brackets in an expression */

/* A constant expression; @bad once it is none. */
struct expr {
	const char *pos;
	const char *end;
	unsigned int depth;
	bool bad;
};

static uint64_t parse_binary(struct expr *e, int level);

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\n'))
		p++;
	return p;
}

static bool take(struct expr *e, const char *text)
{
	size_t len = strlen(text);

	e->pos = skip_blanks(e->pos, e->end);
	if ((size_t)(e->end - e->pos) < len || memcmp(e->pos, text, len))
		return false;
	e->pos += len;
	return true;
}

static unsigned int digit_value(char c)
{
	if (is_digit(c))
		return (unsigned int)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (unsigned int)(c - 'a') + 10 : 99;
}

/* 12, 014, 0xc, with u and l behind it */
static uint64_t parse_number(struct expr *e)
{
	unsigned int base = 10;
	uint64_t value = 0;
	const char *begin;

	if (take(e, "0x") || take(e, "0X"))
		base = 16;
	else if (e->pos < e->end && *e->pos == '0')
		base = 8;
	begin = e->pos;
	for (; e->pos < e->end && digit_value(*e->pos) < base; e->pos++)
		value = value * base + digit_value(*e->pos);
	if (e->pos == begin)
		e->bad = true;
	while (e->pos < e->end &&
	       (*e->pos == 'u' || *e->pos == 'U' || *e->pos == 'l' || *e->pos == 'L'))
		e->pos++;
	if (e->pos < e->end && is_word(*e->pos))
		e->bad = true;
	return value;
}

/* Behind "(": is it the name of a type, and ")"? */
static bool take_cast(struct expr *e)
{
	const char *p = skip_blanks(e->pos, e->end);

	if (p == e->end || !is_word(*p) || is_digit(*p))
		return false;
	while (p < e->end && (is_word(*p) || *p == ' ' || *p == '*'))
		p++;
	if (p == e->end || *p != ')')
		return false;
	e->pos = p + 1;
	return true;
}

static uint64_t parse_unary(struct expr *e)
{
	uint64_t value = 0;

	if (e->bad || ++e->depth > DEPTH_MAX) {
		e->bad = true;
		return 0;
	}
	if (take(e, "-"))
		value = -parse_unary(e);
	else if (take(e, "~"))
		value = ~parse_unary(e);
	else if (!take(e, "("))
		value = parse_number(e);
	else if (take_cast(e))
		value = parse_unary(e);
	else
		value = parse_binary(e, 0), e->bad |= !take(e, ")");
	e->depth--;
	return value;
}

static const struct {
	const char *text;
	int level; /* a higher one binds tighter */
} operators[] = {
	{ "||", -1 }, { "&&", -1 }, /* no constants that we know have these */
	{ "|", 0 },   { "^", 1 },   { "&", 2 }, { "<<", 3 },
	{ ">>", 3 },  { "+", 4 },   { "-", 4 }, { "*", 5 },
};

static uint64_t apply(const char *op, uint64_t a, uint64_t b)
{
	switch (op[0]) {
	case '|':
		return a | b;
	case '^':
		return a ^ b;
	case '&':
		return a & b;
	case '<':
		return b < 64 ? a << b : 0;
	case '>':
		return b < 64 ? a >> b : 0;
	case '+':
		return a + b;
	case '-':
		return a - b;
	default:
		return a * b;
	}
}

static const char *take_operator(struct expr *e, int level, int *ret_level)
{
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		const char *before = e->pos;

		if (!take(e, operators[i].text))
			continue;
		if (operators[i].level >= level) {
			*ret_level = operators[i].level;
			return operators[i].text;
		}
		e->pos = before;
		e->bad |= operators[i].level < 0;
		return NULL;
	}
	return NULL;
}

static uint64_t parse_binary(struct expr *e, int level)
{
	uint64_t value = parse_unary(e);
	const char *op;
	int found;

	while (!e->bad && (op = take_operator(e, level, &found)))
		value = apply(op, value, parse_binary(e, found + 1));
	return value;
}

/* "REC->name", with casts and brackets around it, and a comma behind. */
static bool take_field(struct expr *e, const char **ret_field, size_t *ret_len)
{
	unsigned int open = 0;

	while (take(e, "("))
		open += !take_cast(e);
	if (!take(e, "REC->"))
		return false;
	*ret_field = e->pos;
	while (e->pos < e->end && is_word(*e->pos))
		e->pos++;
	*ret_len = (size_t)(e->pos - *ret_field);
	while (open && take(e, ")"))
		open--;
	return *ret_len && !open && take(e, ",");
}

static bool take_string(struct expr *e, const char **ret_text, size_t *ret_len)
{
	if (!take(e, "\""))
		return false;
	*ret_text = e->pos;
	while (e->pos < e->end && *e->pos != '"')
		e->pos += *e->pos == '\\' && e->pos + 1 < e->end ? 2 : 1;
	*ret_len = (size_t)(e->pos - *ret_text);
	return take(e, "\"");
}

/* Behind "__print_": which table is it, and does it begin well? */
static bool take_head(struct expr *e, const char **ret_field, size_t *ret_field_len)
{
	const char *text;
	size_t len;

	if (take(e, "symbolic(") || take(e, "symbolic_u64("))
		return take_field(e, ret_field, ret_field_len);
	if (!take(e, "flags(") && !take(e, "flags_u64("))
		return false;
	return take_field(e, ret_field, ret_field_len) && take_string(e, &text, &len) &&
	       take(e, ",");
}

bool mms_printtable_next(const char **pos, const char *end, const char **ret_field,
			 size_t *ret_field_len)
{
	static const char word[] = "__print_";
	const char *p = *pos;

	while (p < end && (p = memmem(p, (size_t)(end - p), word, sizeof(word) - 1))) {
		struct expr e = { .pos = p + sizeof(word) - 1, .end = end };

		p = e.pos;
		if (!take_head(&e, ret_field, ret_field_len))
			continue;
		*pos = e.pos;
		return true;
	}
	*pos = end;
	return false;
}

bool mms_printtable_entry(const char **pos, const char *end, int64_t *ret_value,
			  const char **ret_text, size_t *ret_text_len)
{
	struct expr e = { .pos = *pos, .end = end };

	while (take(&e, "{")) {
		uint64_t value;
		bool good;

		e.bad = false;
		e.depth = 0;
		value = parse_binary(&e, 0);
		good = !e.bad && take(&e, ",") && take_string(&e, ret_text, ret_text_len);
		while (e.pos < end && *e.pos != '}')
			e.pos++;
		take(&e, "}");
		take(&e, ",");
		*pos = e.pos;
		if (!good)
			continue;
		*ret_value = (int64_t)value;
		return true;
	}
	return false;
}
