// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "common/err.h"
#include "common/meta.h"
#include "record/events.h"
#include "record/instance.h"
#include "record/items.h"
#include "record/preset.h"

struct name {
	char *system;
	char *event;
};

struct mms_events {
	char *text; /* available events, cut into names */
	struct name *names;
	size_t nr_names;
	struct mms_event_pick *picks;
	size_t nr_picks;
	struct mms_event_skip *skips;
	size_t nr_skips;
	const struct mms_file *open[8]; /* presets being read, against circles */
	size_t nr_open;
};

static void pick_release(struct mms_event_pick *p)
{
	free(p->system);
	free(p->name);
	free(p->filter);
	free(p->items);
}

void mms_events_free(struct mms_events *evs)
{
	if (!evs)
		return;
	for (size_t i = 0; i < evs->nr_picks; i++)
		pick_release(&evs->picks[i]);
	for (size_t i = 0; i < evs->nr_skips; i++) {
		free(evs->skips[i].event);
		free(evs->skips[i].reason);
	}
	free(evs->skips);
	free(evs->picks);
	free(evs->names);
	free(evs->text);
	free(evs);
}

static int by_name(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int d = strcmp(x->system, y->system);

	return d ? d : strcmp(x->event, y->event);
}

int mms_events_available(const char *tracefs, char **ret_text)
{
	int ret = mms_tracefs_find(tracefs);
	char *text;

	if (ret)
		return ret;
	text = tracefs_instance_file_read(NULL, "available_events", NULL);
	if (!text)
		return mms_err(-EACCES, "cannot read %s/available_events: %s",
			       tracefs_tracing_dir(), strerror(errno));
	*ret_text = text;
	return 0;
}

struct mms_events *mms_events_new(const char *available)
{
	struct mms_events *evs mms_auto(events) = calloc(1, sizeof(*evs));
	char *save, *line, *colon;
	size_t lines = 1;

	if (!evs)
		return NULL;
	for (const char *p = available; *p; p++)
		lines += *p == '\n';
	evs->text = strdup(available);
	evs->names = calloc(lines, sizeof(*evs->names));
	evs->picks = calloc(lines, sizeof(*evs->picks));
	if (!evs->text || !evs->names || !evs->picks)
		return NULL;
	for (line = strtok_r(evs->text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		colon = strchr(line, ':');
		if (!colon)
			continue;
		*colon = '\0';
		evs->names[evs->nr_names++] = (struct name){ line, colon + 1 };
	}
	qsort(evs->names, evs->nr_names, sizeof(*evs->names), by_name);
	return mms_take(evs);
}

static int skip(struct mms_events *evs, const char *event, const char *reason)
{
	struct mms_event_skip *skips = realloc(evs->skips, (evs->nr_skips + 1) * sizeof(*skips));
	struct mms_event_skip *s;

	if (!skips)
		return -ENOMEM;
	evs->skips = skips;
	s = &skips[evs->nr_skips++];
	s->event = strdup(event);
	s->reason = strdup(reason);
	return s->event && s->reason ? 0 : -ENOMEM;
}

/* The pick of @n, new or already there. */
static struct mms_event_pick *pick_of(struct mms_events *evs, const struct name *n)
{
	struct mms_event_pick *p;

	for (size_t i = 0; i < evs->nr_picks; i++)
		if (!strcmp(evs->picks[i].system, n->system) &&
		    !strcmp(evs->picks[i].name, n->event))
			return &evs->picks[i];
	p = &evs->picks[evs->nr_picks++];
	p->system = strdup(n->system);
	p->name = strdup(n->event);
	return p->system && p->name ? p : NULL;
}

static int replace(char **to, const char *from)
{
	char *copy = from ? strdup(from) : NULL;

	if (from && !copy)
		return -ENOMEM;
	free(*to);
	*to = copy;
	return 0;
}

/* What was asked last for an event holds, but a stack stays asked for. */
static int pick(struct mms_events *evs, const struct name *n, const struct mms_event_pick *how)
{
	struct mms_event_pick *p = pick_of(evs, n);

	if (!p || replace(&p->filter, how->filter) || replace(&p->items, how->items))
		return -ENOMEM;
	p->not_self = how->not_self;
	p->stacktrace |= how->stacktrace;
	return 0;
}

static bool matches(const struct name *n, const char *pattern)
{
	size_t len = strcspn(pattern, ":/");
	char system[128];

	if (pattern[len]) {
		if (len >= sizeof(system))
			return false;
		memcpy(system, pattern, len);
		system[len] = '\0';
		return !fnmatch(system, n->system, 0) &&
		       !fnmatch(pattern[len + 1] ? pattern + len + 1 : "*", n->event, 0);
	}
	return !strcmp(pattern, "all") || !fnmatch(pattern, n->system, 0) ||
	       !fnmatch(pattern, n->event, 0);
}

/* Return: number of events that matched, or a negative errno. */
static int pick_all(struct mms_events *evs, const char *pattern, const struct mms_event_pick *how)
{
	int count = 0, ret = 0;

	for (size_t i = 0; i < evs->nr_names && !ret; i++) {
		if (!matches(&evs->names[i], pattern))
			continue;
		ret = pick(evs, &evs->names[i], how);
		count++;
	}
	return ret ? ret : count;
}

static int add_line(struct mms_events *evs, const struct mms_preset_line *line,
		    const struct mms_items *items)
{
	struct mms_buf filter mms_auto(buf) = { 0 }, names mms_auto(buf) = { 0 };
	struct mms_event_pick how = { .not_self = line->not_self };
	int ret = 1;

	if (line->enum_name) {
		ret = mms_items_filter(items, line->enum_name, line->patterns, line->nr_patterns,
				       &filter, &names);
		how.filter = filter.data;
		how.items = names.data;
	}
	if (ret > 0)
		ret = pick_all(evs, line->event, &how);
	else if (!ret)
		return skip(evs, line->event,
			    "none of its counter items has a number in this kernel; "
			    "without a filter it would record every page fault");
	return ret ? (ret < 0 ? ret : 0) : skip(evs, line->event, "this kernel does not have it");
}

static int add_included(struct mms_events *evs, const struct mms_file *preset,
			const struct mms_items *items)
{
	const char *list, *word;
	size_t len = 0, n;
	int ret = 0;

	list = mms_meta_get(preset->text, "include", &len);
	while (list && !ret && (word = mms_meta_word(&list, &len, &n))) {
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)n, word);
		ret = mms_events_add_preset(evs, name, items);
	}
	return ret;
}

static int preset_unknown(const char *name)
{
	struct mms_buf list mms_auto(buf) = { 0 };

	for (const struct mms_file *f = mms_presets; f->name; f++)
		mms_buf_printf(&list, "%s%s", list.len ? ", " : "", f->name);
	return mms_err(-EINVAL, "no preset '%s'; there are %s", name, mms_buf_text(&list));
}

int mms_events_add_preset(struct mms_events *evs, const char *name, const struct mms_items *items)
{
	const struct mms_file *preset = mms_preset_find(name);
	struct mms_preset_line line;
	int ret, line_no = 0;
	const char *pos;

	if (!preset)
		return preset_unknown(name);
	for (size_t i = 0; i < evs->nr_open; i++)
		if (evs->open[i] == preset)
			return 0;
	if (evs->nr_open == sizeof(evs->open) / sizeof(evs->open[0]))
		return mms_err(-EINVAL, "preset %s: includes too many others", name);
	evs->open[evs->nr_open++] = preset;
	ret = add_included(evs, preset, items);
	for (pos = preset->text; !ret && (ret = mms_preset_next(&pos, &line_no, name, &line)) == 1;)
		ret = add_line(evs, &line, items);
	return ret;
}

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein's distance, of names that are short. */
static size_t distance(const char *a, const char *b)
{
	size_t row[128], len = strlen(b);

	if (len >= 128)
		return 128;
	for (size_t j = 0; j <= len; j++)
		row[j] = j;
	for (size_t i = 1; *a; a++, i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= len; j++) {
			size_t up = row[j];

			row[j] = min3(up + 1, row[j - 1] + 1, diagonal + (*a != b[j - 1]));
			diagonal = up;
		}
	}
	return row[len];
}

static int unknown(const struct mms_events *evs, const char *pattern)
{
	const char *tail = pattern + strcspn(pattern, ":/");
	const struct name *best[3] = { NULL };
	size_t score[3] = { 64, 64, 64 };
	struct mms_buf near mms_auto(buf) = { 0 };

	tail = *tail ? tail + 1 : pattern;
	for (size_t i = 0; i < evs->nr_names; i++) {
		const struct name *n = &evs->names[i];
		size_t d = strstr(n->event, tail) ? 1 : distance(tail, n->event);

		for (int k = 0; k < 3; k++) {
			if (d >= score[k])
				continue;
			memmove(&score[k + 1], &score[k], (size_t)(2 - k) * sizeof(score[0]));
			memmove(&best[k + 1], &best[k], (size_t)(2 - k) * sizeof(best[0]));
			score[k] = d;
			best[k] = n;
			break;
		}
	}
	for (int k = 0; k < 3 && best[k]; k++)
		mms_buf_printf(&near, "%s%s:%s", k ? ", " : "", best[k]->system, best[k]->event);
	return mms_err(-ENOENT,
		       "this kernel has no event '%s'; near: %s; "
		       "'mmscope list events' names all",
		       pattern, mms_buf_text(&near));
}

int mms_events_add(struct mms_events *evs, const char *event, const char *filter, bool stacktrace)
{
	struct mms_event_pick how = { .filter = (char *)filter, .stacktrace = stacktrace };
	int ret = pick_all(evs, event, &how);

	return ret > 0 ? 0 : ret < 0 ? ret : unknown(evs, event);
}

size_t mms_events_count(const struct mms_events *evs)
{
	return evs->nr_picks;
}

const struct mms_event_pick *mms_events_get(const struct mms_events *evs, size_t i)
{
	return &evs->picks[i];
}

size_t mms_events_nr_skipped(const struct mms_events *evs)
{
	return evs->nr_skips;
}

const struct mms_event_skip *mms_events_skipped(const struct mms_events *evs, size_t i)
{
	return &evs->skips[i];
}

const char *mms_events_next_of(const struct mms_events *evs, const char *system, size_t *pos)
{
	while (*pos < evs->nr_names) {
		const struct name *n = &evs->names[(*pos)++];

		if (!strcmp(n->system, system))
			return n->event;
	}
	return NULL;
}
