// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>
#include <wchar.h>

#include "common/buf.h"
#include "report/width.h"

/* Take one character. Return: its width; bytes that are no character count 4 ("\xNN"). */
static size_t take(const char **s, mbstate_t *state)
{
	wchar_t wc;
	size_t n = mbrtowc(&wc, *s, strlen(*s), state);
	int w;

	if (n == 0 || n == (size_t)-1 || n == (size_t)-2) {
		memset(state, 0, sizeof(*state));
		++*s;
		return 4;
	}
	*s += n;
	w = wcwidth(wc);
	return w < 0 ? 4 * n : (size_t)w;
}

size_t mms_width(const char *text)
{
	mbstate_t state = { 0 };
	size_t width = 0;

	while (*text)
		width += take(&text, &state);
	return width;
}

void mms_width_cut(struct mms_buf *text, size_t width, bool unicode)
{
	const char *s = mms_buf_text(text), *end;
	mbstate_t state = { 0 };
	size_t at = 0;

	if (!width || mms_width(s) <= width)
		return;
	end = s;
	while (at < width - 1) {
		end = s;
		at += take(&s, &state);
	}
	if (at == width - 1)
		end = s;
	text->len = (size_t)(end - text->data);
	mms_buf_printf(text, "%s", unicode ? "…" : "~");
}
