// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <string.h>

#include "common/err.h"
#include "record/preset.h"

const struct mms_file *mms_preset_find(const char *name)
{
	for (const struct mms_file *f = mms_presets; f->name; f++)
		if (!strcmp(f->name, name))
			return f;
	return NULL;
}

static int take_items(char **save, struct mms_preset_line *line)
{
	const char *word;

	line->enum_name = strtok_r(NULL, " \t", save);
	while ((word = strtok_r(NULL, " \t", save)) && line->nr_patterns < MMS_PRESET_MAX_PATTERNS)
		line->patterns[line->nr_patterns++] = word;
	return word || !line->nr_patterns ? -EINVAL : 0;
}

/* Return: 1 for a line with an event, 0 for an empty one or a comment. */
static int read_line(struct mms_preset_line *line)
{
	char *save, *word;

	line->enum_name = NULL;
	line->nr_patterns = 0;
	line->not_self = false;
	line->event = strtok_r(line->text, " \t", &save);
	if (!line->event || line->event[0] == '#')
		return 0;
	if (!strchr(line->event, ':'))
		return -EINVAL;
	word = strtok_r(NULL, " \t", &save);
	if (!word)
		return 1;
	if (!strcmp(word, "items"))
		return take_items(&save, line) ? -EINVAL : 1;
	line->not_self = !strcmp(word, "not-self");
	return line->not_self && !strtok_r(NULL, " \t", &save) ? 1 : -EINVAL;
}

int mms_preset_next(const char **pos, int *line_no, const char *name, struct mms_preset_line *line)
{
	int ret = 0;

	while (**pos && !ret) {
		size_t len = strcspn(*pos, "\n");

		++*line_no;
		if (len >= sizeof(line->text))
			ret = -EINVAL;
		else
			memcpy(line->text, *pos, len);
		line->text[ret ? 0 : len] = '\0';
		*pos += len + ((*pos)[len] == '\n');
		ret = ret ? ret : read_line(line);
	}
	if (ret < 0)
		return mms_err(
			ret, "preset %s, line %d: not 'SYSTEM:EVENT [items ENUM GLOB...|not-self]'",
			name, *line_no);
	return ret;
}
