// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/recording.h"
#include "parse/selected.h"

struct event {
	char *system, *name;
	char *filter; /* NULL: none */
};

struct mms_selected {
	bool known;
	struct event *events;
	size_t n;
};

static int add(struct mms_selected *sel, const char *system, const char *name, const char *filter)
{
	struct event *events = realloc(sel->events, (sel->n + 1) * sizeof(*events));
	struct event *ev;

	if (!events)
		return mms_err(-ENOMEM, "no memory for the list of events");
	sel->events = events;
	ev = &events[sel->n++];
	ev->system = strdup(system);
	ev->name = strdup(name);
	ev->filter = filter ? strdup(filter) : NULL;
	if (!ev->system || !ev->name || !ev->filter != !filter)
		return mms_err(-ENOMEM, "no memory for the list of events");
	return 0;
}

static int read_json(struct mms_selected *sel, const json_t *list)
{
	const json_t *item;
	size_t i;
	int ret = 0;

	sel->known = true;
	json_array_foreach((json_t *)list, i, item)
	{
		const char *system = json_string_value(json_object_get(item, "system"));
		const char *name = json_string_value(json_object_get(item, "name"));

		if (system && name)
			ret = add(sel, system, name,
				  json_string_value(json_object_get(item, "filter")));
		if (ret)
			break;
	}
	return ret;
}

/* Lines SYSTEM:EVENT; an empty file says nothing, for set_event may not have been read in time. */
static int read_set_event(struct mms_selected *sel, char *text)
{
	char *save = NULL;
	int ret = 0;

	for (char *line = strtok_r(text, "\n", &save); !ret && line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *colon = strchr(line, ':');

		if (!colon)
			continue;
		*colon = '\0';
		sel->known = true;
		ret = add(sel, line, colon + 1, NULL);
	}
	return ret;
}

int mms_selected_new(const struct mms_recording *rec, struct mms_selected **ret_sel)
{
	struct mms_selected *sel mms_auto(selected) = calloc(1, sizeof(*sel));
	const json_t *list = mms_recording_json(rec, "events");
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = 0;

	if (!sel)
		return mms_err(-ENOMEM, "no memory for the list of events");
	if (json_is_array(list))
		ret = read_json(sel, list);
	else if (!mms_recording_read(rec, "set_event", &text) && text.len)
		ret = read_set_event(sel, text.data);
	if (ret)
		return ret;
	*ret_sel = mms_take(sel);
	return 0;
}

void mms_selected_free(struct mms_selected *sel)
{
	if (!sel)
		return;
	for (size_t i = 0; i < sel->n; i++) {
		free(sel->events[i].system);
		free(sel->events[i].name);
		free(sel->events[i].filter);
	}
	free(sel->events);
	free(sel);
}

int mms_selected_get(const struct mms_selected *sel, const char *system, const char *name,
		     const char **ret_filter)
{
	if (ret_filter)
		*ret_filter = NULL;
	for (size_t i = 0; i < sel->n; i++) {
		if (strcmp(sel->events[i].system, system) || strcmp(sel->events[i].name, name))
			continue;
		if (ret_filter)
			*ret_filter = sel->events[i].filter;
		return 1;
	}
	return sel->known ? 0 : -1;
}
