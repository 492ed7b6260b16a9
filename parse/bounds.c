// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "common/recording.h"
#include "parse/bounds.h"
#include "parse/facts.h"
#include "parse/samples.h"

/* From the one that says best to the one that says least. */
static const char *const kinds[] = { "markers", "tracing", "events" };

enum { BY_MARKERS, BY_TRACING, BY_EVENTS, NR_KINDS };

/* The file "snapshots": lines NAME BEGIN END, on the clock of the series. */
static struct mms_time snapshot(const struct mms_recording *rec, const char *name, bool end)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_time t = { 0 };
	const char *p;

	if (mms_recording_read(rec, "snapshots", &text))
		return t;
	for (p = mms_buf_text(&text); *p; p += strcspn(p, "\n"), p += *p == '\n') {
		const char *at = p + strlen(name) + 1;

		if (strncmp(p, name, strlen(name)) || p[strlen(name)] != ' ')
			continue;
		t.known = !mms_samples_time(&at, &t.ns);
		if (end)
			t.known = t.known && *at++ == ' ' && !mms_samples_time(&at, &t.ns);
		return t;
	}
	return t;
}

/* Events and series may go by two clocks; a snapshot that has a marker ties them. */
static struct mms_time clock_offset(const struct mms_recording *rec, struct mms_time before,
				    struct mms_time snap)
{
	const char *events = mms_recording_text(rec, "clock.name");
	const char *series = mms_recording_text(rec, "clock.sample_clock");
	struct mms_time t = { .known = !events || !series || !strcmp(events, series) };

	if (!t.known && before.known && snap.known)
		t = (struct mms_time){ true, before.ns - snap.ns };
	return t;
}

static struct mms_time shift(struct mms_time t, struct mms_time offset)
{
	t.known = t.known && offset.known;
	if (t.known)
		t.ns += offset.ns;
	return t;
}

static struct mms_time of_json(const struct mms_recording *rec, const char *key)
{
	struct mms_time t = { 0 };

	t.known = mms_recording_int(rec, key, &t.ns);
	return t;
}

static int choose(const struct mms_time *times, int64_t *ret_ns)
{
	int i = 0;

	while (i < NR_KINDS && !times[i].known)
		i++;
	if (i < NR_KINDS)
		*ret_ns = times[i].ns;
	return i;
}

/* There is nothing with a time, or nothing but how long it took. */
static struct mms_bounds timeless(const struct mms_recording *rec)
{
	struct mms_bounds b = { .to_ns = 1, .kind = "snapshots" };

	b.is_timed = mms_facts_elapsed(rec, &b.to_ns) && b.to_ns > 0;
	if (!b.is_timed)
		b.to_ns = 1;
	return b;
}

struct mms_bounds mms_bounds_find(const struct mms_recording *rec, struct mms_time before,
				  struct mms_time after, struct mms_time first,
				  struct mms_time last)
{
	struct mms_time snap = snapshot(rec, "before", true);
	struct mms_time offset = clock_offset(rec, before, snap);
	struct mms_time from[] = { before, shift(of_json(rec, "tracing.on_ns"), offset), first };
	struct mms_time to[] = { after, shift(of_json(rec, "tracing.off_ns"), offset), last };
	struct mms_bounds b = { .is_timed = true,
				.series_offset_ns = offset.known ? offset.ns : 0 };
	int by_from, by_to;

	if (!before.known)
		from[BY_MARKERS] = shift(snap, offset);
	if (!after.known)
		to[BY_MARKERS] = shift(snapshot(rec, "after", false), offset);
	to[BY_EVENTS].ns += last.known; /* so that the last event is in it */
	by_from = choose(from, &b.from_ns);
	by_to = choose(to, &b.to_ns);
	if (by_from == NR_KINDS || by_to == NR_KINDS || b.to_ns <= b.from_ns)
		return timeless(rec);
	b.kind = kinds[by_from > by_to ? by_from : by_to];
	return b;
}
