// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/recording.h"
#include "parse/enums.h"
#include "parse/load.h"

struct entry {
	const char *name; /* of the enum */
	int64_t value;
	const char *text;
	size_t order; /* of two with the same number the first counts */
};

struct mms_enums {
	struct mms_buf file;   /* texts of entries lie in it */
	struct entry *entries; /* sorted by name, value, order */
	size_t n, alloc;
};

static int add(struct mms_enums *en, const char *name, int64_t value, const char *text)
{
	struct entry *entries = en->entries;

	if (en->n == en->alloc) {
		en->alloc = en->alloc ? en->alloc * 2 : 1024;
		entries = realloc(entries, en->alloc * sizeof(*entries));
		if (!entries)
			return mms_err(-ENOMEM, "no memory for names of numbers");
		en->entries = entries;
	}
	entries[en->n] = (struct entry){ name, value, text, en->n };
	en->n++;
	return 0;
}

/* Lines "ENUM NUMBER NAME". */
static int read_enums(struct mms_enums *en)
{
	char *save = NULL;
	int ret = 0;

	for (char *line = strtok_r(en->file.data, "\n", &save); !ret && line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *words = NULL, *end;
		char *name = strtok_r(line, " ", &words);
		char *number = strtok_r(NULL, " ", &words);
		char *text = strtok_r(NULL, " ", &words);
		long long value;

		if (!text || *name == '#')
			continue;
		value = strtoll(number, &end, 10);
		if (!*end)
			ret = add(en, name, value, text);
	}
	return ret;
}

/*
 * The lines of vmstat are in the order of the enums, which the kernel's build
 * checks: number 0 is where these are. Behind them are lines of no enum.
 */
static const struct {
	const char *first;
	const char *name;
} positions[] = {
	{ "nr_inactive_anon", "node_stat_item" },
	{ "nr_dirty_threshold", NULL },
	{ "pgpgin", "vm_event_item" },
	{ "nr_unstable", NULL },
};

static int read_vmstat(struct mms_enums *en)
{
	const char *name = NULL;
	char *save = NULL;
	int64_t value = 0;
	int ret = 0;

	for (char *line = strtok_r(en->file.data, "\n", &save); !ret && line;
	     line = strtok_r(NULL, "\n", &save)) {
		line[strcspn(line, " ")] = '\0';
		for (size_t i = 0; i < sizeof(positions) / sizeof(positions[0]); i++) {
			if (strcmp(line, positions[i].first))
				continue;
			name = positions[i].name;
			value = 0;
		}
		for (char *s = line; *s; s++)
			*s = (char)toupper((unsigned char)*s);
		if (name)
			ret = add(en, name, value++, line);
	}
	return ret;
}

static const struct {
	const char *file;
	int (*read)(struct mms_enums *en);
} origins[] = {
	{ "enums", read_enums },
	{ "vmstat.before", read_vmstat },
	{ "vmstat.after", read_vmstat },
};

static int read_recording(struct mms_enums *en, const struct mms_recording *rec)
{
	int ret;

	for (size_t i = 0; !en->n && i < sizeof(origins) / sizeof(origins[0]); i++) {
		mms_buf_reset(&en->file);
		ret = mms_recording_read(rec, origins[i].file, &en->file);
		if (ret && ret != -ENOENT)
			return mms_err(ret, "%s/%s: %s", mms_recording_path(rec), origins[i].file,
				       strerror(-ret));
		ret = ret || !en->file.len ? 0 : origins[i].read(en);
		if (ret)
			return ret;
	}
	return 0;
}

static int compare(const void *va, const void *vb)
{
	const struct entry *a = va, *b = vb;
	int ret = strcmp(a->name, b->name);

	if (!ret)
		ret = a->value < b->value ? -1 : a->value > b->value;
	return ret ? ret : a->order < b->order ? -1 : a->order > b->order;
}

static void sort(struct mms_enums *en)
{
	size_t n = 0;

	if (en->n)
		qsort(en->entries, en->n, sizeof(*en->entries), compare);
	for (size_t i = 0; i < en->n; i++)
		if (!n || strcmp(en->entries[n - 1].name, en->entries[i].name) ||
		    en->entries[n - 1].value != en->entries[i].value)
			en->entries[n++] = en->entries[i];
	en->n = n;
}

int mms_enums_new(const struct mms_recording *rec, const struct mms_source_info *info,
		  struct mms_enums **ret_enums)
{
	struct mms_enums *en mms_auto(enums) = calloc(1, sizeof(*en));
	int ret;

	if (!en)
		return mms_err(-ENOMEM, "no memory for names of numbers");
	ret = read_recording(en, rec);
	for (unsigned int i = 0; !ret && i < info->nr_enums; i++)
		ret = add(en, info->enums[i].name, info->enums[i].value, info->enums[i].text);
	if (ret)
		return ret;
	sort(en);
	*ret_enums = mms_take(en);
	return 0;
}

void mms_enums_free(struct mms_enums *en)
{
	if (!en)
		return;
	mms_buf_release(&en->file);
	free(en->entries);
	free(en);
}

const char *mms_enums_text(void *ctx, const char *name, int64_t value)
{
	const struct mms_enums *en = ctx;
	size_t lo = 0, hi = en->n;
	const struct entry key = { name, value, NULL, 0 };

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (compare(&en->entries[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == en->n || strcmp(en->entries[lo].name, name) || en->entries[lo].value != value)
		return NULL;
	return en->entries[lo].text;
}

/* Of "EVENT.FIELD": did the event come? Names without a dot are the kernel's enums. */
static bool is_used(const char *name, const struct mms_source_info *info, const uint64_t *counts)
{
	const char *dot = strchr(name, '.');
	size_t len = dot ? (size_t)(dot - name) : 0;

	if (!dot || !counts)
		return true;
	for (unsigned int i = 0; i < info->nr_types; i++)
		if (counts[i] && !strncmp(info->types[i].name, name, len) &&
		    !info->types[i].name[len])
			return true;
	return false;
}

int mms_enums_load(const struct mms_enums *en, const struct mms_source_info *info,
		   const uint64_t *counts, int64_t run_id, struct mms_load *load)
{
	static const struct mms_load_column cols[] = { { "run_id", MMS_CELL_KIND_INT },
						       { "name", MMS_CELL_KIND_TEXT },
						       { "value", MMS_CELL_KIND_INT },
						       { "text", MMS_CELL_KIND_TEXT } };
	struct mms_rows *rows;
	bool used = false;
	int ret;

	ret = mms_load_table(load, "enum", cols, sizeof(cols) / sizeof(cols[0]), &rows);
	for (size_t i = 0; !ret && i < en->n; i++) {
		const struct entry *e = &en->entries[i];

		if (!i || strcmp(e->name, en->entries[i - 1].name))
			used = is_used(e->name, info, counts);
		if (!used)
			continue;
		mms_rows_add(rows);
		mms_row_set(rows, 0, run_id);
		mms_row_set_bytes(rows, 1, e->name, strlen(e->name));
		mms_row_set(rows, 2, e->value);
		mms_row_set_bytes(rows, 3, e->text, strlen(e->text));
	}
	return ret;
}
