// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyze/counter.h"
#include "common/buf.h"
#include "common/err.h"

const char *const mms_counter_zones[] = { "dma",     "dma32",  "normal", "high",
					  "movable", "device", NULL };

static const char zone_mark[] = "{zone}";

void mms_counters_free(struct mms_counters *cs)
{
	if (!cs)
		return;
	free(cs->counters);
	free(cs->rows);
	free(cs->text);
	free(cs);
}

/* A line of the registry, cut in place. */
struct line {
	const char *file;
	char *key;
	char *value;
};

static char *trim(char *s)
{
	char *end;

	s += strspn(s, " \t");
	end = s + strlen(s);
	while (end > s && strchr(" \t", end[-1]))
		*--end = 0;
	return s;
}

/* Cut @s at the first @c. Return: what follows, or "". */
static char *cut(char *s, char c)
{
	char *at = strchr(s, c);

	if (!at)
		return s + strlen(s);
	*at = 0;
	return at + 1;
}

/* Return: 1 and a line; 0 at the end; -EBADMSG. */
static int next_line(char **pos, struct line *line)
{
	while (**pos) {
		char *start = *pos, *value;

		*pos = cut(start, '\n');
		if (!*start || *start == '#')
			continue;
		value = cut(start, ':');
		line->key = trim(start);
		line->value = trim(value);
		if (!*line->value)
			return mms_err(-EBADMSG, "counters/%s: '%s' has no value", line->file,
				       line->key);
		return 1;
	}
	return 0;
}

static int bad_line(const struct line *line)
{
	return mms_err(-EBADMSG, "counters/%s: what is '%s: %s'?", line->file, line->key,
		       line->value);
}

static int add_when(const struct line *line, struct mms_counter_when *whens, size_t *nr)
{
	char *present, *absent;

	if (*nr == MMS_COUNTER_MAX_WHENS)
		return bad_line(line);
	present = cut(line->value, '|');
	absent = cut(present, '|');
	whens[(*nr)++] = (struct mms_counter_when){
		.key = trim(line->value),
		.present = trim(present),
		.absent = trim(absent),
	};
	return 0;
}

static int add_key(const struct line *line, struct mms_counter *c)
{
	char *era = cut(line->value, '|');

	if (c->nr_keys == MMS_COUNTER_MAX_KEYS)
		return bad_line(line);
	c->keys[c->nr_keys] = trim(line->value);
	c->key_eras[c->nr_keys++] = trim(era);
	return 0;
}

/* Keys whose value is only kept. */
static const struct {
	const char *key;
	size_t offset;
} counter_texts[] = {
	{ "what", offsetof(struct mms_counter, what) },
	{ "unit", offsetof(struct mms_counter, unit) },
	{ "kind", offsetof(struct mms_counter, kind) },
	{ "file", offsetof(struct mms_counter, file) },
	{ "since", offsetof(struct mms_counter, since) },
	{ "until", offsetof(struct mms_counter, until) },
	{ "memcg", offsetof(struct mms_counter, memcg) },
	{ "stat", offsetof(struct mms_counter, stat) },
	{ "note", offsetof(struct mms_counter, note) },
	{ "also", offsetof(struct mms_counter, also) },
}, row_texts[] = {
	{ "what", offsetof(struct mms_counter_row, what) },
	{ "unit", offsetof(struct mms_counter_row, unit) },
	{ "better", offsetof(struct mms_counter_row, better) },
	{ "empty", offsetof(struct mms_counter_row, empty) },
};

static void set_text(void *block, size_t offset, const char *value)
{
	memcpy((char *)block + offset, &value, sizeof(value));
}

static int counter_line(const struct line *line, struct mms_counter *c)
{
	for (size_t i = 0; i < sizeof(counter_texts) / sizeof(*counter_texts); i++)
		if (!strcmp(line->key, counter_texts[i].key)) {
			set_text(c, counter_texts[i].offset, line->value);
			return 0;
		}
	if (!strcmp(line->key, "key"))
		return add_key(line, c);
	if (!strcmp(line->key, "when"))
		return add_when(line, c->whens, &c->nr_whens);
	return bad_line(line);
}

static struct mms_counter *new_counter(struct mms_counters *cs, const char *name,
				       const char *family)
{
	struct mms_counter *all = realloc(cs->counters, (cs->nr_counters + 1) * sizeof(*all)), *c;

	if (!all)
		return NULL;
	cs->counters = all;
	c = &all[cs->nr_counters++];
	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < sizeof(counter_texts) / sizeof(*counter_texts); i++)
		set_text(c, counter_texts[i].offset, "");
	c->name = name;
	c->family = family;
	c->unit = "pages";
	c->kind = "count";
	c->file = "vmstat";
	return c;
}

static int load_counters(struct mms_counters *cs, char *text, const char *family)
{
	struct line line = { .file = family };
	struct mms_counter *c = NULL;
	int ret;

	while ((ret = next_line(&text, &line)) > 0) {
		if (!strcmp(line.key, "counter")) {
			c = new_counter(cs, line.value, family);
			ret = c ? 0 : -ENOMEM;
		} else {
			ret = c ? counter_line(&line, c) : bad_line(&line);
		}
		if (ret)
			return ret;
	}
	return ret;
}

/* "[FACTOR] COUNTER[?]" */
static int term(char *text, int sign, struct mms_counter_term *t)
{
	char *name = trim(text), *end = NULL, *blank = strchr(name, ' ');

	*t = (struct mms_counter_term){ .factor = 1 };
	if (blank && !strncmp(name, "hpage ", 6)) {
		t->hpage = true;
		name = trim(blank);
	} else if (blank) {
		t->factor = strtol(name, &end, 10);
		if (end != blank)
			return -EBADMSG;
		name = trim(blank);
	}
	t->factor *= sign;
	if (*name && name[strlen(name) - 1] == '?') {
		t->optional = true;
		name[strlen(name) - 1] = 0;
	}
	t->counter = name;
	return *name && !strchr(name, ' ') ? 0 : -EBADMSG;
}

static int terms(const struct line *line, char *text, struct mms_counter_term *t, size_t *nr)
{
	int sign = 1;

	while (*text) {
		size_t len = strcspn(text, "+-");
		char op = text[len];

		text[len] = 0;
		if (*nr == MMS_COUNTER_MAX_TERMS || term(text, sign, &t[(*nr)++]))
			return bad_line(line);
		sign = op == '-' ? -1 : 1;
		text += len + (op != 0);
	}
	return *nr ? 0 : bad_line(line);
}

/* Return: 0, or 1 when it is a sum. */
static int per_line(const struct line *line, struct mms_counter_row *row)
{
	char *end;

	row->per_seconds = !strcmp(line->value, "seconds");
	if (row->per_seconds)
		return 0;
	row->per_number = strtod(line->value, &end);
	if (!*end)
		return row->per_number > 0 ? 0 : bad_line(line);
	row->per_number = 0;
	return 1;
}

static int row_line(const struct line *line, struct mms_counter_row *row)
{
	for (size_t i = 0; i < sizeof(row_texts) / sizeof(*row_texts); i++)
		if (!strcmp(line->key, row_texts[i].key)) {
			set_text(row, row_texts[i].offset, line->value);
			return 0;
		}
	if (!strcmp(line->key, "sum"))
		return terms(line, line->value, row->sum, &row->nr_sum);
	if (!strcmp(line->key, "per")) {
		int ret = per_line(line, row);

		return ret > 0 ? terms(line, line->value, row->per, &row->nr_per) : ret;
	}
	if (!strcmp(line->key, "when"))
		return add_when(line, row->whens, &row->nr_whens);
	if (strcmp(line->key, "primary") || strcmp(line->value, "yes"))
		return bad_line(line);
	row->primary = true;
	return 0;
}

static struct mms_counter_row *new_row(struct mms_counters *cs, const char *name)
{
	struct mms_counter_row *all = realloc(cs->rows, (cs->nr_rows + 1) * sizeof(*all)), *row;

	if (!all)
		return NULL;
	cs->rows = all;
	row = &all[cs->nr_rows++];
	memset(row, 0, sizeof(*row));
	for (size_t i = 0; i < sizeof(row_texts) / sizeof(*row_texts); i++)
		set_text(row, row_texts[i].offset, "");
	row->name = name;
	return row;
}

static int load_rows(struct mms_counters *cs, char *text, const char *file)
{
	struct line line = { .file = file };
	struct mms_counter_row *row = NULL;
	int ret;

	while ((ret = next_line(&text, &line)) > 0) {
		if (!strcmp(line.key, "row")) {
			row = new_row(cs, line.value);
			ret = row ? 0 : -ENOMEM;
		} else {
			ret = row ? row_line(&line, row) : bad_line(&line);
		}
		if (ret)
			return ret;
	}
	return ret;
}

/* What a plain sum does not tell is what its counter tells. */
static int complete_row(const struct mms_counters *cs, struct mms_counter_row *row)
{
	bool plain = !row->nr_per && !row->per_seconds && !row->per_number;
	const struct mms_counter *c;

	for (size_t i = 0; i < row->nr_sum + row->nr_per; i++) {
		const struct mms_counter_term *t =
			i < row->nr_sum ? &row->sum[i] : &row->per[i - row->nr_sum];

		c = mms_counter_find(cs, t->counter);
		if (!c)
			return mms_err(-EBADMSG, "row '%s': no counter '%s'", row->name,
				       t->counter);
		if (plain && !*row->what)
			row->what = c->what;
		if (plain && !*row->unit)
			row->unit = c->unit;
	}
	return 0;
}

/* All files in one writable text, each ended by a NUL; returns where they go on. */
static char *copy_files(const struct mms_file *files, char *to)
{
	for (; files->name; files++) {
		memcpy(to, files->text, files->len);
		to += files->len;
		*to++ = 0;
	}
	return to;
}

static size_t size_of(const struct mms_file *files)
{
	size_t size = 1;

	for (; files->name; files++)
		size += files->len + 1;
	return size;
}

static int load(struct mms_counters *cs)
{
	char *text;
	int ret = 0;

	cs->text = text = malloc(size_of(mms_counter_files) + size_of(mms_counter_rows));
	if (!text)
		return -ENOMEM;
	copy_files(mms_counter_rows, copy_files(mms_counter_files, text));
	for (const struct mms_file *f = mms_counter_files; !ret && f->name; text += f++->len + 1)
		ret = load_counters(cs, text, f->name);
	for (const struct mms_file *f = mms_counter_rows; !ret && f->name; text += f++->len + 1)
		ret = load_rows(cs, text, f->name);
	for (size_t i = 0; !ret && i < cs->nr_rows; i++)
		ret = complete_row(cs, &cs->rows[i]);
	return ret;
}

int mms_counters_load(struct mms_counters **ret_cs)
{
	struct mms_counters *cs mms_auto(counters) = calloc(1, sizeof(*cs));
	int ret = cs ? load(cs) : -ENOMEM;

	if (!ret)
		*ret_cs = mms_take(cs);
	return ret;
}

void mms_counter_expand(const char *name, const char *zone, char *ret_name, size_t size)
{
	const char *at = strstr(name, zone_mark);

	if (at && zone)
		snprintf(ret_name, size, "%.*s%s%s", (int)(at - name), name, zone,
			 at + strlen(zone_mark));
	else
		snprintf(ret_name, size, "%s", name);
}

static bool is_named(const char *pattern, const char *name)
{
	char one[64];

	if (!strstr(pattern, zone_mark))
		return !strcmp(pattern, name);
	for (const char *const *z = mms_counter_zones; *z; z++) {
		mms_counter_expand(pattern, *z, one, sizeof(one));
		if (!strcmp(one, name))
			return true;
	}
	return false;
}

const struct mms_counter *mms_counter_find(const struct mms_counters *cs, const char *name)
{
	for (size_t i = 0; i < cs->nr_counters; i++)
		if (is_named(cs->counters[i].name, name))
			return &cs->counters[i];
	return NULL;
}

const struct mms_counter_row *mms_counter_row_find(const struct mms_counters *cs, const char *name)
{
	for (size_t i = 0; i < cs->nr_rows; i++)
		if (!strcasecmp(cs->rows[i].name, name))
			return &cs->rows[i];
	return NULL;
}

int mms_counter_sum_text(const struct mms_counter_term *t, size_t n, struct mms_buf *buf)
{
	for (size_t i = 0; i < n; i++) {
		long factor = labs(t[i].factor);

		mms_buf_printf(buf, "%s", t[i].factor < 0 ? i ? " - " : "-" : i ? " + " : "");
		if (factor != 1)
			mms_buf_printf(buf, "%ld * ", factor);
		mms_buf_printf(buf, "%s%s", t[i].hpage ? "base pages of a huge page * " : "",
			       t[i].counter);
	}
	return buf->err;
}
