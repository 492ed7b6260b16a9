// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <zlib.h>

#include "common/err.h"
#include "common/recording.h"
#include "common/strmap.h"
#include "parse/env.h"
#include "parse/load.h"

#define CONFIG_MAX_BYTES (16u << 20)
#define JSON_DEPTH       8

struct env {
	int64_t run_id;
	struct mms_strmap keys; /* the first value of a key counts */
	struct mms_rows *rows;
};

static void mms_auto_env(struct env *env)
{
	mms_strmap_release(&env->keys);
}

static int add(struct env *env, const char *key, size_t key_len, const char *value, size_t len)
{
	bool is_new;

	if (mms_strmap_get(&env->keys, key, key_len, &is_new) < 0)
		return mms_err(-ENOMEM, "no memory for the environment");
	if (!is_new)
		return 0;
	mms_rows_add(env->rows);
	mms_row_set(env->rows, 0, env->run_id);
	mms_row_set_bytes(env->rows, 1, key, key_len);
	mms_row_set_bytes(env->rows, 2, value, len);
	return 0;
}

/* KEY, @sep, VALUE on each line; lines without @sep, and comments, are passed over. */
static int add_lines(struct env *env, const char *text, const char *sep)
{
	int ret = 0;

	while (!ret && *text) {
		size_t len = strcspn(text, "\n");
		const char *at = memmem(text, len, sep, strlen(sep));

		if (at && *text != '#') {
			const char *value = at + strlen(sep);

			ret = add(env, text, (size_t)(at - text), value,
				  (size_t)(text + len - value));
		}
		text += len + (text[len] == '\n');
	}
	return ret;
}

static int add_settings(struct env *env, const char *name, struct mms_buf *text)
{
	(void)name;
	return add_lines(env, mms_buf_text(text), ": ");
}

static int add_config(struct env *env, const char *name, struct mms_buf *text)
{
	(void)name;
	return add_lines(env, mms_buf_text(text), "=");
}

/* What cannot be unpacked is left out: the recording is worth reading without. */
static int add_config_gz(struct env *env, const char *name, struct mms_buf *text)
{
	struct mms_buf out mms_auto(buf) = { 0 };
	z_stream z = { .next_in = (unsigned char *)text->data,
		       .avail_in = (unsigned int)text->len };
	int code = Z_OK;

	if (inflateInit2(&z, 15 + 16) != Z_OK)
		return mms_err(-ENOMEM, "no memory to unpack %s", name);
	while (code == Z_OK && out.len < CONFIG_MAX_BYTES) {
		char *to = mms_buf_reserve(&out, 65536);

		if (!to)
			break;
		z.next_out = (unsigned char *)to;
		z.avail_out = 65536;
		code = inflate(&z, Z_NO_FLUSH);
		out.len += 65536 - z.avail_out;
		to[65536 - z.avail_out] = '\0';
	}
	inflateEnd(&z);
	if (out.err)
		return mms_err(-ENOMEM, "no memory to unpack %s", name);
	return add_config(env, name, &out);
}

static int add_text(struct env *env, const char *name, struct mms_buf *text)
{
	while (text->len && text->data[text->len - 1] == '\n')
		text->len--;
	return add(env, name, strlen(name), mms_buf_text(text), text->len);
}

/* Of the first CPU; the others are nearly always like it. */
static int add_paragraph(struct env *env, const char *name, struct mms_buf *text)
{
	const char *end = strstr(mms_buf_text(text), "\n\n");

	if (end)
		text->len = (size_t)(end - text->data);
	return add_text(env, name, text);
}

static const struct {
	const char *name;
	int (*add)(struct env *env, const char *name, struct mms_buf *text);
} files[] = {
	{ "settings", add_settings },    { "config", add_config },
	{ "config.gz", add_config_gz },  { "uname", add_text },
	{ "cmdline", add_text },         { "mounts", add_text },
	{ "swaps", add_text },           { "swaps.before", add_text },
	{ "cgroups", add_text },         { "cpuinfo", add_paragraph },
	{ "lru_gen.enabled", add_text }, { "trace_clock", add_text },
	{ "record.cmd", add_text },      { "ring_buffer.stats", add_text },
};

static int add_file(struct env *env, const struct mms_recording *rec, size_t i)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = mms_recording_read(rec, files[i].name, &text);

	if (ret == -ENOENT || (!ret && !text.len))
		return 0;
	if (ret)
		return mms_err(ret, "%s/%s: %s", mms_recording_path(rec), files[i].name,
			       strerror(-ret));
	return files[i].add(env, files[i].name, &text);
}

static int add_json(struct env *env, const char *key, const json_t *value, int depth);

static int add_object(struct env *env, const char *key, const json_t *object, int depth)
{
	struct mms_buf child mms_auto(buf) = { 0 };
	const char *name;
	json_t *value;
	int ret = 0;

	json_object_foreach((json_t *)object, name, value)
	{
		mms_buf_reset(&child);
		ret = mms_buf_printf(&child, "%s%s%s", key, *key ? "." : "", name);
		if (!ret)
			ret = add_json(env, mms_buf_text(&child), value, depth + 1);
		if (ret)
			break;
	}
	return ret;
}

/* Lists of objects (events, CPUs) have tables of their own, or are too much. */
static int add_json(struct env *env, const char *key, const json_t *value, int depth)
{
	const char *text = json_string_value(value);
	char *dump mms_auto(mem) = NULL;

	if (json_is_object(value))
		return depth < JSON_DEPTH ? add_object(env, key, value, depth) : 0;
	if (json_is_null(value) || json_is_object(json_array_get(value, 0)))
		return 0;
	if (!text)
		text = dump = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	if (!text)
		return mms_err(-ENOMEM, "no memory for %s of run.json", key);
	return add(env, key, strlen(key), text, strlen(text));
}

int mms_env_load(const struct mms_recording *rec, int64_t run_id, struct mms_load *load)
{
	static const struct mms_load_column cols[] = { { "run_id", MMS_CELL_KIND_INT },
						       { "key", MMS_CELL_KIND_TEXT },
						       { "value", MMS_CELL_KIND_TEXT } };
	struct env env mms_auto(env) = { .run_id = run_id };
	const json_t *json = mms_recording_json(rec, "");
	int ret;

	ret = mms_load_table(load, "env", cols, sizeof(cols) / sizeof(cols[0]), &env.rows);
	for (size_t i = 0; !ret && i < sizeof(files) / sizeof(files[0]); i++)
		ret = add_file(&env, rec, i);
	return ret || !json ? ret : add_json(&env, "", json, 0);
}
