// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "record/btf.h"
#include "record/items.h"

enum { BTF_MAX_BYTES = 64 << 20, VMSTAT_MAX_BYTES = 1 << 20 };

struct item {
	const char *enum_name; /* one of enums[] */
	int64_t number;
	char *name;
};

struct mms_items {
	const char *source;
	struct item *list; /* grouped by enum, in the order of its numbers */
	size_t n, alloc;
};

/*
 * vmstat_text[] is checked 1:1 against the enums when the kernel is built, so
 * an item's number is its line's distance from the enum's first line.
 */
static const struct {
	const char *name;
	const char *first_line; /* of /proc/vmstat; NULL: not printed in one run */
	const char *end_line;   /* the line behind the last; NULL: the end */
} enums[] = {
	{ "node_stat_item", "nr_inactive_anon", "nr_dirty_threshold" },
	{ "memcg_stat_item", NULL, NULL },
	{ "vm_event_item", "pgpgin", NULL },
};

static int add(struct mms_items *items, const char *enum_name, int64_t number, const char *name,
	       size_t len)
{
	if (items->n == items->alloc) {
		size_t alloc = items->alloc ? 2 * items->alloc : 256;
		struct item *list = realloc(items->list, alloc * sizeof(*list));

		if (!list)
			return -ENOMEM;
		items->list = list;
		items->alloc = alloc;
	}
	items->list[items->n] = (struct item){ enum_name, number, strndup(name, len) };
	return items->list[items->n++].name ? 0 : -ENOMEM;
}

struct walk {
	struct mms_items *items;
	const char *enum_name;
};

static int add_btf(void *ctx, const char *name, int64_t value)
{
	struct walk *w = ctx;

	return add(w->items, w->enum_name, value, name, strlen(name));
}

static int read_btf(struct mms_items *items, const struct mms_root *root)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = mms_root_read(root, "/sys/kernel/btf/vmlinux", &buf, BTF_MAX_BYTES);

	for (size_t i = 0; !ret && i < sizeof(enums) / sizeof(enums[0]); i++) {
		struct walk w = { items, enums[i].name };

		ret = mms_btf_enum(buf.data, buf.len, enums[i].name, add_btf, &w);
		if (ret == -ENOENT && items->n)
			ret = 0;
	}
	return ret;
}

static void upper(char *s)
{
	for (; *s; s++)
		*s = (char)toupper((unsigned char)*s);
}

static bool line_is(const char *line, const char *name)
{
	size_t n = name ? strlen(name) : 0;

	return n && !strncmp(line, name, n) && line[n] == ' ';
}

static int add_lines(struct mms_items *items, const char *text, size_t e)
{
	int64_t number = -1;
	int ret = 0;

	for (const char *line = text; *line && !ret;) {
		size_t len = strcspn(line, "\n");

		if (line_is(line, enums[e].first_line))
			number = 0;
		if (line_is(line, enums[e].end_line) || line_is(line, "nr_unstable"))
			number = -1;
		if (number >= 0) {
			ret = add(items, enums[e].name, number++, line, strcspn(line, " \n"));
			if (!ret)
				upper(items->list[items->n - 1].name);
		}
		line += len + (line[len] == '\n');
	}
	return ret;
}

static int read_vmstat(struct mms_items *items, const struct mms_root *root)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = mms_root_read(root, "/proc/vmstat", &buf, VMSTAT_MAX_BYTES);

	for (size_t i = 0; !ret && i < sizeof(enums) / sizeof(enums[0]); i++)
		if (enums[i].first_line)
			ret = add_lines(items, mms_buf_text(&buf), i);
	return ret;
}

static void forget(struct mms_items *items)
{
	for (size_t i = 0; i < items->n; i++)
		free(items->list[i].name);
	items->n = 0;
}

int mms_items_new(const struct mms_root *root, struct mms_items **ret_items)
{
	struct mms_items *items mms_auto(items) = calloc(1, sizeof(*items));
	int ret;

	if (!items)
		return -ENOMEM;
	items->source = "BTF";
	ret = read_btf(items, root);
	if (ret && ret != -ENOMEM) {
		forget(items);
		items->source = "position in /proc/vmstat";
		ret = read_vmstat(items, root);
	}
	if (ret == -ENOMEM)
		return ret;
	if (!items->n)
		items->source = "nothing";
	*ret_items = mms_take(items);
	return 0;
}

void mms_items_free(struct mms_items *items)
{
	if (!items)
		return;
	forget(items);
	free(items->list);
	free(items);
}

const char *mms_items_source(const struct mms_items *items)
{
	return items->source;
}

int mms_items_print(const struct mms_items *items, struct mms_buf *buf)
{
	mms_buf_printf(buf, "# from %s\n", items->source);
	for (size_t i = 0; i < items->n; i++) {
		/* NR_INACTIVE_ANON = NR_LRU_BASE: the last name of a number is the real one. */
		if (i + 1 < items->n && items->list[i + 1].enum_name == items->list[i].enum_name &&
		    items->list[i + 1].number == items->list[i].number)
			continue;
		mms_buf_printf(buf, "%s %" PRId64 " %s\n", items->list[i].enum_name,
			       items->list[i].number, items->list[i].name);
	}
	return buf->err;
}

static bool wanted(const char *name, const char *const *patterns, size_t n)
{
	bool yes = false;

	for (size_t i = 0; i < n; i++) {
		bool take_out = patterns[i][0] == '!';

		if (!fnmatch(patterns[i] + take_out, name, 0))
			yes = !take_out;
	}
	return yes;
}

static void print_range(struct mms_buf *filter, int64_t from, int64_t to)
{
	const char * or = filter->len ? "||" : "";

	if (from == to)
		mms_buf_printf(filter, "%sitem==%" PRId64, or, from);
	else
		mms_buf_printf(filter, "%s(item>=%" PRId64 "&&item<=%" PRId64 ")", or, from, to);
}

/* Numbers in a row become one range: these events are hot, predicates cost. */
int mms_items_filter(const struct mms_items *items, const char *enum_name,
		     const char *const *patterns, size_t n, struct mms_buf *filter,
		     struct mms_buf *names)
{
	struct mms_buf expr mms_auto(buf) = { 0 };
	int64_t from = 0, to = -1;
	int count = 0;

	for (size_t i = 0; i < items->n; i++) {
		const struct item *it = &items->list[i];

		if (strcmp(it->enum_name, enum_name) || !wanted(it->name, patterns, n))
			continue;
		mms_buf_printf(names, "%s%s", names->len ? " " : "", it->name);
		if (count && it->number != to + 1)
			print_range(&expr, from, to);
		if (!count || it->number != to + 1)
			from = it->number;
		to = it->number;
		count++;
	}
	if (count) {
		print_range(&expr, from, to);
		mms_buf_add(filter, expr.data, expr.len);
	}
	return expr.err || filter->err || names->err ? -ENOMEM : count;
}
