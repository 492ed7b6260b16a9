// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "common/err.h"
#include "record/formats.h"
#include "record/instance.h"

static void add_sized(struct mms_buf *section, const char *text)
{
	uint64_t size = strlen(text);

	mms_buf_add(section, &size, sizeof(size));
	mms_buf_add(section, text, size);
}

int mms_formats_header_info(const struct mms_instance *inst, struct mms_buf *section)
{
	static const char *const names[] = { "header_page", "header_event" };

	for (int i = 0; i < 2; i++) {
		char file[64], *text;

		snprintf(file, sizeof(file), "events/%s", names[i]);
		text = mms_instance_read(inst, file);
		if (!text)
			return mms_err(-ENOENT, "tracefs has no %s", file);
		mms_buf_add(section, names[i], strlen(names[i]) + 1);
		add_sized(section, text);
		free(text);
	}
	return section->err;
}

static int add_event(const char *system, const char *event, struct mms_buf *section,
		     struct mms_buf *texts)
{
	char *text = tracefs_event_file_read(NULL, system, event, "format", NULL);

	if (!text)
		return mms_err(-ENOENT, "cannot read the format of %s:%s", system, event);
	add_sized(section, text);
	mms_buf_add(texts, text, strlen(text));
	free(text);
	return section->err ? section->err : texts->err;
}

/* A count, then the formats; those of ftrace's own that have none are left out. */
int mms_formats_ftrace(struct mms_buf *section, struct mms_buf *texts)
{
	char **list = tracefs_system_events(NULL, "ftrace");
	size_t at = section->len;
	uint32_t n = 0;

	mms_buf_add(section, &n, sizeof(n));
	for (int i = 0; list && list[i]; i++)
		n += !add_event("ftrace", list[i], section, texts);
	tracefs_list_free(list);
	if (section->err)
		return section->err;
	memcpy(section->data + at, &n, sizeof(n));
	return n ? 0 : mms_err(-ENOENT, "tracefs has no formats in events/ftrace");
}

static bool first_of_system(const struct mms_events *evs, size_t i)
{
	const char *system = mms_events_get(evs, i)->system;

	for (size_t k = 0; k < i; k++)
		if (!strcmp(mms_events_get(evs, k)->system, system))
			return false;
	return true;
}

static int add_system(const struct mms_events *evs, const char *system, struct mms_buf *section,
		      struct mms_buf *texts)
{
	const char *name;
	uint32_t n = 0;
	size_t pos = 0;
	int ret = 0;

	while (mms_events_next_of(evs, system, &pos))
		n++;
	mms_buf_add(section, system, strlen(system) + 1);
	mms_buf_add(section, &n, sizeof(n));
	pos = 0;
	while (!ret && (name = mms_events_next_of(evs, system, &pos)))
		ret = add_event(system, name, section, texts);
	return ret;
}

int mms_formats_events(const struct mms_events *evs, struct mms_buf *section, struct mms_buf *texts)
{
	uint32_t n = 0;
	int ret = 0;

	for (size_t i = 0; i < mms_events_count(evs); i++)
		n += first_of_system(evs, i);
	mms_buf_add(section, &n, sizeof(n));
	for (size_t i = 0; i < mms_events_count(evs) && !ret; i++)
		if (first_of_system(evs, i))
			ret = add_system(evs, mms_events_get(evs, i)->system, section, texts);
	return ret;
}

const char *mms_formats_next(const char **pos, struct mms_buf *format, char ret_name[128])
{
	const char *start = *pos, *end;

	if (strncmp(start, "name: ", 6))
		return NULL;
	end = strstr(start, "\nname: ");
	end = end ? end + 1 : start + strlen(start);
	*pos = end;
	mms_buf_reset(format);
	if (mms_buf_add(format, start, (size_t)(end - start)))
		return NULL;
	snprintf(ret_name, 128, "%.*s", (int)strcspn(start + 6, "\n"), start + 6);
	return format->data;
}
