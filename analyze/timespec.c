// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/timespec.h"
#include "common/err.h"

#define NSEC 1000000000LL

void mms_timespec_release(struct mms_timespec *ts)
{
	free(ts->from.marker);
	free(ts->to.marker);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * A decimal number times 10^9, without a detour through floating point: times
 * of a trace need more digits than a double keeps.
 */
static const char *take_decimal(const char *s, int64_t *ret_value)
{
	int64_t value = 0, scale = NSEC;

	if (!is_digit(*s) && !(*s == '.' && is_digit(s[1])))
		return NULL;
	for (; is_digit(*s); s++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *s - '0', &value))
			return NULL;
	if (__builtin_mul_overflow(value, NSEC, &value))
		return NULL;
	if (*s == '.')
		for (s++; is_digit(*s); s++) {
			scale /= 10;
			if (__builtin_add_overflow(value, (*s - '0') * scale, &value))
				return NULL;
		}
	*ret_value = value;
	return s;
}

static char *take_marker(const char *s, size_t len)
{
	char *text = calloc(1, len + 1);
	char *to = text;

	for (size_t i = 0; text && i < len; i++) {
		if (s[i] == '\\' && i + 1 < len)
			i++;
		*to++ = s[i];
	}
	return text;
}

/* One side; @len bytes of @s. Return: 0, -EINVAL without a message, -ENOMEM. */
static int parse_bound(const char *s, size_t len, struct mms_bound *b)
{
	const char *end = s + len;

	if (!len)
		return 0;
	if (*s == '@') {
		b->kind = MMS_BOUND_MARKER;
		b->marker = take_marker(s + 1, len - 1);
		if (!b->marker)
			return -ENOMEM;
		return *b->marker ? 0 : -EINVAL;
	}
	b->kind = *s == '+' ? MMS_BOUND_BEGIN : *s == '-' ? MMS_BOUND_END : MMS_BOUND_CLOCK;
	s = take_decimal(s + (b->kind != MMS_BOUND_CLOCK), &b->value);
	if (!s)
		return -EINVAL;
	if (*s == '%' && b->kind == MMS_BOUND_CLOCK && s < end) {
		b->kind = MMS_BOUND_PERCENT;
		b->value /= 100;
		s++;
	}
	if (s != end || (b->kind == MMS_BOUND_PERCENT && b->value > NSEC))
		return -EINVAL;
	return 0;
}

static const struct {
	const char *name;
	int64_t div;
} units[] = {
	{ "ns", 1000000000 }, { "us", 1000000 }, { "ms", 1000 }, { "s", 1 }, { "", 1 },
};

static int parse_worst(const char *s, struct mms_timespec *ts)
{
	s = take_decimal(s, &ts->worst_ns);
	if (!s)
		return -EINVAL;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strcmp(s, units[i].name)) {
			ts->worst_ns /= units[i].div;
			ts->worst = true;
			return 0;
		}
	return -EINVAL;
}

/* Bytes up to the first comma that no backslash stands before. */
static size_t side_len(const char *s)
{
	size_t n = 0;

	while (s[n] && s[n] != ',')
		n += s[n] == '\\' && s[n + 1] ? 2 : 1;
	return n;
}

/* "10%" and "10%-20%", as perf takes them. */
static int parse_percent(const char *s, size_t len, struct mms_timespec *ts)
{
	const char *dash = memchr(s, '-', len);
	int ret;

	ret = parse_bound(dash ? dash + 1 : s, (size_t)(s + len - (dash ? dash + 1 : s)), &ts->to);
	if (!ret && dash)
		ret = parse_bound(s, (size_t)(dash - s), &ts->from);
	if (ts->to.kind != MMS_BOUND_PERCENT || (dash && ts->from.kind != MMS_BOUND_PERCENT))
		return -EINVAL;
	return ret;
}

static int parse_sides(const char *s, struct mms_timespec *ts)
{
	size_t len = side_len(s);
	int ret;

	if (!s[len] && is_digit(*s) && s[len - 1] == '%')
		return parse_percent(s, len, ts);
	ret = parse_bound(s, len, &ts->from);
	if (ret || !s[len])
		return ret ? ret : len ? 0 : -EINVAL;
	s += len + 1;
	len = side_len(s);
	return s[len] ? -EINVAL : parse_bound(s, len, &ts->to);
}

int mms_timespec_parse(const char *text, struct mms_timespec *ret_ts)
{
	struct mms_timespec ts = { 0 };
	int ret;

	ret = strncmp(text, "max+-", 5) ? parse_sides(text, &ts) : parse_worst(text + 5, &ts);
	if (!ret) {
		*ret_ts = ts;
		return 0;
	}
	mms_timespec_release(&ts);
	return mms_err(ret,
		       "--time '%s': write A,B with seconds (12.5), +SECONDS from the begin, "
		       "-SECONDS from the end, 10%% or @MARKER; or 10%%-20%%; or max+-500ms",
		       text);
}
