// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "common/recording.h"
#include "common/strmap.h"
#include "parse/engine.h"
#include "parse/feed.h"

struct feed {
	struct mms_engine *eng;
	struct mms_strmap paths; /* of cgroups */
	int64_t *ids;            /* of each path */
	size_t alloc;
};

static void mms_auto_feed(struct feed *fd)
{
	mms_strmap_release(&fd->paths);
	free(fd->ids);
}

static int no_memory(void)
{
	return mms_err(-ENOMEM, "no memory for tasks and cgroups");
}

/* Where the id of a path is kept; 0 while it is not known. NULL: no memory. */
static int64_t *id_of_path(struct feed *fd, const char *path)
{
	bool is_new;
	int64_t i = mms_strmap_get(&fd->paths, path, strlen(path), &is_new);

	if (i >= 0 && (size_t)i >= fd->alloc) {
		int64_t *ids = realloc(fd->ids, (fd->alloc * 2 + 64) * sizeof(*ids));

		if (!ids)
			return NULL;
		fd->ids = ids;
		fd->alloc = fd->alloc * 2 + 64;
	}
	if (i < 0)
		return NULL;
	if (is_new)
		fd->ids[i] = 0;
	return &fd->ids[i];
}

/* A line "ID PATH"; others (comments) are passed over. */
static int take_cgroup(struct feed *fd, char *line)
{
	char *path;
	long long id = strtoll(line, &path, 10);
	int64_t *kept;

	if (path == line || path[0] != ' ' || path[1] != '/' || id <= 0)
		return 0;
	kept = id_of_path(fd, path + 1);
	if (!kept)
		return no_memory();
	*kept = id;
	return mms_engine_add_cgroup(fd->eng, id, path + 1, INT64_MIN);
}

/* "\040" and the like, as in /proc/self/mounts. */
static void unescape(char *s)
{
	char *to = s;

	while (*s) {
		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' && s[2] <= '7' &&
		    s[3] >= '0' && s[3] <= '7') {
			*to++ = (char)((s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0'));
			s += 4;
		} else {
			*to++ = *s++;
		}
	}
	*to = '\0';
}

/*
 * A line "PID TGID CGROUP COMM"; the comm may have blanks, and be empty. The
 * cgroup is "-", or may have been made since the snapshot of ids: not known.
 */
static int take_task(struct feed *fd, char *line)
{
	struct mms_engine_task task = { 0 };
	char *tgid, *cgroup, *comm;
	int64_t *kept;
	long pid = strtol(line, &tgid, 10);
	long tg = strtol(tgid, &cgroup, 10);

	if (tgid == line || cgroup == tgid || *cgroup != ' ' || pid < 0 || pid > INT32_MAX ||
	    tg < 0 || tg > INT32_MAX)
		return 0;
	cgroup++;
	comm = strchr(cgroup, ' ');
	if (!comm)
		return 0;
	*comm++ = '\0';
	task.pid = (int32_t)pid;
	task.tgid = (int32_t)tg;
	task.comm = comm;
	unescape(cgroup);
	kept = id_of_path(fd, cgroup);
	if (!kept)
		return no_memory();
	task.cgroup_id = *kept;
	return mms_engine_add_task(fd->eng, &task);
}

static int each_line(struct feed *fd, const struct mms_recording *rec, const char *file,
		     int (*take)(struct feed *fd, char *line))
{
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = mms_recording_read(rec, file, &text);
	char *save = NULL;

	if (ret == -ENOENT || (!ret && !text.len))
		return 0;
	if (ret)
		return mms_err(ret, "%s/%s: %s", mms_recording_path(rec), file, strerror(-ret));
	for (char *line = strtok_r(text.data, "\n", &save); !ret && line;
	     line = strtok_r(NULL, "\n", &save))
		ret = take(fd, line);
	return ret;
}

int mms_feed_before(const struct mms_recording *rec, struct mms_engine *eng)
{
	struct feed fd mms_auto(feed) = { .eng = eng };
	int ret;

	ret = each_line(&fd, rec, "cgroup/ids.before", take_cgroup);
	if (!ret)
		ret = each_line(&fd, rec, "tasks", take_task);
	return ret;
}

int mms_feed_after(const struct mms_recording *rec, bool made_seen, struct mms_engine *eng)
{
	struct feed fd mms_auto(feed) = { .eng = eng };
	int ret = 0;

	if (!made_seen)
		ret = each_line(&fd, rec, "cgroup/ids.series", take_cgroup);
	return ret ? ret : each_line(&fd, rec, "cgroup/ids.after", take_cgroup);
}
