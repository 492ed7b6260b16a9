// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tracefs.h>
#include <zstd.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/events.h"
#include "record/outdir.h"
#include "record/runjson.h"
#include "record/trclock.h"

enum { MAX_BYTES = 64 << 20 };

int mms_runjson_write(struct mms_outdir *out, const json_t *run)
{
	char *text = json_dumps(run, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII);
	int ret;

	if (!text)
		return mms_err(-ENOMEM, "cannot make run.json");
	ret = mms_outdir_replace(out, "run.json", text, strlen(text));
	free(text);
	return ret;
}

int mms_runjson_read(struct mms_outdir *out, json_t **ret_run)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	json_error_t err;
	int ret = mms_buf_read_file(&buf, mms_outdir_fd(out), "run.json", MAX_BYTES);

	if (ret)
		return mms_err(ret, "%s/run.json: %s", mms_outdir_path(out), strerror(-ret));
	*ret_run = json_loadb(mms_buf_text(&buf), buf.len, 0, &err);
	if (!*ret_run)
		return mms_err(-EBADMSG, "%s/run.json, line %d: %s", mms_outdir_path(out), err.line,
			       err.text);
	return 0;
}

static json_t *value(const json_t *run, const char *part, const char *key)
{
	return json_object_get(part ? json_object_get(run, part) : run, key);
}

int64_t mms_runjson_int(const json_t *run, const char *part, const char *key, int64_t otherwise)
{
	const json_t *v = value(run, part, key);

	return json_is_integer(v) ? json_integer_value(v) : otherwise;
}

const char *mms_runjson_text(const json_t *run, const char *part, const char *key)
{
	const char *s = json_string_value(value(run, part, key));

	return s ? s : "";
}

/* "given" is what the kernel counted as kept or handed out. */
int64_t mms_runjson_cpu_lost(json_t *cpu, int64_t written)
{
	int64_t given = mms_runjson_int(cpu, NULL, "given", written);
	int64_t unwritten = given > written ? given - written : 0;

	json_object_del(cpu, "given");
	json_object_set_new(cpu, "unwritten", json_integer(unwritten));
	return mms_runjson_int(cpu, NULL, "overrun", 0) +
	       mms_runjson_int(cpu, NULL, "commit_overrun", 0) +
	       mms_runjson_int(cpu, NULL, "dropped", 0) + unwritten;
}

static json_t *words(const char *text)
{
	json_t *list;

	if (!text)
		return json_null();
	list = json_array();
	while (*text) {
		size_t len = strcspn(text, " ");

		json_array_append_new(list, json_stringn(text, len));
		text += len + (text[len] == ' ');
	}
	return list;
}

void mms_runjson_events(const struct mms_events *evs, json_t *run)
{
	json_t *events = json_array(), *skipped = json_array();

	for (size_t i = 0; i < mms_events_count(evs); i++) {
		const struct mms_event_pick *p = mms_events_get(evs, i);

		json_array_append_new(events,
				      json_pack("{s:s, s:s, s:s?, s:b, s:o}", "system", p->system,
						"name", p->name, "filter", p->filter, "stacktrace",
						p->stacktrace, "items", words(p->items)));
	}
	for (size_t i = 0; i < mms_events_nr_skipped(evs); i++) {
		const struct mms_event_skip *s = mms_events_skipped(evs, i);

		json_array_append_new(
			skipped, json_pack("{s:s, s:s}", "event", s->event, "reason", s->reason));
	}
	json_object_set_new(run, "events", events);
	json_object_set_new(run, "skipped", skipped);
}

void mms_runjson_versions(const char *mmscope, json_t *run)
{
	json_object_set_new(run, "versions",
			    json_pack("{s:s, s:s, s:s, s:s, s:s}", "mmscope", mmscope, "libtracefs",
				      MMS_TRACEFS_VERSION, "libtraceevent", MMS_TRACEEVENT_VERSION,
				      "zstd", ZSTD_versionString(), "jansson", JANSSON_VERSION));
}

json_t *mms_runjson_moment(int64_t clock_ns)
{
	int64_t wall = mms_clock_ns(CLOCK_REALTIME);
	time_t seconds = (time_t)(wall / 1000000000);
	char text[64];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	return json_pack("{s:s, s:I, s:I}", "wall", text, "wall_ns", (json_int_t)wall, "clock_ns",
			 (json_int_t)clock_ns);
}

json_t *mms_runjson_text_or_null(const char *s)
{
	json_t *v = s ? json_string(s) : NULL;

	return v ? v : json_null();
}

void mms_runjson_note(json_t *run, const char *text)
{
	json_t *notes = json_object_get(run, "notes");

	if (!notes) {
		notes = json_array();
		json_object_set_new(run, "notes", notes);
	}
	json_array_append_new(notes, json_string(text));
}
