/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_ENGINE_H
#define MMS_PARSE_ENGINE_H

#include "common/auto.h"
#include "parse/event.h"
#include "parse/load.h"
#include "parse/source.h"

/*
 * The engine: events in time order go in; episodes, rollups, tasks, cgroups,
 * markers and losses come out as rows of a load. What an event means is said
 * by its file in schema/tracepoints/ ("-- engine: HANDLER ARGS"), how by the
 * handler of that name in parse/episode/ep_HANDLER.c.
 */
struct mms_engine;

/* A thread as known before the first event (a /proc snapshot). */
struct mms_engine_task {
	int32_t pid;
	int32_t tgid;      /* 0: unknown */
	const char *comm;  /* NULL: unknown */
	int64_t cgroup_id; /* 0: unknown */
};

/**
 * struct mms_engine_opts - What the engine must know from beside the events.
 * @run_id: run.id, put into every row
 * @first_type_id: event_type.id of the type with index 0; others follow
 * @enum_text: name of a number: what "vm_event_item" or "node_stat_item" means
 *	("PGSCAN_KSWAPD", in either case); returns NULL when unknown; may be NULL
 * @recorded: was an event recorded? 1, 0, or -1 when the recording does not say;
 *	may be NULL. A format can be there of an event that was not: what only
 *	it could tell is unknown then, not 0
 * @mglru: 1, 0, or -1 when the recording does not say
 * @memory_hierarchy: 1 + number of the cgroup hierarchy that the memory
 *	controller is in (0 for cgroup v2, else as in /proc/cgroups): so 1 for
 *	v2; 0 when unknown
 */
struct mms_engine_opts {
	int64_t run_id;
	int64_t first_type_id;
	const char *(*enum_text)(void *ctx, const char *enum_name, int64_t value);
	void *enum_ctx;
	int (*recorded)(void *ctx, const char *system, const char *name);
	void *recorded_ctx;
	int mglru;
	int memory_hierarchy;
};

/* What the engine learnt, for the run's row. */
struct mms_engine_summary {
	uint64_t nr_events;
	uint64_t nr_lost;          /* of gaps that said so */
	bool lost_unknown;         /* a gap did not */
	uint64_t nr_negative;      /* episodes that end before they begin */
	int64_t first_ns, last_ns; /* INT64_MIN without events */
	int mglru;                 /* 1, 0, -1 unknown */
	const char *scan_source;   /* as run.scan_source; NULL unknown */
	const uint64_t *counts;    /* records per type index, of the whole input */
};

/**
 * mms_engine_new() - Begin a run.
 * @info: of the source, borrowed; the names that it saved are taken from it
 * @load: rows go there, tables exist
 *
 * Return: 0; -EINVAL for a mistake in schema/tracepoints/; -ENOMEM.
 */
int mms_engine_new(const struct mms_source_info *info, const struct mms_engine_opts *opts,
		   struct mms_load *load, struct mms_engine **ret_eng);
int mms_engine_add_task(struct mms_engine *eng, const struct mms_engine_task *task);
/* @path: below the root of the memory hierarchy; @from_ns INT64_MIN: before the recording */
int mms_engine_add_cgroup(struct mms_engine *eng, int64_t id, const char *path, int64_t from_ns);

/**
 * mms_engine_event() - Take the next event or gap.
 * @seq: its place in the merged order
 * @ret_episode_seq: the innermost episode that the event lies in (its begin
 *	and end included), 0 for none
 *
 * Return: 0 or a negative errno.
 */
int mms_engine_event(struct mms_engine *eng, const struct mms_event *ev, int64_t seq,
		     int64_t *ret_episode_seq);

/** mms_engine_finish() - Close what is open, write what is left. */
int mms_engine_finish(struct mms_engine *eng, struct mms_engine_summary *ret_summary);
void mms_engine_free(struct mms_engine *eng);
MMS_DEFINE_AUTO(engine, struct mms_engine *, mms_engine_free);

#endif
