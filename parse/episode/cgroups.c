// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse/episode/state.h"

enum { COL_RUN, COL_ID, COL_PATH, COL_FROM, COL_TO };

static const struct mms_load_column columns[] = {
	[COL_RUN] = { "run_id", MMS_CELL_KIND_INT }, [COL_ID] = { "id", MMS_CELL_KIND_INT },
	[COL_PATH] = { "path", MMS_CELL_KIND_TEXT }, [COL_FROM] = { "from_ns", MMS_CELL_KIND_INT },
	[COL_TO] = { "to_ns", MMS_CELL_KIND_INT },
};

int mms_cgroups_init(struct mms_ep *ep, struct mms_load *load)
{
	ep->cgroups.hierarchy = ep->opts.memory_hierarchy - 1;
	return mms_load_table(load, "cgroup", columns, MMS_ARRAY_SIZE(columns), &ep->cgroups.rows);
}

void mms_cgroups_release(struct mms_ep *ep)
{
	for (size_t i = 0; i < ep->cgroups.nr; i++)
		free(ep->cgroups.all[i].path);
	free(ep->cgroups.all);
}

static bool has_path(const struct mms_cgroup *cg, const char *path, size_t len)
{
	return strlen(cg->path) == len && !memcmp(cg->path, path, len);
}

static struct mms_cgroup *find_id(const struct mms_cgroups *cgs, int64_t id)
{
	for (size_t i = 0; i < cgs->nr; i++)
		if (cgs->all[i].live && cgs->all[i].id == id)
			return &cgs->all[i];
	return NULL;
}

static struct mms_cgroup *find_path(const struct mms_cgroups *cgs, const char *path, size_t len)
{
	for (size_t i = 0; i < cgs->nr; i++)
		if (cgs->all[i].live && has_path(&cgs->all[i], path, len))
			return &cgs->all[i];
	return NULL;
}

static int write_row(struct mms_ep *ep, const struct mms_cgroup *cg, int64_t to_ns)
{
	struct mms_rows *rows = ep->cgroups.rows;

	if (!mms_rows_add(rows))
		return -EIO;
	mms_row_set(rows, COL_RUN, ep->opts.run_id);
	mms_row_set(rows, COL_ID, cg->id);
	mms_row_put_text(rows, COL_PATH, cg->path);
	mms_row_put(rows, COL_FROM, cg->from_ns);
	mms_row_put(rows, COL_TO, to_ns);
	return 0;
}

/* A place for one more: that of a removed one, or a new one. */
static struct mms_cgroup *get_place(struct mms_cgroups *cgs)
{
	size_t alloc = cgs->alloc ? cgs->alloc * 2 : 64;
	struct mms_cgroup *all;

	for (size_t i = 0; i < cgs->nr; i++)
		if (!cgs->all[i].live)
			return &cgs->all[i];
	if (cgs->nr < cgs->alloc)
		return &cgs->all[cgs->nr++];
	all = reallocarray(cgs->all, alloc, sizeof(*all));
	if (!all)
		return NULL;
	memset(all + cgs->alloc, 0, (alloc - cgs->alloc) * sizeof(*all));
	cgs->all = all;
	cgs->alloc = alloc;
	return &all[cgs->nr++];
}

/* It is gone, or got another path, with the current event. */
static int remove_id(struct mms_ep *ep, int64_t id)
{
	struct mms_cgroup *cg = find_id(&ep->cgroups, id);

	if (!cg)
		return 0;
	cg->live = false;
	return write_row(ep, cg, ep->ts_ns);
}

int mms_cgroups_add(struct mms_ep *ep, int64_t id, const char *path, size_t len, int64_t from_ns)
{
	struct mms_cgroup *cg = find_id(&ep->cgroups, id);
	int ret = 0;

	if (cg && has_path(cg, path, len))
		return 0;
	if (cg)
		ret = remove_id(ep, id);
	if (ret)
		return ret;
	cg = get_place(&ep->cgroups);
	if (!cg)
		return -ENOMEM;
	free(cg->path);
	cg->path = strndup(path, len);
	if (!cg->path)
		return -ENOMEM;
	cg->id = id;
	cg->from_ns = from_ns;
	cg->live = true;
	return 0;
}

/* Is this the hierarchy that the snapshot was taken of? */
static bool is_memory_hierarchy(struct mms_cgroups *cgs, const struct mms_cgroup_name *name)
{
	const struct mms_cgroup *cg;

	cgs->v1_seen |= name->hierarchy != 0;
	if (cgs->hierarchy >= 0)
		return cgs->hierarchy == name->hierarchy;
	cg = find_id(cgs, name->id);
	/* The roots look the same in all of them. */
	if (cg && name->len > 1 && has_path(cg, name->path, name->len)) {
		cgs->hierarchy = name->hierarchy;
		return true;
	}
	return name->hierarchy == 0 && !cgs->v1_seen;
}

bool mms_cgroups_resolve(struct mms_ep *ep, const struct mms_cgroup_name *name, int64_t *ret_id)
{
	struct mms_cgroups *cgs = &ep->cgroups;
	const struct mms_cgroup *cg;

	if (!is_memory_hierarchy(cgs, name))
		return false;
	cg = find_path(cgs, name->path, name->len);
	if (cg && cg->id != name->id)
		cgs->ids_differ = true;
	*ret_id = cg ? cg->id : cgs->ids_differ ? MMS_UNKNOWN : name->id;
	return true;
}

int mms_cgroups_made(struct mms_ep *ep, const struct mms_cgroup_name *name)
{
	struct mms_cgroups *cgs = &ep->cgroups;
	const struct mms_cgroup *old;
	int ret = 0;

	if (!is_memory_hierarchy(cgs, name) || cgs->ids_differ)
		return 0;
	old = find_path(cgs, name->path, name->len);
	if (old && old->id != name->id)
		ret = remove_id(ep, old->id); /* its rmdir was lost */
	return ret ? ret : mms_cgroups_add(ep, name->id, name->path, name->len, ep->ts_ns);
}

int mms_cgroups_gone(struct mms_ep *ep, const struct mms_cgroup_name *name)
{
	const struct mms_cgroup *cg;

	if (!is_memory_hierarchy(&ep->cgroups, name))
		return 0;
	cg = find_path(&ep->cgroups, name->path, name->len);
	return cg ? remove_id(ep, cg->id) : 0;
}

int mms_cgroups_finish(struct mms_ep *ep)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < ep->cgroups.nr; i++)
		if (ep->cgroups.all[i].live)
			ret = write_row(ep, &ep->cgroups.all[i], MMS_UNKNOWN);
	return ret;
}
