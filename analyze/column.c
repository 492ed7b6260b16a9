// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/column.h"
#include "common/meta.h"
#include "common/table.h"

void mms_columns_free(struct mms_column *cols)
{
	for (struct mms_column *c = cols; c && c->name; c++) {
		free((char *)c->name);
		free((char *)c->unit);
		free((char *)c->doc);
		free((char *)c->zero_of);
	}
	free(cols);
}

static int is_word(const char *word, size_t len, const char *what)
{
	return len == strlen(what) && !memcmp(word, what, len);
}

static const struct {
	const char *name;
	size_t offset; /* of a bool in struct mms_column */
} flags[] = {
	{ "bound", offsetof(struct mms_column, bound) },
	{ "bar", offsetof(struct mms_column, bar) },
	{ "spark", offsetof(struct mms_column, spark) },
	{ "wide", offsetof(struct mms_column, wide) },
	{ "foot", offsetof(struct mms_column, foot) },
	{ "hidden", offsetof(struct mms_column, hidden) },
};

/* Return: 1 when the word is a flag. */
static int take_flag(const char *word, size_t len, struct mms_column *col)
{
	static const char zero_of[] = "zero_of=";
	size_t n = sizeof(zero_of) - 1;

	if (len > n && !memcmp(word, zero_of, n) && !col->zero_of) {
		col->zero_of = strndup(word + n, len - n);
		return 1;
	}
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		if (!is_word(word, len, flags[i].name))
			continue;
		*(bool *)((char *)col + flags[i].offset) = true;
		return 1;
	}
	return 0;
}

/* "UNIT [FLAG...] meaning", what is left of the line behind the name. */
static void parse_rest(const char *value, size_t value_len, struct mms_column *col)
{
	const char *word, *doc;
	size_t len, doc_len;

	word = mms_meta_word(&value, &value_len, &len);
	if (word)
		col->unit = is_word(word, len, "-") ? strdup("") : strndup(word, len);
	do {
		doc = value;
		doc_len = value_len;
		word = mms_meta_word(&value, &value_len, &len);
	} while (word && take_flag(word, len, col));
	while (doc_len && *doc == ' ') {
		doc++;
		doc_len--;
	}
	col->doc = strndup(doc, doc_len);
}

int mms_column_parse(const char *text, const char *name, struct mms_column *ret_col)
{
	struct mms_column col = { .name = strdup(name) };
	struct mms_meta m;

	while (!col.unit && mms_meta_next(&text, &m)) {
		size_t len;
		const char *word;

		if (!is_word(m.key, m.key_len, "column"))
			continue;
		word = mms_meta_word(&m.value, &m.value_len, &len);
		if (word && is_word(word, len, name))
			parse_rest(m.value, m.value_len, &col);
	}
	if (!col.unit)
		col.unit = strdup("");
	if (!col.doc)
		col.doc = strdup("");
	*ret_col = col;
	return col.name && col.unit && col.doc ? 0 : -ENOMEM;
}
