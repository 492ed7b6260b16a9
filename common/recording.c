// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "common/recording.h"

#define CGROUP_ROOT "cgroup/root"
#define MAX_DEPTH   64 /* of cgroups; the kernel's own limit is no limit */

struct mms_recording {
	int dirfd;    /* -1: no folder, a lone file */
	char *path;   /* absolute */
	char *events; /* NULL: none */
	char *label;
	json_t *json; /* NULL: none */
	char *damage; /* NULL: none */
};

void mms_recording_close(struct mms_recording *rec)
{
	if (!rec)
		return;
	if (rec->dirfd >= 0)
		close(rec->dirfd);
	free(rec->path);
	free(rec->events);
	free(rec->label);
	free(rec->damage);
	json_decref(rec->json);
	free(rec);
}

const char *mms_recording_events(const struct mms_recording *rec)
{
	return rec->events;
}

const char *mms_recording_path(const struct mms_recording *rec)
{
	return rec->path;
}

const char *mms_recording_label(const struct mms_recording *rec)
{
	const char *label = mms_recording_text(rec, "label");

	return label && *label ? label : rec->label;
}

const char *mms_recording_damage(const struct mms_recording *rec)
{
	return rec->damage;
}

/* A recording is read only: files are opened so that a pipe cannot block. */
int mms_recording_read(const struct mms_recording *rec, const char *path, struct mms_buf *buf)
{
	struct stat st;
	int fd, ret;

	if (rec->dirfd < 0)
		return -ENOENT;
	fd = openat(rec->dirfd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	ret = fstat(fd, &st) ? -errno : S_ISREG(st.st_mode) ? 0 : -ENOENT;
	if (!ret)
		ret = mms_buf_read_fd(buf, fd, MMS_RECORDING_MAX_BYTES);
	close(fd);
	return ret;
}

int mms_recording_line(const struct mms_recording *rec, const char *path, struct mms_buf *buf)
{
	size_t start = buf->len;
	int ret = mms_recording_read(rec, path, buf);
	size_t len;

	if (ret)
		return ret;
	len = strcspn(mms_buf_text(buf) + start, "\n");
	if (!len)
		return -ENOENT;
	buf->len = start + len;
	buf->data[buf->len] = '\0';
	return 0;
}

/* run.json */

const struct json_t *mms_recording_json(const struct mms_recording *rec, const char *key)
{
	const json_t *at = rec->json;
	char name[64];

	while (at && *key) {
		size_t len = strcspn(key, ".");

		if (len >= sizeof(name))
			return NULL;
		memcpy(name, key, len);
		name[len] = '\0';
		at = json_object_get(at, name);
		key += len + (key[len] == '.');
	}
	return json_is_null(at) ? NULL : at;
}

const char *mms_recording_text(const struct mms_recording *rec, const char *key)
{
	return json_string_value(mms_recording_json(rec, key));
}

bool mms_recording_int(const struct mms_recording *rec, const char *key, int64_t *ret_value)
{
	const json_t *at = mms_recording_json(rec, key);

	if (!json_is_integer(at))
		return false;
	*ret_value = json_integer_value(at);
	return true;
}

static int read_json(struct mms_recording *rec)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	json_error_t error;
	int ret = mms_recording_read(rec, "run.json", &text);

	if (ret == -ENOENT)
		return 0;
	if (ret)
		return mms_err(ret, "%s/run.json: %s", rec->path, strerror(-ret));
	rec->json = json_loadb(mms_buf_text(&text), text.len, 0, &error);
	if (json_is_object(rec->json))
		return 0;
	if (asprintf(&rec->damage, "run.json is damaged at line %d: %s", error.line,
		     rec->json ? "no object" : error.text) < 0)
		rec->damage = NULL;
	json_decref(rec->json);
	rec->json = NULL;
	return rec->damage ? 0 : -ENOMEM;
}

/* Opening. */

static bool has(const struct mms_recording *rec, const char *name)
{
	struct stat st;

	return !fstatat(rec->dirfd, name, &st, 0) && S_ISREG(st.st_mode);
}

/* What a file of events is called that belongs to the folder it is in. */
static const char *const traces[] = { "trace.dat",     "trace.txt",    "trace.dat.gz",
				      "trace.dat.zst", "trace.dat.xz", "trace.txt.gz",
				      "trace.txt.zst", "trace.txt.xz" };

static int open_dir(struct mms_recording *rec)
{
	rec->dirfd = open(rec->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (rec->dirfd < 0)
		return mms_err(-errno, "%s: %s", rec->path, strerror(errno));
	for (size_t i = 0; !rec->events && i < sizeof(traces) / sizeof(traces[0]); i++)
		if (has(rec, traces[i]) &&
		    asprintf(&rec->events, "%s/%s", rec->path, traces[i]) < 0)
			return -ENOMEM;
	if (!rec->events && !has(rec, "run.json") && !has(rec, "vmstat.before"))
		return mms_err(-ENOTSUP,
			       "%s: no recording: there is no run.json, trace.dat or vmstat.before",
			       rec->path);
	rec->label = strdup(strrchr(rec->path, '/') + 1);
	return rec->label ? 0 : -ENOMEM;
}

/* Of a file with another name it is not known what it has to do with its neighbours. */
static int open_file(struct mms_recording *rec)
{
	const char *base = strrchr(rec->path, '/') + 1;
	char *dir mms_auto(mem) = NULL;

	rec->events = strdup(rec->path);
	rec->label = strndup(base, strcspn(base, "."));
	dir = strndup(rec->path, (size_t)(base - rec->path));
	if (!rec->events || !rec->label || !dir)
		return -ENOMEM;
	for (size_t i = 0; rec->dirfd < 0 && i < sizeof(traces) / sizeof(traces[0]); i++)
		if (!strcmp(base, traces[i]))
			rec->dirfd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return 0;
}

/* Standard input, a pipe: it has no neighbours, and no name that stays. */
static int open_stream(struct mms_recording *rec, const char *path)
{
	const char *slash = strrchr(path, '/');

	rec->path = strdup(path);
	rec->events = strdup(path);
	rec->label = strdup(!strcmp(path, "-") ? "stdin" : slash ? slash + 1 : path);
	return rec->path && rec->events && rec->label ? 0 : -ENOMEM;
}

static int open_path(struct mms_recording *rec, const char *path)
{
	struct stat st;

	if (!strcmp(path, "-"))
		return open_stream(rec, path);
	if (stat(path, &st))
		return mms_err(-errno, "%s: %s", path, strerror(errno));
	if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))
		return open_stream(rec, path);
	rec->path = realpath(path, NULL);
	if (!rec->path)
		return mms_err(-errno, "%s: %s", path, strerror(errno));
	return S_ISDIR(st.st_mode) ? open_dir(rec) : open_file(rec);
}

int mms_recording_open(const char *path, struct mms_recording **ret_rec)
{
	struct mms_recording *rec mms_auto(recording) = calloc(1, sizeof(*rec));
	int ret;

	if (!rec)
		return mms_err(-ENOMEM, "no memory for %s", path);
	rec->dirfd = -1;
	ret = open_path(rec, path);
	if (!ret)
		ret = read_json(rec);
	if (ret == -ENOMEM)
		mms_err(ret, "no memory for %s", path);
	if (ret)
		return ret;
	*ret_rec = mms_take(rec);
	return 0;
}

/* Files of samples. */

static const struct {
	const char *suffix;
	enum mms_recording_when when;
} suffixes[] = {
	{ ".before", MMS_WHEN_BEFORE },
	{ ".series", MMS_WHEN_SERIES },
	{ ".after", MMS_WHEN_AFTER },
};

struct list {
	struct mms_recording_file *files;
	size_t n;
	size_t alloc;
};

static void mms_auto_list(struct list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free((char *)list->files[i].path);
		free((char *)list->files[i].name);
		free((char *)list->files[i].cgroup);
	}
	free(list->files);
}

static struct mms_recording_file *grow(struct list *list)
{
	struct mms_recording_file *files = list->files;

	if (list->n == list->alloc) {
		list->alloc = list->alloc ? list->alloc * 2 : 256;
		files = realloc(files, list->alloc * sizeof(*files));
		if (!files)
			return NULL;
		list->files = files;
	}
	memset(&files[list->n], 0, sizeof(*files));
	return &files[list->n++];
}

static int add_file(struct list *list, const char *dir, const char *base, const char *cgroup)
{
	struct mms_recording_file *file;
	size_t len = strlen(base);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t end = strlen(suffixes[i].suffix);
		char *path = NULL;

		if (len <= end || strcmp(base + len - end, suffixes[i].suffix))
			continue;
		file = grow(list);
		if (!file || asprintf(&path, "%s%s%s", dir, *dir ? "/" : "", base) < 0)
			return -ENOMEM;
		file->path = path;
		file->name = strndup(base, len - end);
		file->cgroup = cgroup ? strdup(cgroup) : NULL;
		file->when = suffixes[i].when;
		return file->name && (file->cgroup || !cgroup) ? 0 : -ENOMEM;
	}
	return 0;
}

static void mms_auto_dir(DIR **dir)
{
	if (*dir)
		closedir(*dir);
}

static int list_dir(const struct mms_recording *rec, struct list *list, const char *path,
		    const char *cgroup, int depth);

/* A folder below cgroup/root is a cgroup; the root's own path is "/". */
static int list_child(const struct mms_recording *rec, struct list *list, const char *path,
		      const char *cgroup, const char *base, int depth)
{
	char *child mms_auto(mem) = NULL, *group mms_auto(mem) = NULL;

	if (depth == MAX_DEPTH)
		return 0;
	if (asprintf(&child, "%s/%s", path, base) < 0 ||
	    asprintf(&group, "%s/%s", strcmp(cgroup, "/") ? cgroup : "", base) < 0)
		return -ENOMEM;
	return list_dir(rec, list, child, group, depth + 1);
}

static int list_dir(const struct mms_recording *rec, struct list *list, const char *path,
		    const char *cgroup, int depth)
{
	int fd = openat(rec->dirfd, *path ? path : ".",
			O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	DIR *dir mms_auto(dir) = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *de;
	struct stat st;
	int ret = 0;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!ret && (de = readdir(dir))) {
		if (!strcmp(de->d_name, ".") || !strcmp(de->d_name, "..") ||
		    fstatat(fd, de->d_name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		if (S_ISREG(st.st_mode))
			ret = add_file(list, path, de->d_name, cgroup);
		else if (S_ISDIR(st.st_mode) && cgroup)
			ret = list_child(rec, list, path, cgroup, de->d_name, depth);
	}
	return ret;
}

static int compare(const void *va, const void *vb)
{
	const struct mms_recording_file *a = va, *b = vb;
	int ret = strcmp(a->cgroup ? a->cgroup : "", b->cgroup ? b->cgroup : "");

	if (!ret)
		ret = strcmp(a->name, b->name);
	return ret ? ret : (int)a->when - (int)b->when;
}

int mms_recording_files(const struct mms_recording *rec,
			int (*tell)(void *ctx, const struct mms_recording_file *file), void *ctx)
{
	struct list list mms_auto(list) = { 0 };
	int ret;

	if (rec->dirfd < 0)
		return 0;
	ret = list_dir(rec, &list, "", NULL, 0);
	if (!ret)
		ret = list_dir(rec, &list, CGROUP_ROOT, "/", 0);
	if (ret)
		return mms_err(ret, "no memory for the files of %s", rec->path);
	if (list.n)
		qsort(list.files, list.n, sizeof(*list.files), compare);
	for (size_t i = 0; !ret && i < list.n; i++)
		ret = tell(ctx, &list.files[i]);
	return ret;
}
