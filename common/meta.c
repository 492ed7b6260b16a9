// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <string.h>

#include "common/meta.h"

static size_t comment_len(const char *line)
{
	return !strncmp(line, "-- ", 3) ? 3 : !strncmp(line, "# ", 2) ? 2 : 0;
}

static size_t key_len(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz_");

	return n && s[n] == ':' && (s[n + 1] == ' ' || s[n + 1] == '\n') ? n : 0;
}

int mms_meta_next(const char **pos, struct mms_meta *ret_line)
{
	size_t skip;

	while ((skip = comment_len(*pos))) {
		const char *line = *pos + skip;
		const char *end = line + strcspn(line, "\n");
		size_t klen = key_len(line);

		*pos = *end ? end + 1 : end;
		if (!klen)
			continue;
		ret_line->key = line;
		ret_line->key_len = klen;
		line += klen + 1;
		while (line < end && isblank((unsigned char)*line))
			line++;
		while (end > line && isspace((unsigned char)end[-1]))
			end--;
		ret_line->value = line;
		ret_line->value_len = (size_t)(end - line);
		return 1;
	}
	return 0;
}

const char *mms_meta_get(const char *text, const char *key, size_t *ret_len)
{
	struct mms_meta m;

	while (mms_meta_next(&text, &m)) {
		if (m.key_len == strlen(key) && !memcmp(m.key, key, m.key_len)) {
			*ret_len = m.value_len;
			return m.value;
		}
	}
	return NULL;
}

char *mms_meta_dup(const char *text, const char *key)
{
	size_t len;
	const char *value = mms_meta_get(text, key, &len);

	return value ? strndup(value, len) : NULL;
}

const char *mms_meta_word(const char **value, size_t *len, size_t *ret_len)
{
	const char *p = *value, *end = p + *len, *word;

	while (p < end && isblank((unsigned char)*p))
		p++;
	word = p;
	while (p < end && !isblank((unsigned char)*p))
		p++;
	*value = p;
	*len = (size_t)(end - p);
	*ret_len = (size_t)(p - word);
	return *ret_len ? word : NULL;
}
