// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/plan.h"

enum { DEFAULT_RUNS = 5, MAX_RUNS = 1000, MAX_BYTES = 1 << 20 };

void mms_plan_release(struct mms_plan *plan)
{
	free(plan->text);
	memset(plan, 0, sizeof(*plan));
}

struct reader {
	const char *file;
	unsigned int line;
	struct mms_plan *plan;
	struct mms_plan_side common; /* what sides have that say nothing else */
};

static int bad(const struct reader *r, const char *what, const char *value)
{
	return mms_err(-EINVAL, "%s, line %u: %s '%s'", r->file, r->line, what, value);
}

static char *trim(char *s)
{
	char *end;

	s += strspn(s, " \t\r");
	end = s + strlen(s);
	while (end > s && strchr(" \t\r", end[-1]))
		*--end = '\0';
	return s;
}

/* A name becomes a label and a folder. */
static int add_side(struct reader *r, const char *name)
{
	struct mms_plan *p = r->plan;

	if (p->nr_sides == MMS_PLAN_MAX_SIDES)
		return bad(r, "too many sides:", name);
	if (strchr(name, '/') || *name == '.')
		return bad(r, "a side's name is also a folder's: not", name);
	for (size_t i = 0; i < p->nr_sides; i++)
		if (!strcmp(p->sides[i].name, name))
			return bad(r, "a second side", name);
	p->sides[p->nr_sides++] = (struct mms_plan_side){ .name = name };
	return 0;
}

static int set_runs(struct reader *r, const char *value)
{
	char *end;
	long n = strtol(value, &end, 10);

	if (*end || n < 1 || n > MAX_RUNS)
		return bad(r, "no number of runs:", value);
	r->plan->runs = (unsigned int)n;
	return 0;
}

static int set_order(struct reader *r, const char *value)
{
	if (strcmp(value, "turns") && strcmp(value, "blocks"))
		return bad(r, "an order is turns or blocks, not", value);
	r->plan->blocks = !strcmp(value, "blocks");
	return 0;
}

static int set_text(struct reader *r, const char **to, const char *key, const char *value)
{
	if (*to)
		return bad(r, "a second", key);
	*to = value;
	return 0;
}

/* Keys that stand before the first side only. */
static int plan_line(struct reader *r, const char *key, const char *value, int *ret_known)
{
	*ret_known = 1;
	if (!strcmp(key, "runs"))
		return set_runs(r, value);
	if (!strcmp(key, "order"))
		return set_order(r, value);
	if (!strcmp(key, "setup"))
		return set_text(r, &r->plan->setup, key, value);
	if (!strcmp(key, "teardown"))
		return set_text(r, &r->plan->teardown, key, value);
	*ret_known = 0;
	return 0;
}

static int take_line(struct reader *r, const char *key, const char *value)
{
	struct mms_plan *p = r->plan;
	struct mms_plan_side *side = p->nr_sides ? &p->sides[p->nr_sides - 1] : &r->common;
	int known, ret;

	if (!strcmp(key, "side"))
		return add_side(r, value);
	if (!strcmp(key, "before"))
		return set_text(r, &side->before, key, value);
	if (!strcmp(key, "command"))
		return set_text(r, &side->command, key, value);
	if (!strcmp(key, "after"))
		return set_text(r, &side->after, key, value);
	ret = plan_line(r, key, value, &known);
	if (ret || !known)
		return ret ? ret : bad(r, "no key of a plan:", key);
	return p->nr_sides ? bad(r, "it belongs before the first side:", key) : 0;
}

static int take_lines(struct reader *r, char *text)
{
	int ret = 0;

	while (text && !ret) {
		char *line = text, *colon;

		text = strchr(text, '\n');
		if (text)
			*text++ = '\0';
		r->line++;
		line = trim(line);
		if (!*line || *line == '#')
			continue;
		colon = strchr(line, ':');
		if (!colon)
			return bad(r, "not \"key: value\":", line);
		*colon = '\0';
		if (!*trim(colon + 1))
			return bad(r, "nothing behind", trim(line));
		ret = take_line(r, trim(line), trim(colon + 1));
	}
	return ret;
}

static int complete(const struct reader *r)
{
	struct mms_plan *p = r->plan;

	if (p->nr_sides < 2)
		return mms_err(-EINVAL, "%s: a plan has two sides at least (side: NAME)", r->file);
	for (size_t i = 0; i < p->nr_sides; i++) {
		struct mms_plan_side *side = &p->sides[i];

		side->before = side->before ? side->before : r->common.before;
		side->command = side->command ? side->command : r->common.command;
		side->after = side->after ? side->after : r->common.after;
		if (!side->command)
			return mms_err(-EINVAL, "%s: side %s has no command", r->file, side->name);
	}
	return 0;
}

int mms_plan_parse(const char *name, const char *text, struct mms_plan *ret_plan)
{
	struct reader r = { .file = name, .plan = ret_plan };
	int ret;

	*ret_plan = (struct mms_plan){ .text = strdup(text), .runs = DEFAULT_RUNS };
	if (!ret_plan->text)
		return mms_err(-ENOMEM, "no memory for %s", name);
	ret = take_lines(&r, ret_plan->text);
	return ret ? ret : complete(&r);
}

int mms_plan_read(const char *path, struct mms_plan *ret_plan)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = mms_buf_read_file(&text, AT_FDCWD, path, MAX_BYTES);

	memset(ret_plan, 0, sizeof(*ret_plan));
	if (ret)
		return mms_err(ret, "%s: %s", path, strerror(-ret));
	return mms_plan_parse(path, mms_buf_text(&text), ret_plan);
}

size_t mms_plan_nr_steps(const struct mms_plan *plan)
{
	return plan->nr_sides * plan->runs;
}

/* Every other round goes backwards: A B B A, A B C C B A. */
void mms_plan_step(const struct mms_plan *plan, size_t step, size_t *ret_side,
		   unsigned int *ret_run)
{
	size_t round = step / plan->nr_sides, at = step % plan->nr_sides;

	if (plan->blocks) {
		*ret_side = step / plan->runs;
		*ret_run = (unsigned int)(step % plan->runs) + 1;
		return;
	}
	*ret_side = round % 2 ? plan->nr_sides - 1 - at : at;
	*ret_run = (unsigned int)round + 1;
}
