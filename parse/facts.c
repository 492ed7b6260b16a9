// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/recording.h"
#include "parse/facts.h"
#include "parse/source.h"
#include "schema/stmt.h"

#define ARRAY_SIZE(a)     (sizeof(a) / sizeof((a)[0]))
#define DEFAULT_PAGE_SIZE 4096

/* Parameters that are numbers of run.json. */
static const struct {
	const char *param;
	const char *key;
} numbers[] = {
	{ ":hz", "hz" },           { ":wall_offset_ns", "clock.wall_offset_ns" },
	{ ":status", "status" },   { ":wall_ns", "wall_ns" },
	{ ":user_ns", "user_ns" }, { ":sys_ns", "sys_ns" },
};

/* time.json, of a run without events: seconds, as time(1) tells them. */
static const struct {
	const char *param;
	const char *key;
} times[] = {
	{ ":wall_ns", "elapsed_s" },
	{ ":user_ns", "user_s" },
	{ ":sys_ns", "system_s" },
};

static json_t *read_time_json(const struct mms_recording *rec)
{
	struct mms_buf text mms_auto(buf) = { 0 };

	if (mms_recording_read(rec, "time.json", &text))
		return NULL;
	return json_loadb(mms_buf_text(&text), text.len, 0, NULL);
}

static bool time_ns(const json_t *json, const char *key, int64_t *ret_ns)
{
	const json_t *at = json_object_get(json, key);
	double s = json_number_value(at);

	if (!json_is_number(at) || !(s >= 0 && s < 9e9))
		return false;
	*ret_ns = (int64_t)(s * 1e9 + 0.5);
	return true;
}

bool mms_facts_elapsed(const struct mms_recording *rec, int64_t *ret_ns)
{
	json_t *json = read_time_json(rec);
	bool ok = time_ns(json, "elapsed_s", ret_ns);

	json_decref(json);
	return ok || mms_recording_int(rec, "wall_ns", ret_ns);
}

static void bind_numbers(const struct mms_recording *rec, struct mms_stmt *st)
{
	json_t *json = read_time_json(rec);
	int64_t value;

	for (size_t i = 0; i < ARRAY_SIZE(times); i++)
		if (time_ns(json, times[i].key, &value))
			mms_stmt_bind_int(st, times[i].param, value);
	json_decref(json);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		if (mms_recording_int(rec, numbers[i].key, &value))
			mms_stmt_bind_int(st, numbers[i].param, value);
}

/* "Linux HOST RELEASE VERSION... MACHINE [GNU/Linux]"; VERSION may be left out. */
static void bind_uname(struct mms_stmt *st, char *text)
{
	const char *release = NULL, *machine = NULL;
	char *save = NULL;
	int n = 0;

	for (char *word = strtok_r(text, " \n", &save); word; word = strtok_r(NULL, " \n", &save)) {
		if (n++ == 2)
			release = word;
		else if (n > 3 && strcmp(word, "GNU/Linux"))
			machine = word;
	}
	mms_stmt_bind_text(st, ":kernel", release);
	mms_stmt_bind_text(st, ":machine", machine);
}

static int bind_kernel(const struct mms_recording *rec, const struct mms_source_info *info,
		       struct mms_stmt *st)
{
	const char *release = mms_recording_text(rec, "kernel.release");
	struct mms_buf text mms_auto(buf) = { 0 };

	if (release) {
		mms_stmt_bind_text(st, ":kernel", release);
		mms_stmt_bind_text(st, ":machine", mms_recording_text(rec, "kernel.machine"));
		return 0;
	}
	if (mms_recording_line(rec, "uname", &text) && info->uname)
		mms_buf_printf(&text, "%s", info->uname);
	if (text.err)
		return mms_err(-ENOMEM, "no memory for the kernel's name");
	if (text.len)
		bind_uname(st, text.data);
	return 0;
}

/* trace_clock: the one in brackets. */
static void bind_clock(const struct mms_recording *rec, const struct mms_source_info *info,
		       struct mms_stmt *st)
{
	const char *clock = info->clock ? info->clock : mms_recording_text(rec, "clock.name");
	struct mms_buf text mms_auto(buf) = { 0 };
	char *from, *to = NULL;

	mms_stmt_bind_text(st, ":clock", clock);
	if (clock || mms_recording_line(rec, "trace_clock", &text))
		return;
	from = strchr(text.data, '[');
	to = from ? strchr(from, ']') : NULL;
	if (!to)
		return;
	*to = '\0';
	mms_stmt_bind_text(st, ":clock", from + 1);
}

/* As it would be typed: words that a shell would take apart are quoted. */
static int add_word(struct mms_buf *buf, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "%+,-./:=@^_";

	if (*word && !word[strspn(word, plain)])
		return mms_buf_printf(buf, "%s", word);
	mms_buf_printf(buf, "'");
	for (; *word; word++)
		mms_buf_printf(buf, *word == '\'' ? "'\\''" : "%c", *word);
	return mms_buf_printf(buf, "'");
}

static int bind_command(const struct mms_recording *rec, struct mms_stmt *st)
{
	const json_t *list = mms_recording_json(rec, "command"), *word;
	struct mms_buf text mms_auto(buf) = { 0 };
	size_t i;

	if (!json_array_size(list))
		return 0;
	json_array_foreach((json_t *)list, i, word)
	{
		if (i)
			mms_buf_printf(&text, " ");
		if (json_is_string(word))
			add_word(&text, json_string_value(word));
	}
	if (text.err)
		return mms_err(-ENOMEM, "no memory for the command");
	mms_stmt_bind_text(st, ":command", mms_buf_text(&text));
	return 0;
}

/* Reclaim statistics are node counters since 7.1: in vmstat they stand before pgpgin. */
static int bind_counter_scope(const struct mms_recording *rec, struct mms_stmt *st)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	const char *scan, *in;
	int ret = mms_recording_read(rec, "vmstat.before", &text);

	if (ret == -ENOENT)
		return 0;
	if (ret)
		return mms_err(ret, "%s/vmstat.before: %s", mms_recording_path(rec),
			       strerror(-ret));
	scan = strstr(mms_buf_text(&text), "\npgscan_kswapd ");
	in = strstr(mms_buf_text(&text), "\npgpgin ");
	if (scan && in)
		mms_stmt_bind_text(st, ":counter_scope", scan < in ? "all" : "global");
	return 0;
}

int mms_facts_bind(const struct mms_recording *rec, const struct mms_source_info *info,
		   unsigned int page_size, struct mms_stmt *st)
{
	int64_t size = page_size, cpus = info->nr_cpus;
	int ret;

	bind_numbers(rec, st);
	bind_clock(rec, info, st);
	mms_stmt_bind_text(st, ":recorded_at", mms_recording_text(rec, "start.wall"));
	if (!size && !mms_recording_int(rec, "page_size", &size))
		size = info->page_size ? info->page_size : DEFAULT_PAGE_SIZE;
	mms_stmt_bind_int(st, ":page_size", size);
	if (mms_recording_int(rec, "nr_cpus", &cpus) || cpus > 0)
		mms_stmt_bind_int(st, ":nr_cpus", cpus);
	ret = bind_kernel(rec, info, st);
	if (!ret)
		ret = bind_command(rec, st);
	return ret ? ret : bind_counter_scope(rec, st);
}

static void add_reason(struct mms_buf *why, const char *what, const char *text)
{
	if (text)
		mms_buf_printf(why, "%s%s%s", why->len ? "; " : "", what, text);
}

int mms_facts_incomplete(const struct mms_recording *rec, const struct mms_source_info *info,
			 struct mms_buf *why)
{
	const char *state = mms_recording_text(rec, "state");

	add_reason(why, "", info->incomplete);
	add_reason(why, "", mms_recording_damage(rec));
	if (state && !strcmp(state, "killed"))
		add_reason(why, "", "the recorder was killed");
	add_reason(why, "tracing was stopped before the end: ",
		   mms_recording_text(rec, "tracing.stopped"));
	return why->err ? mms_err(why->err, "no memory for what is missing") : 0;
}

/* Sums up to what is known, -1 stays -1 only when nothing is. */
static void add_lost(int64_t *sum, int64_t value)
{
	if (value >= 0)
		*sum = (*sum < 0 ? 0 : *sum) + value;
}

static int64_t lost_of_json(const json_t *cpus)
{
	static const char *const keys[] = { "overrun", "commit_overrun", "dropped" };
	int64_t sum = -1;

	for (size_t i = 0; i < json_array_size(cpus); i++) {
		for (size_t k = 0; k < ARRAY_SIZE(keys); k++) {
			const json_t *n = json_object_get(json_array_get(cpus, i), keys[k]);

			if (json_is_integer(n))
				add_lost(&sum, json_integer_value(n));
		}
	}
	return sum;
}

static int64_t lost_of_text(const char *text)
{
	static const char *const keys[] = { "overrun: ", "commit overrun: ", "dropped events: " };
	int64_t sum = -1;

	while (*text) {
		for (size_t k = 0; k < ARRAY_SIZE(keys); k++)
			if (!strncmp(text, keys[k], strlen(keys[k])))
				add_lost(&sum, strtoll(text + strlen(keys[k]), NULL, 10));
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return sum;
}

int64_t mms_facts_lost(const struct mms_recording *rec, const struct mms_source_info *info)
{
	const json_t *cpus = mms_recording_json(rec, "cpus");
	struct mms_buf text mms_auto(buf) = { 0 };
	int64_t sum = -1;

	if (json_array_size(cpus))
		return lost_of_json(cpus);
	for (unsigned int i = 0; i < info->nr_cpu_stats; i++) {
		add_lost(&sum, info->cpu_stats[i].overrun);
		add_lost(&sum, info->cpu_stats[i].dropped);
	}
	if (sum < 0 && !mms_recording_read(rec, "ring_buffer.stats", &text))
		sum = lost_of_text(mms_buf_text(&text));
	return sum;
}

int mms_facts_mglru(const struct mms_recording *rec)
{
	const char *value = mms_recording_text(rec, "lru_gen");
	struct mms_buf text mms_auto(buf) = { 0 };
	char *end;
	unsigned long bits;

	/* Our recorder writes null for a kernel that has none. */
	if (!value && mms_recording_json(rec, "kernel"))
		return 0;
	if (!value && !mms_recording_line(rec, "lru_gen.enabled", &text))
		value = text.data;
	if (!value)
		return -1;
	if (!strcmp(value, "absent"))
		return 0;
	bits = strtoul(value, &end, 16);
	return end == value ? -1 : (int)(bits & 1);
}

int mms_facts_memory_hierarchy(const struct mms_recording *rec)
{
	const char *version = mms_recording_text(rec, "cgroup.memory");
	struct mms_buf text mms_auto(buf) = { 0 };
	const char *line;

	if (!version)
		return 0;
	if (!strcmp(version, "v2"))
		return 1;
	if (mms_recording_read(rec, "cgroups", &text))
		return 0;
	line = strstr(mms_buf_text(&text), "\nmemory\t");
	return line ? 1 + (int)strtol(line + strlen("\nmemory\t"), NULL, 10) : 0;
}
