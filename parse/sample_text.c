// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "parse/sample_text.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A piece of the text, which is not changed and need not end with a NUL. */
struct span {
	const char *p;
	size_t len;
};

struct parse {
	int (*tell)(void *ctx, const struct mms_sample *sample);
	void *ctx;
	char prefix[64];
	char scope[64];
	char key[256];
};

/* Pieces. */

static bool next_line(struct span *text, struct span *ret_line)
{
	const char *end = text->len ? memchr(text->p, '\n', text->len) : NULL;
	size_t len = end ? (size_t)(end - text->p) : text->len;

	if (!text->len)
		return false;
	*ret_line = (struct span){ text->p, len };
	len += end ? 1 : 0;
	text->p += len;
	text->len -= len;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool next_word(struct span *line, struct span *ret_word)
{
	while (line->len && is_blank(*line->p)) {
		line->p++;
		line->len--;
	}
	ret_word->p = line->p;
	while (line->len && !is_blank(*line->p)) {
		line->p++;
		line->len--;
	}
	ret_word->len = (size_t)(line->p - ret_word->p);
	return ret_word->len > 0;
}

static bool is_text(struct span word, const char *text)
{
	return word.len == strlen(text) && !memcmp(word.p, text, word.len);
}

static struct span without_end(struct span word, char c)
{
	if (word.len && word.p[word.len - 1] == c)
		word.len--;
	return word;
}

/* Decimal; 64 bits, with or without a sign. */
static bool to_number(struct span word, int64_t *ret_value)
{
	bool negative = word.len && *word.p == '-';
	uint64_t value = 0;

	if (word.len == (size_t)negative)
		return false;
	for (size_t i = negative; i < word.len; i++) {
		unsigned int digit = (unsigned int)(word.p[i] - '0');

		if (digit > 9 || __builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return false;
	}
	if (negative && value > INT64_MAX)
		return false;
	*ret_value = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

/* NAME=VALUE */
static bool split(struct span word, struct span *ret_name, int64_t *ret_value)
{
	const char *eq = memchr(word.p, '=', word.len);

	if (!eq)
		return false;
	*ret_name = (struct span){ word.p, (size_t)(eq - word.p) };
	return to_number((struct span){ eq + 1, word.len - ret_name->len - 1 }, ret_value);
}

/* A key that is too long for us is none of the kernel's. */
static int emit(struct parse *ps, struct span group, struct span name, int64_t value)
{
	struct mms_sample sample = { ps->key, ps->scope, value, false };
	int len;

	len = snprintf(ps->key, sizeof(ps->key), "%s%s%.*s%s%.*s", ps->prefix, group.len ? "." : "",
		       (int)group.len, group.p, name.len ? "." : "", (int)name.len, name.p);
	if (len < 0 || (size_t)len >= sizeof(ps->key))
		return 0;
	return ps->tell(ps->ctx, &sample);
}

static const struct span none = { "", 0 };

/* Kinds of files. */

/* vmstat, memory.stat, memory.events: NAME VALUE */
static int parse_pairs(struct parse *ps, struct span text)
{
	struct span line, name, value;
	int64_t number;
	int ret = 0;

	while (!ret && next_line(&text, &line))
		if (next_word(&line, &name) && next_word(&line, &value) &&
		    to_number(value, &number))
			ret = emit(ps, none, name, number);
	return ret;
}

/* NAME: VALUE [kB], told in bytes */
static int parse_meminfo(struct parse *ps, struct span text)
{
	struct span line, name, value, unit;
	int64_t number;
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		if (!next_word(&line, &name) || !next_word(&line, &value) ||
		    !to_number(value, &number))
			continue;
		if (next_word(&line, &unit) && is_text(unit, "kB"))
			number = (int64_t)((uint64_t)number * 1024);
		ret = emit(ps, none, without_end(name, ':'), number);
	}
	return ret;
}

/* some avg10=0.00 avg60=0.00 avg300=0.00 total=0: the averages follow from the total */
static int parse_pressure(struct parse *ps, struct span text)
{
	struct span line, kind, word, name;
	int64_t number;
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		if (!next_word(&line, &kind))
			continue;
		while (!ret && next_word(&line, &word))
			if (split(word, &name, &number) && is_text(name, "total"))
				ret = emit(ps, kind, name, number);
	}
	return ret;
}

/* memory.numa_stat: NAME N0=1 N1=2, of cgroup v1 NAME=3 N0=1 N1=2 */
static int parse_nested(struct parse *ps, struct span text)
{
	struct span line, group, word, name;
	int64_t number;
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		if (!next_word(&line, &word))
			continue;
		group = word;
		if (split(word, &group, &number))
			ret = emit(ps, none, group, number);
		while (!ret && next_word(&line, &word))
			if (split(word, &name, &number))
				ret = emit(ps, group, name, number);
	}
	return ret;
}

/* io.stat: a line MAJOR:MINOR rbytes=1 wbytes=2 ... per disk; told of all disks together */
static int parse_io_stat(struct parse *ps, struct span text)
{
	struct {
		struct span name;
		uint64_t sum;
	} sums[32];
	struct span line, word, name;
	int64_t number;
	size_t n = 0, i;
	int ret = 0;

	while (next_line(&text, &line)) {
		while (next_word(&line, &word)) {
			if (!split(word, &name, &number))
				continue;
			for (i = 0; i < n; i++)
				if (sums[i].name.len == name.len &&
				    !memcmp(sums[i].name.p, name.p, name.len))
					break;
			if (i == ARRAY_SIZE(sums))
				continue;
			if (i == n) {
				sums[n].name = name;
				sums[n++].sum = 0;
			}
			sums[i].sum += (uint64_t)number;
		}
	}
	for (i = 0; !ret && i < n; i++)
		ret = emit(ps, none, sums[i].name, (int64_t)sums[i].sum);
	return ret;
}

/* "Node 0, zone   Normal", which the zone's numbers follow. */
static bool next_zone(struct span *line, int64_t *ret_node, struct span *ret_zone)
{
	struct span word, rest = *line;

	if (!next_word(&rest, &word) || !is_text(word, "Node") || !next_word(&rest, &word) ||
	    !to_number(without_end(word, ','), ret_node) || !next_word(&rest, &word) ||
	    !is_text(word, "zone") || !next_word(&rest, ret_zone))
		return false;
	*line = rest;
	return true;
}

static void set_scope(struct parse *ps, int64_t node, struct span zone)
{
	snprintf(ps->scope, sizeof(ps->scope), "node%d%s%.*s", (int)node, zone.len ? "/" : "",
		 (int)zone.len, zone.p);
}

static size_t indent(struct span line)
{
	size_t n = 0;

	while (n < line.len && line.p[n] == ' ')
		n++;
	return n;
}

/*
 * A zone, in which "per-node stats" may come first. Lists per CPU are left out:
 * they end with "  node_unreclaimable:" or the like.
 */
static int parse_zoneinfo(struct parse *ps, struct span text)
{
	struct span line, zone = none, name, value;
	int64_t node = -1, number;
	bool pagesets = false;
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		size_t depth = indent(line);

		if (next_zone(&line, &node, &zone)) {
			set_scope(ps, node, zone);
			pagesets = false;
			continue;
		}
		if (node < 0 || !next_word(&line, &name))
			continue;
		if (depth == 2 && name.p[name.len - 1] == ':')
			pagesets = false;
		pagesets |= is_text(name, "pagesets");
		if (is_text(name, "per-node"))
			set_scope(ps, node, none);
		if (is_text(name, "pages")) {
			set_scope(ps, node, zone);
			next_word(&line, &name);
		}
		if (!pagesets && next_word(&line, &value) && to_number(value, &number))
			ret = emit(ps, none, without_end(name, ':'), number);
	}
	return ret;
}

/* Node 0, zone   Normal   12  3 ...: free blocks by order */
static int parse_buddyinfo(struct parse *ps, struct span text)
{
	struct span line, zone, word;
	int64_t node, number;
	char name[16];
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		if (!next_zone(&line, &node, &zone))
			continue;
		set_scope(ps, node, zone);
		for (int order = 0; !ret && next_word(&line, &word); order++) {
			int len = snprintf(name, sizeof(name), "order%d", order);

			if (to_number(word, &number))
				ret = emit(ps, none, (struct span){ name, (size_t)len }, number);
		}
	}
	return ret;
}

/* MAJOR MINOR DISK, then these */
static const char *const disk_fields[] = {
	"reads",          "reads_merged",  "read_sectors",    "read_ms",         "writes",
	"writes_merged",  "write_sectors", "write_ms",        "in_flight",       "io_ms",
	"weighted_io_ms", "discards",      "discards_merged", "discard_sectors", "discard_ms",
	"flushes",        "flush_ms",
};

static int parse_diskstats(struct parse *ps, struct span text)
{
	struct span line, word, disk;
	int64_t number;
	int ret = 0;

	while (!ret && next_line(&text, &line)) {
		if (!next_word(&line, &word) || !next_word(&line, &word) ||
		    !next_word(&line, &disk))
			continue;
		snprintf(ps->scope, sizeof(ps->scope), "%.*s", (int)disk.len, disk.p);
		for (size_t i = 0; !ret && i < ARRAY_SIZE(disk_fields) && next_word(&line, &word);
		     i++)
			if (to_number(word, &number))
				ret = emit(ps, none,
					   (struct span){ disk_fields[i], strlen(disk_fields[i]) },
					   number);
	}
	return ret;
}

/* memory.current, memory.high: a number, or "max" */
static int parse_single(struct parse *ps, struct span text)
{
	struct mms_sample sample = { ps->prefix, ps->scope, 0, false };
	struct span line, word, more;

	if (!next_line(&text, &line) || text.len || !next_word(&line, &word) ||
	    next_word(&line, &more))
		return 0;
	sample.is_max = is_text(word, "max");
	if (!sample.is_max && !to_number(word, &sample.value))
		return 0;
	return ps->tell(ps->ctx, &sample);
}

/*
 * The first pattern that fits a file's name says how it is read. @prefix is
 * what keys begin with, NULL: the file's name.
 */
static const struct {
	const char *pattern;
	int (*parse)(struct parse *ps, struct span text);
	const char *prefix;
} kinds[] = {
	{ "vmstat", parse_pairs, NULL },
	{ "meminfo", parse_meminfo, NULL },
	{ "zoneinfo", parse_zoneinfo, NULL },
	{ "buddyinfo", parse_buddyinfo, NULL },
	{ "diskstats", parse_diskstats, NULL },
	{ "pressure-cpu", parse_pressure, "pressure.cpu" },
	{ "pressure-io", parse_pressure, "pressure.io" },
	{ "pressure-irq", parse_pressure, "pressure.irq" },
	{ "pressure-memory", parse_pressure, "pressure.memory" },
	{ "cpu.pressure", parse_pressure, "pressure.cpu" },
	{ "io.pressure", parse_pressure, "pressure.io" },
	{ "irq.pressure", parse_pressure, "pressure.irq" },
	{ "memory.pressure", parse_pressure, "pressure.memory" },
	{ "io.stat", parse_io_stat, NULL },
	{ "memory.numa_stat", parse_nested, NULL },
	{ "*.stat", parse_pairs, NULL },
	{ "*.events", parse_pairs, NULL },
	{ "*.events.local", parse_pairs, NULL },
	{ "memory.oom_control", parse_pairs, NULL },
	{ "memory.*", parse_single, NULL },
};

int mms_sample_parse(const char *file, const char *text, size_t len,
		     int (*tell)(void *ctx, const struct mms_sample *sample), void *ctx)
{
	struct parse ps = { .tell = tell, .ctx = ctx };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (fnmatch(kinds[i].pattern, file, 0))
			continue;
		snprintf(ps.prefix, sizeof(ps.prefix), "%s",
			 kinds[i].prefix ? kinds[i].prefix : file);
		return kinds[i].parse(&ps, (struct span){ text, len });
	}
	return 0;
}
