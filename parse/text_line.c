// SPDX-License-Identifier: GPL-2.0-or-later
#include "parse/text_line.h"

/*
 * A line is read outwards from its time: "comm-pid (tgid) [cpu] flags" stands
 * left of it and is read from right to left, for a comm may hold anything,
 * blanks, colons, dashes and brackets included; the event's name stands right
 * of it. Every kind of line has a colon behind the time or behind the event's
 * name, so the colons of a line are the places to begin from.
 */
#define MAX_HEAD   256 /* bytes of a line in which its head ends */
#define MAX_COLONS 12
#define MAX_COMM   15 /* TASK_COMM_LEN - 1 */
#define NS_PER_S   1000000000

/* A letter of the latency flags, and the bits of common_flags that it says. */
struct flag_letter {
	char letter;
	uint8_t bits;
};

#define IRQS_OFF     0x01
#define IRQS_UNKNOWN 0x02 /* up to 6.12; RESCHED_LAZY since */
#define RESCHED_LAZY 0x02
#define RESCHED      0x04
#define HARDIRQ      0x08
#define SOFTIRQ      0x10
#define PREEMPT      0x20
#define NMI          0x40
#define BH_OFF       0x80

static const struct flag_letter irqs_column[] = {
	{ '.', 0 },      { 'd', IRQS_OFF },     { 'D', IRQS_OFF | BH_OFF },
	{ 'b', BH_OFF }, { 'X', IRQS_UNKNOWN }, { '-', 0 },
	{ 0 },
};
static const struct flag_letter resched_column[] = {
	{ '.', 0 },
	{ 'N', RESCHED | PREEMPT },
	{ 'n', RESCHED },
	{ 'p', PREEMPT },
	{ 'L', RESCHED_LAZY | PREEMPT },
	{ 'l', RESCHED_LAZY },
	{ 'b', RESCHED_LAZY | RESCHED },
	{ 'B', RESCHED_LAZY | RESCHED | PREEMPT },
	{ '-', 0 },
	{ 0 },
};
static const struct flag_letter context_column[] = {
	{ '.', 0 },   { 'h', HARDIRQ },       { 's', SOFTIRQ }, { 'H', HARDIRQ | SOFTIRQ },
	{ 'z', NMI }, { 'Z', NMI | HARDIRQ }, { '-', 0 },       { 0 },
};
static const struct flag_letter *const flag_columns[] = { irqs_column, resched_column,
							  context_column };
#define NR_FLAG_COLUMNS (sizeof(flag_columns) / sizeof(flag_columns[0]))
#define MAX_FLAGS       8 /* these, then depths of preemption and migration */

/* Steps from right to left. */

static struct mms_slice last_word(struct mms_slice *s)
{
	struct mms_slice word;

	mms_trim_blanks(s);
	word.end = s->end;
	while (s->end > s->pos && !mms_is_blank(s->end[-1]))
		s->end--;
	word.pos = s->end;
	return word;
}

/* Digits at the end of @s, cut off it. */
static bool take_last_digits(struct mms_slice *s, int32_t *ret_value)
{
	struct mms_slice digits = { s->end, s->end };
	int64_t value;

	while (digits.pos > s->pos && mms_is_digit(digits.pos[-1]))
		digits.pos--;
	s->end = digits.pos;
	if (!mms_take_digits(&digits, &value) || value > INT32_MAX)
		return false;
	*ret_value = (int32_t)value;
	return true;
}

static bool letter_bits(const struct flag_letter *column, char letter, uint8_t *bits)
{
	for (; column->letter; column++)
		if (column->letter == letter) {
			*bits |= column->bits;
			return true;
		}
	return false;
}

/* "d..2.": a letter a column, then at least the depth of preemption. */
static bool parse_flags(struct mms_slice word, int16_t *ret_flags)
{
	size_t len = mms_slice_len(word);
	uint8_t bits = 0;

	if (len <= NR_FLAG_COLUMNS || len > MAX_FLAGS)
		return false;
	for (size_t i = 0; i < NR_FLAG_COLUMNS; i++)
		if (!letter_bits(flag_columns[i], word.pos[i], &bits))
			return false;
	for (size_t i = NR_FLAG_COLUMNS; i < len; i++)
		if (word.pos[i] != '.' && word.pos[i] != '-' && word.pos[i] != '#' &&
		    !mms_is_word(word.pos[i]))
			return false;
	*ret_flags = bits;
	return true;
}

/* "[001]" at the end. */
static bool take_bracketed_cpu(struct mms_slice *s, int32_t *ret_cpu)
{
	struct mms_slice inner = *s;
	int32_t cpu;

	mms_trim_blanks(&inner);
	if (inner.pos == inner.end || *--inner.end != ']' || !take_last_digits(&inner, &cpu) ||
	    inner.pos == inner.end || *--inner.end != '[')
		return false;
	*s = inner;
	*ret_cpu = cpu;
	return true;
}

/*
 * "[001] d..2.", "[001]", "1d..2." (latency format), or nothing of it.
 * Return: was there a CPU?
 */
static bool take_cpu(struct mms_slice *s, struct mms_text_head *h)
{
	struct mms_slice rest = *s, word;
	int64_t cpu;

	if (take_bracketed_cpu(s, &h->cpu))
		return true;
	word = last_word(&rest);
	if (parse_flags(word, &h->flags) && take_bracketed_cpu(&rest, &h->cpu)) {
		*s = rest;
		return true;
	}
	if (mms_take_digits(&word, &cpu) && cpu <= INT32_MAX && parse_flags(word, &h->flags)) {
		h->cpu = (int32_t)cpu;
		*s = rest;
		return true;
	}
	h->flags = -1;
	return false;
}

/* "( 1234)" or, when the kernel has forgotten it, "(-----)". */
static void take_tgid(struct mms_slice *s, struct mms_text_head *h)
{
	struct mms_slice inner = *s;

	mms_trim_blanks(&inner);
	if (inner.pos == inner.end || *--inner.end != ')')
		return;
	if (!take_last_digits(&inner, &h->tgid))
		while (inner.end > inner.pos && inner.end[-1] == '-')
			inner.end--;
	mms_trim_blanks(&inner);
	if (inner.end > inner.pos && *--inner.end == '(')
		*s = inner;
	else
		h->tgid = -1;
}

/*
 * A comm has at most 15 bytes: what stands before it is a prefix (quoting, the
 * stamp of printk, a buffer's or a file's name). It ends in a blank, in several
 * where the comm is aligned.
 */
static struct mms_slice cut_prefix(struct mms_slice comm)
{
	const char *p;

	if (mms_slice_len(comm) <= MAX_COMM)
		return comm;
	p = comm.end - MAX_COMM;
	while (p < comm.end && !mms_is_blank(p[-1]))
		p++;
	if (p < comm.end)
		comm.pos = p;
	mms_skip_blanks(&comm);
	for (p = comm.pos; p + 2 < comm.end; p++)
		if (mms_is_blank(p[0]) && mms_is_blank(p[1]))
			comm.pos = p + 2;
	return comm;
}

static void set_comm(struct mms_text_head *h, struct mms_slice comm)
{
	static const char unknown[] = "<...>";

	comm = cut_prefix(comm);
	if (!mms_slice_is(comm, unknown, sizeof(unknown) - 1))
		h->comm = comm;
}

/* Numbers of a task stand behind its comm and a dash, or anyhow apart. */
enum task_style { TASK_ANY, TASK_DASHED };

/* "comm-1234" (ftrace, trace-cmd), "comm 1234" or "comm 1200/1234" (perf script). */
static bool parse_task(struct mms_slice s, enum task_style style, struct mms_text_head *h)
{
	take_tgid(&s, h);
	mms_trim_blanks(&s);
	mms_skip_blanks(&s);
	if (!take_last_digits(&s, &h->pid) || s.pos == s.end)
		return false;
	if (s.end - s.pos > 1 && s.end[-1] == '/' && mms_is_digit(s.end[-2])) {
		s.end--;
		if (!take_last_digits(&s, &h->tgid) || s.pos == s.end)
			return false;
	}
	if (s.end[-1] == '-')
		s.end--;
	else if (mms_is_blank(s.end[-1]) && style == TASK_ANY)
		mms_trim_blanks(&s);
	else
		return false;
	set_comm(h, s);
	return true;
}

static bool parse_left(struct mms_slice s, struct mms_text_head *h)
{
	bool has_cpu = take_cpu(&s, h);

	/* a bare number is a time only where nothing else could stand */
	return (has_cpu || !h->is_ticks) && parse_task(s, TASK_ANY, h);
}

/* Times. */

static bool set_time(struct mms_text_head *h, int64_t seconds, struct mms_slice fraction)
{
	int64_t ns = 0, unit = NS_PER_S / 10;

	if (seconds > INT64_MAX / NS_PER_S - 1 || mms_slice_len(fraction) > 9)
		return false;
	for (; fraction.pos < fraction.end; fraction.pos++, unit /= 10)
		ns += (*fraction.pos - '0') * unit;
	h->ts = seconds * NS_PER_S + ns;
	h->has_time = true;
	return true;
}

/* "123.456789", with at least @min_digits behind the point. */
static bool parse_seconds(struct mms_slice word, size_t min_digits, struct mms_text_head *h)
{
	int64_t seconds;

	if (!mms_take_digits(&word, &seconds) || !mms_skip_text(&word, ".") ||
	    mms_slice_len(word) < min_digits)
		return false;
	for (const char *p = word.pos; p < word.end; p++)
		if (!mms_is_digit(*p))
			return false;
	return set_time(h, seconds, word);
}

/* "1234567890": of a clock that counts no ns. */
static bool parse_ticks(struct mms_slice word, struct mms_text_head *h)
{
	h->is_ticks = h->has_time = mms_take_digits(&word, &h->ts) && word.pos == word.end;
	return h->is_ticks;
}

/* "10347723897us", and a mark behind it where the line took long. */
static bool parse_us(struct mms_slice word, struct mms_text_head *h)
{
	static const char marks[] = "+!#*@$";
	int64_t us;

	if (word.pos < word.end && memchr(marks, word.end[-1], sizeof(marks) - 1))
		word.end--;
	if (!mms_take_digits(&word, &us) || !mms_slice_is(word, "us", 2) || us > INT64_MAX / 1000)
		return false;
	h->ts = us * 1000;
	h->has_time = true;
	return true;
}

/* Names of events. */

static bool is_name(char c)
{
	return mms_is_word(c) || c == '.' || c == '-' || c == '$' || c == '@';
}

static struct mms_slice take_name(struct mms_slice *s)
{
	struct mms_slice name = { s->pos, s->pos };

	while (s->pos < s->end && is_name(*s->pos))
		s->pos++;
	name.end = s->pos;
	return name;
}

/* Events whose names are written otherwise in text. */
static const struct {
	const char *text, *event;
} renamed[] = {
	{ "<stack trace>", "kernel_stack" },
	{ "<user stack trace>", "user_stack" },
	{ "PERF_RECORD_LOST ", "PERF_RECORD_LOST" },
};

static bool parse_renamed(struct mms_slice s, struct mms_text_head *h)
{
	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
		if (mms_skip_text(&s, renamed[i].text)) {
			h->event.pos = renamed[i].event;
			h->event.end = h->event.pos + strlen(renamed[i].event);
			h->rest = s;
			return true;
		}
	return false;
}

/* "function <-parent" of the function tracer, which names no event. */
static bool parse_function(struct mms_slice name, struct mms_slice s, struct mms_text_head *h)
{
	mms_skip_blanks(&s);
	if (mms_slice_len(s) < 2 || memcmp(s.pos, "<-", 2) != 0)
		return false;
	h->event = name;
	h->rest = s;
	return true;
}

bool mms_text_event_parse(struct mms_slice s, struct mms_text_head *h)
{
	struct mms_slice name;

	h->system = h->event = (struct mms_slice){ s.end, s.end };
	mms_skip_blanks(&s);
	h->rest = s;
	name = take_name(&s);
	if (name.pos == name.end)
		return s.pos == s.end || parse_renamed(s, h);
	if (s.pos == s.end)
		return true;
	if (*s.pos != ':')
		return parse_renamed(h->rest, h) || parse_function(name, s, h);
	s.pos++;
	if (s.pos < s.end && mms_is_letter(*s.pos)) {
		struct mms_slice after = s, event = take_name(&after);

		if (after.pos < after.end && *after.pos == ':') {
			h->system = name;
			name = event;
			s.pos = after.pos + 1;
		}
	}
	mms_skip_blanks(&s);
	h->event = name;
	h->rest = s;
	return true;
}

/* Kinds of lines, by what stands left of a colon. */

/* "... 123.456789: event: ..." */
static bool time_before(struct mms_slice line, const char *colon, struct mms_text_head *h)
{
	struct mms_slice left = { line.pos, colon }, word = last_word(&left);
	const char *bracket = memrchr(word.pos, ']', mms_slice_len(word));

	/* "[001]250408609864:", a number that fills its column */
	if (bracket)
		left.end = word.pos = bracket + 1;
	return word.end == colon && (parse_seconds(word, 3, h) || parse_ticks(word, h)) &&
	       parse_left(left, h) &&
	       mms_text_event_parse((struct mms_slice){ colon + 1, line.end }, h);
}

/* "... 1d..2. 123456us : event: ..." */
static bool us_before(struct mms_slice line, const char *colon, struct mms_text_head *h)
{
	struct mms_slice left = { line.pos, colon }, word = last_word(&left);

	return parse_us(word, h) && parse_left(left, h) &&
	       mms_text_event_parse((struct mms_slice){ colon + 1, line.end }, h);
}

/* "... 123.456789012 event: ...", as trace-cmd report -t writes it */
static bool event_before(struct mms_slice line, const char *colon, struct mms_text_head *h)
{
	struct mms_slice left = { line.pos, colon }, event = last_word(&left),
			 word = last_word(&left);

	return event.end == colon && parse_seconds(word, 9, h) && parse_left(left, h) &&
	       mms_text_event_parse((struct mms_slice){ event.pos, line.end }, h);
}

/* "123.456789 comm-pid event: ...", as netconsole tools write it */
static bool task_before(struct mms_slice line, const char *colon, struct mms_text_head *h)
{
	struct mms_slice left = { line.pos, colon }, event = last_word(&left), word;

	if (event.end != colon || (colon + 1 < line.end && !mms_is_blank(colon[1])))
		return false;
	mms_skip_blanks(&left);
	word.pos = left.pos;
	while (left.pos < left.end && !mms_is_blank(*left.pos))
		left.pos++;
	word.end = left.pos;
	return parse_seconds(word, 6, h) && parse_task(left, TASK_DASHED, h) &&
	       mms_text_event_parse((struct mms_slice){ event.pos, line.end }, h);
}

typedef bool (*kind_fn)(struct mms_slice line, const char *colon, struct mms_text_head *h);
static const kind_fn kinds[] = { time_before, us_before, event_before, task_before };

static void reset(struct mms_text_head *h, const char *at)
{
	*h = (struct mms_text_head){
		.comm = { NULL, NULL },
		.system = { at, at },
		.event = { at, at },
		.rest = { at, at },
		.pid = -1,
		.tgid = -1,
		.cpu = -1,
		.flags = -1,
	};
}

/*
 * "  24)   1.2 us  |  ... /" "* event: ... *" "/": no time of its own, but its
 * place among the calls of a CPU is known.
 */
static bool parse_comment(struct mms_slice line, struct mms_text_head *h)
{
	const char *open = memmem(line.pos, mms_slice_len(line), "/* ", 3);
	struct mms_slice s = line;
	int64_t cpu;

	mms_skip_blanks(&s);
	if (!open || !mms_take_digits(&s, &cpu) || cpu > INT32_MAX || !mms_skip_text(&s, ")"))
		return false;
	reset(h, line.end);
	h->cpu = (int32_t)cpu;
	s = (struct mms_slice){ open + 3, line.end };
	mms_trim_blanks(&s);
	if (mms_slice_len(s) > 2 && !memcmp(s.end - 2, "*/", 2))
		s.end -= 2;
	mms_trim_blanks(&s);
	return mms_text_event_parse(s, h) && h->event.pos < h->event.end;
}

bool mms_text_head_parse(struct mms_slice line, struct mms_text_head *h)
{
	size_t len = mms_slice_len(line);
	const char *from = line.pos, *limit = line.pos + (len < MAX_HEAD ? len : MAX_HEAD), *colon;

	for (unsigned int n = 0; n < MAX_COLONS; n++, from = colon + 1) {
		colon = memchr(from, ':', (size_t)(limit - from));
		if (!colon)
			break;
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			reset(h, line.end);
			if (kinds[i](line, colon, h))
				return true;
		}
	}
	return parse_comment(line, h);
}
