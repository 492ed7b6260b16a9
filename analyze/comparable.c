// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/comparable.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/meta.h"
#include "common/table.h"

enum mms_better mms_better_parse(const char *text)
{
	return !strcmp(text, "less")   ? MMS_BETTER_LESS
	       : !strcmp(text, "more") ? MMS_BETTER_MORE
				       : MMS_BETTER_NEUTRAL;
}

static bool is(const struct mms_comparable_text *t, const char *s)
{
	return t->len == strlen(s) && !memcmp(t->s, s, t->len);
}

/* What follows @prefix in @word, or nothing. */
static bool after(const struct mms_comparable_text *word, const char *prefix,
		  struct mms_comparable_text *ret_rest)
{
	size_t n = strlen(prefix);

	if (word->len <= n || memcmp(word->s, prefix, n))
		return false;
	ret_rest->s = word->s + n;
	ret_rest->len = word->len - n;
	return true;
}

static bool add_if(const struct mms_comparable_text *text, struct mms_comparable_if *ifs,
		   size_t *nr)
{
	const char *colon = memchr(text->s, ':', text->len);

	if (!colon || *nr == MMS_COMPARABLE_MAX_IFS)
		return false;
	ifs[(*nr)++] = (struct mms_comparable_if){
		.column = { text->s, (size_t)(colon - text->s) },
		.text = { colon + 1, text->len - (size_t)(colon - text->s) - 1 },
	};
	return true;
}

/* Flags without a value, and what they set. */
static bool take_word(const struct mms_comparable_text *word, struct mms_comparable *c)
{
	const struct {
		const char *name;
		bool *flag;
	} words[] = {
		{ "outcome", &c->outcome },
		{ "headline", &c->headline },
		{ "absent=0", &c->absent_zero },
		{ "primary", &c->primary },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (is(word, words[i].name)) {
			*words[i].flag = true;
			return true;
		}
	if (!is(word, "less") && !is(word, "more"))
		return false;
	c->better = is(word, "less") ? MMS_BETTER_LESS : MMS_BETTER_MORE;
	return true;
}

/* Return: 1 when the word is a flag, 0 when it is not, -EBADMSG for a flag that is none. */
static int take_flag(const struct mms_comparable_text *word, struct mms_comparable *c)
{
	struct mms_comparable_text rest;

	if (take_word(word, c) || after(word, "better=@", &c->better_column) ||
	    after(word, "primary=@", &c->primary_column))
		return 1;
	if (after(word, "primary=", &rest))
		return add_if(&rest, c->primary_ifs, &c->nr_primary_ifs) ? 1 : -EBADMSG;
	if (after(word, "if=", &rest))
		return add_if(&rest, c->ifs, &c->nr_ifs) ? 1 : -EBADMSG;
	return 0;
}

static int parse(struct mms_meta *m, struct mms_comparable *c)
{
	struct mms_comparable_text word;
	int ret = 1;

	memset(c, 0, sizeof(*c));
	c->column.s = mms_meta_word(&m->value, &m->value_len, &c->column.len);
	while (ret > 0) {
		c->name.s = m->value;
		c->name.len = m->value_len;
		word.s = mms_meta_word(&m->value, &m->value_len, &word.len);
		ret = word.s ? take_flag(&word, c) : -EBADMSG;
	}
	while (c->name.len && *c->name.s == ' ') {
		c->name.s++;
		c->name.len--;
	}
	return ret;
}

int mms_comparable_next(const char **pos, struct mms_comparable *ret_comparable)
{
	struct mms_comparable c;
	struct mms_meta m;

	while (mms_meta_next(pos, &m)) {
		const char *line = m.key;

		if (m.key_len != 7 || memcmp(m.key, "compare", 7))
			continue;
		if (parse(&m, &c))
			return mms_err(-EBADMSG, "'-- %.*s' is not COLUMN [FLAG...] NAME",
				       (int)strcspn(line, "\n"), line);
		*ret_comparable = c;
		return 1;
	}
	return 0;
}

static const struct mms_cell *cell_of(const struct mms_table *tb, size_t row,
				      const struct mms_comparable_text *column)
{
	for (size_t i = 0; i < mms_table_ncols(tb); i++)
		if (is(column, mms_table_column(tb, i)->name))
			return mms_table_cell(tb, row, i);
	return NULL;
}

static bool matches(const struct mms_comparable_if *w, const struct mms_table *tb, size_t row)
{
	const struct mms_cell *cell = cell_of(tb, row, &w->column);

	return cell && cell->type == MMS_CELL_TEXT && is(&w->text, cell->s);
}

bool mms_comparable_has(const struct mms_comparable *c, const struct mms_table *tb, size_t row)
{
	for (size_t i = 0; i < c->nr_ifs; i++)
		if (!matches(&c->ifs[i], tb, row))
			return false;
	return true;
}

bool mms_comparable_is_primary(const struct mms_comparable *c, const struct mms_table *tb,
			       size_t row)
{
	const struct mms_cell *cell;

	for (size_t i = 0; i < c->nr_primary_ifs; i++)
		if (matches(&c->primary_ifs[i], tb, row))
			return true;
	if (!c->primary_column.s)
		return c->primary;
	cell = cell_of(tb, row, &c->primary_column);
	return cell && cell->type == MMS_CELL_INT && cell->i;
}

enum mms_better mms_comparable_better(const struct mms_comparable *c, const struct mms_table *tb,
				      size_t row)
{
	const struct mms_cell *cell;

	if (!c->better_column.s)
		return c->better;
	cell = cell_of(tb, row, &c->better_column);
	return cell && cell->type == MMS_CELL_TEXT ? mms_better_parse(cell->s) : MMS_BETTER_NEUTRAL;
}

static void add_cell(const struct mms_cell *cell, struct mms_buf *name)
{
	if (cell && cell->type == MMS_CELL_TEXT)
		mms_buf_printf(name, "%s", cell->s);
	else if (cell && cell->type == MMS_CELL_INT)
		mms_buf_printf(name, "%" PRId64, cell->i);
	else
		mms_buf_printf(name, "?");
}

int mms_comparable_name(const struct mms_comparable *c, const struct mms_table *tb, size_t row,
			struct mms_buf *name)
{
	const char *s = c->name.s, *end = s + c->name.len;

	while (s < end) {
		const char *close = *s == '{' ? memchr(s, '}', (size_t)(end - s)) : NULL;
		const struct mms_comparable_text column = { s + 1,
							    close ? (size_t)(close - s) - 1 : 0 };

		if (close)
			add_cell(cell_of(tb, row, &column), name);
		else
			mms_buf_add(name, s, 1);
		s = close ? close + 1 : s + 1;
	}
	return name->err;
}
