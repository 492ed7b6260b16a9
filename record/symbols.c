// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "record/symbols.h"

/* Open addressing; 0 is a free slot and no address. At most half full. */
struct mms_symbols {
	uint64_t *slots;
	size_t mask, used;
	bool all;
};

struct line {
	uint64_t addr;
	const char *text;
	bool keep;
};

struct mms_symbols *mms_symbols_new(void)
{
	struct mms_symbols *syms = calloc(1, sizeof(*syms));

	if (!syms)
		return NULL;
	syms->mask = 255;
	syms->slots = calloc(syms->mask + 1, sizeof(*syms->slots));
	if (syms->slots)
		return syms;
	free(syms);
	return NULL;
}

void mms_symbols_free(struct mms_symbols *syms)
{
	if (!syms)
		return;
	free(syms->slots);
	free(syms);
}

void mms_symbols_need_all(struct mms_symbols *syms)
{
	syms->all = true;
}

static uint64_t *slot_of(const struct mms_symbols *syms, uint64_t addr)
{
	size_t i = (addr * UINT64_C(0x9e3779b97f4a7c15) >> 32) & syms->mask;

	while (syms->slots[i] && syms->slots[i] != addr)
		i = (i + 1) & syms->mask;
	return &syms->slots[i];
}

static int grow(struct mms_symbols *syms)
{
	struct mms_symbols bigger = *syms;

	bigger.mask = 2 * syms->mask + 1;
	bigger.slots = calloc(bigger.mask + 1, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (size_t i = 0; i <= syms->mask; i++)
		if (syms->slots[i])
			*slot_of(&bigger, syms->slots[i]) = syms->slots[i];
	free(syms->slots);
	*syms = bigger;
	return 0;
}

int mms_symbols_need(struct mms_symbols *syms, uint64_t addr)
{
	uint64_t *slot;

	if (!addr || syms->all)
		return 0;
	slot = slot_of(syms, addr);
	if (*slot)
		return 0;
	*slot = addr;
	return ++syms->used * 2 > syms->mask ? grow(syms) : 0;
}

static int by_addr(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (x->text > y->text) - (x->text < y->text); /* aliases keep their order */
}

static size_t line_bytes(const char *text)
{
	size_t len = strcspn(text, "\n");

	return len + (text[len] == '\n');
}

static struct line *read_lines(const char *text, size_t *ret_n)
{
	struct line *lines;
	size_t n = 0;

	for (const char *p = text; *p; p += line_bytes(p))
		n++;
	lines = calloc(n + 1, sizeof(*lines));
	*ret_n = n;
	for (size_t i = 0; lines && i < n; i++, text += line_bytes(text))
		lines[i] = (struct line){ strtoull(text, NULL, 16), text, false };
	if (lines)
		qsort(lines, n, sizeof(*lines), by_addr);
	return lines;
}

/* Keep the last symbol at or below @addr, its aliases, and what follows them. */
static void keep(struct line *lines, size_t n, uint64_t addr)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (lines[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < n)
		lines[lo].keep = true;
	for (size_t i = lo; i > 0 && lines[i - 1].addr == lines[lo - 1].addr; i--)
		lines[i - 1].keep = true;
}

int mms_symbols_print(const struct mms_symbols *syms, const char *kallsyms, struct mms_buf *buf)
{
	struct line *lines;
	size_t n;

	if (syms->all)
		return mms_buf_add(buf, kallsyms, strlen(kallsyms));
	lines = read_lines(kallsyms, &n);
	if (!lines)
		return -ENOMEM;
	for (size_t i = 0; i <= syms->mask; i++)
		if (syms->slots[i])
			keep(lines, n, syms->slots[i]);
	for (size_t i = 0; i < n; i++)
		if (lines[i].keep)
			mms_buf_add(buf, lines[i].text, line_bytes(lines[i].text));
	free(lines);
	return buf->err;
}
