// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "report/wrap.h"

static size_t break_at(const char *s, size_t width)
{
	for (size_t i = width; i > width / 4; i--)
		if (s[i] == ' ')
			return i;
	for (size_t i = width; i > width / 4; i--)
		if (strchr("-_/,;:|=", s[i - 1]))
			return i;
	return width;
}

const char *mms_wrap_next(const char **pos, size_t width, size_t *ret_len)
{
	const char *line = *pos;
	size_t len = strlen(line);

	if (!len)
		return NULL;
	if (!width)
		width = 1;
	if (len > width)
		len = break_at(line, width);
	*pos = line + len + strspn(line + len, " ");
	*ret_len = len;
	return line;
}

size_t mms_wrap_lines(const char *text, size_t width)
{
	size_t n = 0, len;

	while (mms_wrap_next(&text, width, &len))
		n++;
	return n ? n : 1;
}
