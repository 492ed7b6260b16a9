// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/recording.h"
#include "common/strmap.h"
#include "parse/load.h"
#include "parse/parse_sql.h"
#include "parse/sample_text.h"
#include "parse/samples.h"
#include "schema/stmt.h"

/* A dictionary: names, and their ids in the database, where more runs use it. */
struct dict {
	struct mms_strmap names;
	int64_t *ids;
	size_t alloc;
	int64_t next_id;
	struct mms_rows *rows;
};

/* The latest value of one key of one scope. */
struct latest {
	int64_t seen_ns;
	int64_t value;
	bool is_max;
};

/* A text that was read at one time. */
struct chunk {
	int64_t ts_ns;
	bool is_series; /* at the same time the snapshot comes first */
	const char *text;
	size_t len;
};

struct sampler {
	const struct mms_recording *rec;
	const struct mms_samples_opts *opts;
	struct dict keys, scopes;
	struct mms_rows *rows;
	struct mms_strmap pairs; /* of a key's and a scope's numbers */
	struct latest *latest;   /* of each pair */
	size_t alloc;
	/* The files of one name and one cgroup. */
	char *name, *cgroup;
	struct mms_buf texts[MMS_WHEN_AFTER + 1];
	struct chunk *chunks;
	size_t nr_chunks, alloc_chunks;
	int64_t ts_ns; /* of the chunk that is being read */
};

static int no_memory(void)
{
	return mms_err(-ENOMEM, "no memory for samples");
}

static void *grow(void *array, size_t *alloc, size_t need, size_t size)
{
	size_t more = *alloc ? *alloc : 256;

	while (more < need)
		more *= 2;
	if (more == *alloc)
		return array;
	array = realloc(array, more * size);
	if (array)
		*alloc = more;
	return array;
}

/* Dictionaries. */

static int dict_number(struct dict *dict, const char *name, bool *ret_new)
{
	int64_t i = mms_strmap_get(&dict->names, name, strlen(name), ret_new);
	int64_t *ids;

	if (i < 0)
		return no_memory();
	ids = grow(dict->ids, &dict->alloc, dict->names.n, sizeof(*ids));
	if (!ids)
		return no_memory();
	dict->ids = ids;
	return (int)i;
}

static int dict_read(struct dict *dict, struct sqlite3 *db, const char *query)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(db, mms_parse_sql, query, &st);

	dict->next_id = 1;
	while (!ret && (ret = mms_stmt_step(st)) == 1) {
		int i = dict_number(dict, mms_stmt_text(st, 1), NULL);

		if (i < 0)
			return i;
		dict->ids[i] = mms_stmt_int(st, 0);
		dict->next_id = dict->ids[i] + 1;
		ret = 0;
	}
	return ret;
}

static int dict_open(struct dict *dict, struct mms_load *load, const char *table,
		     const char *column, const char *query)
{
	const struct mms_load_column cols[] = { { "id", MMS_CELL_KIND_INT },
						{ column, MMS_CELL_KIND_TEXT } };
	int ret;

	ret = dict_read(dict, mms_load_lock(load), query);
	mms_load_unlock(load);
	return ret ? ret : mms_load_table(load, table, cols, 2, &dict->rows);
}

/* Return: number of the name in @dict, or a negative errno. */
static int dict_get(struct dict *dict, const char *name)
{
	bool is_new;
	int i = dict_number(dict, name, &is_new);

	if (i < 0 || !is_new)
		return i;
	dict->ids[i] = dict->next_id++;
	mms_rows_add(dict->rows);
	mms_row_set(dict->rows, 0, dict->ids[i]);
	mms_row_set_bytes(dict->rows, 1, name, strlen(name));
	return i;
}

static void dict_release(struct dict *dict)
{
	mms_strmap_release(&dict->names);
	free(dict->ids);
}

/* Values. */

enum { COL_RUN_ID, COL_KEY_ID, COL_SCOPE_ID, COL_TS, COL_VALUE };

static void add_row(struct sampler *sp, int key, int scope, const struct mms_sample *sample)
{
	mms_rows_add(sp->rows);
	mms_row_set(sp->rows, COL_RUN_ID, sp->opts->run_id);
	mms_row_set(sp->rows, COL_KEY_ID, sp->keys.ids[key]);
	mms_row_set(sp->rows, COL_SCOPE_ID, sp->scopes.ids[scope]);
	mms_row_set(sp->rows, COL_TS, sp->ts_ns);
	if (!sample->is_max)
		mms_row_set(sp->rows, COL_VALUE, sample->value);
}

/* A value of a time that has one already is no change: the first counts. */
static bool is_change(const struct latest *last, int64_t ts_ns, const struct mms_sample *sample)
{
	return ts_ns > last->seen_ns && (sample->is_max != last->is_max ||
					 (!sample->is_max && sample->value != last->value));
}

static int take_sample(void *ctx, const struct mms_sample *sample)
{
	struct sampler *sp = ctx;
	int pair[2];
	struct latest *latest;
	bool is_new, changed;
	int64_t i;

	pair[0] = dict_get(&sp->keys, sample->key);
	pair[1] = dict_get(&sp->scopes, sp->cgroup ? sp->cgroup : sample->scope);
	if (pair[0] < 0 || pair[1] < 0)
		return -ENOMEM;
	i = mms_strmap_get(&sp->pairs, pair, sizeof(pair), &is_new);
	latest = i < 0 ? NULL : grow(sp->latest, &sp->alloc, sp->pairs.n, sizeof(*latest));
	if (!latest)
		return no_memory();
	sp->latest = latest;
	changed = is_new || is_change(&latest[i], sp->ts_ns, sample);
	latest[i].seen_ns = sp->ts_ns;
	if (!changed)
		return 0;
	latest[i].value = sample->value;
	latest[i].is_max = sample->is_max;
	add_row(sp, pair[0], pair[1], sample);
	return 0;
}

/* Times. */

int mms_samples_time(const char **text, int64_t *ret_ns)
{
	const char *p = *text;
	int64_t ns = 0;
	int digits = -1; /* behind the dot */

	for (; isdigit((unsigned char)*p) || (*p == '.' && digits < 0); p++) {
		if (*p == '.') {
			digits = 0;
			continue;
		}
		if (digits >= 9)
			continue;
		digits += digits >= 0;
		if (__builtin_mul_overflow(ns, 10, &ns) ||
		    __builtin_add_overflow(ns, *p - '0', &ns))
			return -EBADMSG;
	}
	for (digits = digits < 0 ? 0 : digits; digits < 9; digits++)
		if (__builtin_mul_overflow(ns, 10, &ns))
			return -EBADMSG;
	if (p == *text)
		return -EBADMSG;
	*text = p;
	*ret_ns = ns;
	return 0;
}

static int add_chunk(struct sampler *sp, int64_t ts_ns, bool is_series, const char *text,
		     size_t len)
{
	struct chunk *chunks;

	chunks = grow(sp->chunks, &sp->alloc_chunks, sp->nr_chunks + 1, sizeof(*chunks));
	if (!chunks)
		return no_memory();
	sp->chunks = chunks;
	chunks[sp->nr_chunks++] = (struct chunk){ ts_ns, is_series, text, len };
	return 0;
}

/* The next line that begins with "=== ", or the text's end. */
static const char *next_mark(const char *text)
{
	while (*text && strncmp(text, "=== ", 4)) {
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return text;
}

/* "=== TIME PATH", then the text; one whose time cannot be read is left out. */
static int add_series(struct sampler *sp, const char *text)
{
	int ret = 0;

	for (text = next_mark(text); !ret && *text;) {
		const char *time = text + 4, *end;
		int64_t ts_ns;

		text += strcspn(text, "\n");
		text += *text == '\n';
		end = next_mark(text);
		if (!mms_samples_time(&time, &ts_ns) &&
		    !__builtin_add_overflow(ts_ns, sp->opts->series_offset_ns, &ts_ns))
			ret = add_chunk(sp, ts_ns, true, text, (size_t)(end - text));
		text = end;
	}
	return ret;
}

static int compare(const void *va, const void *vb)
{
	const struct chunk *a = va, *b = vb;

	if (a->ts_ns != b->ts_ns)
		return a->ts_ns < b->ts_ns ? -1 : 1;
	if (a->is_series != b->is_series)
		return a->is_series ? 1 : -1;
	return a->text < b->text ? -1 : a->text > b->text;
}

/* Files. */

static int read_chunk(struct sampler *sp, const struct chunk *chunk)
{
	if (sp->opts->stop && *sp->opts->stop)
		return mms_err(-EINTR, "interrupted; the database is as it was");
	sp->ts_ns = chunk->ts_ns;
	return mms_sample_parse(sp->name, chunk->text, chunk->len, take_sample, sp);
}

/* All that was read of one file, in the order of time. */
static int flush(struct sampler *sp)
{
	const struct mms_buf *before = &sp->texts[MMS_WHEN_BEFORE];
	const struct mms_buf *after = &sp->texts[MMS_WHEN_AFTER];
	int ret = 0;

	sp->nr_chunks = 0;
	if (before->len)
		ret = add_chunk(sp, sp->opts->before_ns, false, before->data, before->len);
	if (!ret)
		ret = add_series(sp, mms_buf_text(&sp->texts[MMS_WHEN_SERIES]));
	if (!ret && after->len)
		ret = add_chunk(sp, sp->opts->after_ns, false, after->data, after->len);
	if (!ret && sp->nr_chunks)
		qsort(sp->chunks, sp->nr_chunks, sizeof(*sp->chunks), compare);
	for (size_t i = 0; !ret && i < sp->nr_chunks; i++)
		ret = read_chunk(sp, &sp->chunks[i]);
	for (int i = 0; i <= MMS_WHEN_AFTER; i++)
		mms_buf_reset(&sp->texts[i]);
	return ret;
}

static bool is_same_file(const struct sampler *sp, const struct mms_recording_file *file)
{
	return sp->name && !strcmp(sp->name, file->name) && !sp->cgroup == !file->cgroup &&
	       (!file->cgroup || !strcmp(sp->cgroup, file->cgroup));
}

static int take_file(void *ctx, const struct mms_recording_file *file)
{
	struct sampler *sp = ctx;
	int ret;

	if (!is_same_file(sp, file)) {
		ret = flush(sp);
		if (ret)
			return ret;
		free(sp->name);
		free(sp->cgroup);
		sp->name = strdup(file->name);
		sp->cgroup = file->cgroup ? strdup(file->cgroup) : NULL;
		if (!sp->name || !sp->cgroup != !file->cgroup)
			return no_memory();
	}
	ret = mms_recording_read(sp->rec, file->path, &sp->texts[file->when]);
	if (ret)
		return mms_err(ret, "%s/%s: %s", mms_recording_path(sp->rec), file->path,
			       strerror(-ret));
	return 0;
}

static void mms_auto_sampler(struct sampler *sp)
{
	dict_release(&sp->keys);
	dict_release(&sp->scopes);
	mms_strmap_release(&sp->pairs);
	free(sp->latest);
	free(sp->name);
	free(sp->cgroup);
	free(sp->chunks);
	for (int i = 0; i <= MMS_WHEN_AFTER; i++)
		mms_buf_release(&sp->texts[i]);
}

int mms_samples_load(const struct mms_recording *rec, const struct mms_samples_opts *opts,
		     struct mms_load *load)
{
	static const struct mms_load_column cols[] = {
		[COL_RUN_ID] = { "run_id", MMS_CELL_KIND_INT },
		[COL_KEY_ID] = { "key_id", MMS_CELL_KIND_INT },
		[COL_SCOPE_ID] = { "scope_id", MMS_CELL_KIND_INT },
		[COL_TS] = { "ts_ns", MMS_CELL_KIND_INT },
		[COL_VALUE] = { "value", MMS_CELL_KIND_INT },
	};
	struct sampler sp mms_auto(sampler) = { .rec = rec, .opts = opts };
	int ret;

	ret = dict_open(&sp.keys, load, "sample_key", "key", "sample_keys");
	if (!ret)
		ret = dict_open(&sp.scopes, load, "sample_scope", "scope", "sample_scopes");
	if (!ret)
		ret = mms_load_table(load, "sample", cols, sizeof(cols) / sizeof(cols[0]),
				     &sp.rows);
	if (!ret)
		ret = mms_recording_files(rec, take_file, &sp);
	return ret ? ret : flush(&sp);
}
