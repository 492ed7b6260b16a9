/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_CGROUPS_H
#define MMS_PARSE_EPISODE_CGROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/load.h"

struct mms_ep;

struct mms_cgroup {
	int64_t id, from_ns;
	char *path;
	bool live;
};

/* A cgroup as events name it. */
struct mms_cgroup_name {
	int64_t hierarchy, id;
	const char *path;
	size_t len;
};

/*
 * Memory cgroups and their paths. With cgroup v1 every hierarchy numbers its
 * cgroups from 1, and cgroup events come from all of them: only those of the
 * hierarchy with the memory controller count. Which one it is was told, or is
 * learnt from the first event whose cgroup the snapshot of the memory
 * hierarchy has under the same number and path.
 */
struct mms_cgroups {
	struct mms_rows *rows;
	struct mms_cgroup *all;
	size_t nr, alloc;
	int64_t hierarchy; /* -1: not known yet */
	bool v1_seen;      /* an event of a numbered hierarchy came */
	bool ids_differ;   /* up to 5.4 the events' ids are not inode numbers */
};

int mms_cgroups_init(struct mms_ep *ep, struct mms_load *load);
void mms_cgroups_release(struct mms_ep *ep);

/** mms_cgroups_add() - A cgroup of the memory hierarchy exists from @from_ns on. */
int mms_cgroups_add(struct mms_ep *ep, int64_t id, const char *path, size_t len, int64_t from_ns);

/** mms_cgroups_made() - The current event makes a cgroup, or gives it a new path. */
int mms_cgroups_made(struct mms_ep *ep, const struct mms_cgroup_name *name);

/** mms_cgroups_gone() - It is removed with the current event. */
int mms_cgroups_gone(struct mms_ep *ep, const struct mms_cgroup_name *name);

/**
 * mms_cgroups_resolve() - Is an event's cgroup a memory cgroup, and which?
 * @ret_id: its id, MMS_UNKNOWN when the event's number is of another kind
 *
 * Return: true; false when it is of another hierarchy.
 */
bool mms_cgroups_resolve(struct mms_ep *ep, const struct mms_cgroup_name *name, int64_t *ret_id);

/** mms_cgroups_finish() - Write those that are still there. */
int mms_cgroups_finish(struct mms_ep *ep);

#endif
