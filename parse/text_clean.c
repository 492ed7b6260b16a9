// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "parse/text_clean.h"
#include "parse/text_scan.h"

/* A piece of text and the character that it stands for. */
struct piece {
	const char *coded;
	char plain;
};

static const struct piece html_pieces[] = {
	{ "&lt;", '<' },     { "&gt;", '>' },  { "&amp;", '&' },  { "&quot;", '"' },
	{ "&#39;", '\'' },   { "&#34;", '"' }, { "&nbsp;", ' ' }, { "&#160;", ' ' },
	{ "\\n\\\n", '\n' }, /* a script's string that goes on in the next line */
	{ NULL, 0 },
};

/* What the begin of an input has in it when the whole is coded so. */
static const struct {
	const char *mark;
	unsigned int coding;
} marks[] = {
	{ "ncoding: quoted-printable", MMS_TEXT_QUOTED_PRINTABLE },
	{ "ncoding: Quoted-Printable", MMS_TEXT_QUOTED_PRINTABLE },
	{ "=3D", MMS_TEXT_QUOTED_PRINTABLE },
	{ "<html", MMS_TEXT_HTML },
	{ "<HTML", MMS_TEXT_HTML },
	{ "<pre", MMS_TEXT_HTML },
	{ "<script", MMS_TEXT_HTML },
	{ "&lt;", MMS_TEXT_HTML },
	{ "&gt;", MMS_TEXT_HTML },
	{ "&nbsp;", MMS_TEXT_HTML },
};

unsigned int mms_text_coding_of(const char *head, size_t len)
{
	unsigned int coding = MMS_TEXT_PLAIN;

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (!(coding & marks[i].coding) &&
		    memmem(head, len, marks[i].mark, strlen(marks[i].mark)))
			coding |= marks[i].coding;
	return coding;
}

/* Does the "\n" at @text[at] end a line, or is it a "=" that joins two? */
static bool ends_line(const char *text, size_t at, unsigned int coding)
{
	if (!(coding & MMS_TEXT_QUOTED_PRINTABLE))
		return true;
	if (at && text[at - 1] == '\r')
		at--;
	return !at || text[at - 1] != '=';
}

size_t mms_text_whole_lines(const char *text, size_t len, unsigned int coding)
{
	const char *newline;

	while (len) {
		newline = memrchr(text, '\n', len);
		if (!newline)
			return 0;
		len = (size_t)(newline - text);
		if (ends_line(text, len, coding))
			return len + 1;
	}
	return 0;
}

/* A text that is being cleaned: read from @in, write to @out. */
struct clean {
	const char *in, *end;
	char *out;
	const char *out_begin;
};

static int hex_digit(char c)
{
	static const char digits[] = "0123456789ABCDEF0123456789abcdef";
	const char *p = memchr(digits, c, sizeof(digits) - 1);

	return p ? (int)((p - digits) % 16) : -1;
}

/* "=3D" is a character, "=" at the end of a line is nothing. */
static bool quoted_step(struct clean *c)
{
	struct mms_slice s = { c->in, c->end };
	int high, low;

	if (*c->in != '=')
		return false;
	if (mms_skip_text(&s, "=\n") || mms_skip_text(&s, "=\r\n")) {
		c->in = s.pos;
		return true;
	}
	if (mms_slice_len(s) < 3)
		return false;
	high = hex_digit(s.pos[1]);
	low = hex_digit(s.pos[2]);
	if (high < 0 || low < 0)
		return false;
	*c->out++ = (char)(high << 4 | low);
	c->in += 3;
	return true;
}

static bool html_step(struct clean *c)
{
	for (const struct piece *p = html_pieces; p->coded; p++) {
		struct mms_slice s = { c->in, c->end };

		if (*c->in == p->coded[0] && mms_skip_text(&s, p->coded)) {
			*c->out++ = p->plain;
			c->in = s.pos;
			return true;
		}
	}
	return false;
}

/*
 * The blank as UTF-8, or as Latin-1 where no character of more bytes can hold
 * it. What comes of it is as long, so that places in the file stay.
 */
static bool blank_step(struct clean *c)
{
	struct mms_slice s = { c->in, c->end };
	bool alone = c->out == c->out_begin || !(c->out[-1] & 0x80);

	if (!mms_skip_text(&s, "\xc2\xa0") && !(alone && mms_skip_text(&s, "\xa0")))
		return false;
	while (c->in < s.pos) {
		*c->out++ = ' ';
		c->in++;
	}
	return true;
}

static size_t pass(char *text, size_t len, bool (*step)(struct clean *))
{
	struct clean c = { text, text + len, text, text };

	while (c.in < c.end)
		if (!step(&c))
			*c.out++ = *c.in++;
	return (size_t)(c.out - text);
}

size_t mms_text_clean(char *text, size_t len, unsigned int coding)
{
	if (coding & MMS_TEXT_QUOTED_PRINTABLE)
		len = pass(text, len, quoted_step);
	if (coding & MMS_TEXT_HTML)
		len = pass(text, len, html_step);
	if (memchr(text, 0xa0, len))
		len = pass(text, len, blank_step);
	return len;
}
