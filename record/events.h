/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_EVENTS_H
#define MMS_RECORD_EVENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "common/auto.h"

struct mms_items;
struct tracefs_instance;

/*
 * Which events are recorded: asked for by presets and options, resolved
 * against what the kernel has, then enabled in an instance.
 */
struct mms_events;

/** struct mms_event_pick - One event to record. Texts are owned by mms_events. */
struct mms_event_pick {
	char *system;
	char *name;
	char *filter; /* NULL: none */
	char *items;  /* names of the counter items that pass, blanks between; NULL */
	bool not_self;
	bool stacktrace;
};

/** struct mms_event_skip - What could not be had, and why. */
struct mms_event_skip {
	char *event;
	char *reason;
};

/**
 * mms_events_available() - What this kernel can trace, lines "SYSTEM:EVENT".
 * @tracefs: the user's folder, or NULL to look for it
 * @ret_text: to be freed; set only on success
 *
 * Return: 0 or a negative errno.
 */
int mms_events_available(const char *tracefs, char **ret_text);

/**
 * mms_events_new() - An empty selection.
 * @available: lines "SYSTEM:EVENT", as in tracefs' available_events; copied
 *
 * Return: for mms_events_free(); NULL when out of memory.
 */
struct mms_events *mms_events_new(const char *available);
void mms_events_free(struct mms_events *evs);
MMS_DEFINE_AUTO(events, struct mms_events *, mms_events_free);

/**
 * mms_events_add_preset() - All that a preset names, and what it includes.
 * @items: for lines that filter by counter items
 *
 * Return: 0; -EINVAL for an unknown preset.
 */
int mms_events_add_preset(struct mms_events *evs, const char *name, const struct mms_items *items);

/**
 * mms_events_add() - What the user named.
 * @event: SYSTEM:EVENT, SYSTEM/EVENT, SYSTEM, EVENT or "all"; globs
 * @filter: in the kernel's syntax; NULL: none, also when a preset had one
 * @stacktrace: take a kernel stack with each record
 *
 * Return: 0; -ENOENT when nothing matches, and the message names near ones.
 */
int mms_events_add(struct mms_events *evs, const char *event, const char *filter, bool stacktrace);

/**
 * mms_events_enable() - Turn all of them on in an instance.
 *
 * Return: 0, or a negative errno with the kernel's own words where it has any.
 */
int mms_events_enable(struct mms_events *evs, struct tracefs_instance *instance);

size_t mms_events_count(const struct mms_events *evs);
const struct mms_event_pick *mms_events_get(const struct mms_events *evs, size_t i);
size_t mms_events_nr_skipped(const struct mms_events *evs);
const struct mms_event_skip *mms_events_skipped(const struct mms_events *evs, size_t i);

/**
 * mms_events_next_of() - The next event of the kernel that belongs to @system.
 * @pos: start with 0
 *
 * Return: its name, borrowed; NULL at the end.
 */
const char *mms_events_next_of(const struct mms_events *evs, const char *system, size_t *pos);

#endif
