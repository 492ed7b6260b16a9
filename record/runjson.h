/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_RUNJSON_H
#define MMS_RECORD_RUNJSON_H

#include <jansson.h>
#include <stdint.h>

struct mms_events;
struct mms_outdir;

/* run.json, whose keys docs/recording.md lists. */

/** mms_runjson_write() - Write it, in one piece. Return: 0 or a negative errno. */
int mms_runjson_write(struct mms_outdir *out, const json_t *run);

/** mms_runjson_read() - The one in a folder; json_decref(). Return: 0 or a negative errno. */
int mms_runjson_read(struct mms_outdir *out, json_t **ret_run);

/** mms_runjson_int() - Number @key of object @part (NULL: of @run itself), else @otherwise. */
int64_t mms_runjson_int(const json_t *run, const char *part, const char *key, int64_t otherwise);

/** mms_runjson_text() - Text, borrowed; "" when there is none. */
const char *mms_runjson_text(const json_t *run, const char *part, const char *key);

/**
 * mms_runjson_cpu_lost() - Events of a CPU that are not in the recording.
 * @cpu: element of "cpus"
 * @written: events that are
 */
int64_t mms_runjson_cpu_lost(json_t *cpu, int64_t written);

/** mms_runjson_events() - Put "events" and "skipped" into @run. */
void mms_runjson_events(const struct mms_events *evs, json_t *run);

/** mms_runjson_versions() - Put "versions" into @run. @mmscope: ours */
void mms_runjson_versions(const char *mmscope, json_t *run);

/** mms_runjson_moment() - { wall, wall_ns, clock_ns } of now. @clock_ns: the sample clock */
json_t *mms_runjson_moment(int64_t clock_ns);

/** mms_runjson_text_or_null() - A string; null for NULL and what is no UTF-8. */
json_t *mms_runjson_text_or_null(const char *s);

/** mms_runjson_note() - Add to "notes". */
void mms_runjson_note(json_t *run, const char *text);

#endif
