// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/memroot.h"

enum { MOUNTS_MAX_BYTES = 16 << 20 };

static bool has_option(const char *options, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = options; (p = strstr(p, name)); p += len)
		if ((p == options || p[-1] == ',') && (p[len] == ',' || !p[len]))
			return true;
	return false;
}

/* /proc/self/mounts writes blanks and backslashes in octal. */
static void unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		unsigned int c;

		if (*s == '\\' && sscanf(s + 1, "%3o", &c) == 1) {
			*to++ = (char)c;
			s += 3;
		} else {
			*to++ = *s;
		}
	}
	*to = '\0';
}

static bool v2_has_memory(const struct mms_root *root, const char *path)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	char file[PATH_MAX + 32];

	snprintf(file, sizeof(file), "%s/cgroup.controllers", path);
	return !mms_root_read(root, file, &buf, 4096) && strstr(mms_buf_text(&buf), "memory");
}

static void take(struct mms_memroot *mem, const char *version, const char *path)
{
	if (mem->memory)
		return; /* the first mount of it; later ones are bind mounts */
	mem->memory = version;
	snprintf(mem->path, sizeof(mem->path), "%s", path);
}

void mms_memroot_find(const struct mms_root *root, struct mms_memroot *ret_mem)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	static char path[PATH_MAX], type[64], options[4096];
	bool v1 = false, v2 = false;

	*ret_mem = (struct mms_memroot){ .mode = "none" };
	if (mms_root_read(root, "/proc/self/mounts", &buf, MOUNTS_MAX_BYTES))
		return;
	for (const char *line = mms_buf_text(&buf); *line;) {
		size_t len = strcspn(line, "\n");

		if (sscanf(line, "%*s %4095s %63s %4095s", path, type, options) == 3) {
			unescape(path);
			v1 |= !strcmp(type, "cgroup");
			v2 |= !strcmp(type, "cgroup2");
			if (!strcmp(type, "cgroup") && has_option(options, "memory"))
				take(ret_mem, "v1", path);
			if (!strcmp(type, "cgroup2") && v2_has_memory(root, path))
				take(ret_mem, "v2", path);
		}
		line += len + (line[len] == '\n');
	}
	ret_mem->mode = v1 && v2 ? "hybrid" : v1 ? "v1" : v2 ? "v2" : "none";
}

/* Since v5.5 the id is 64 bits, of which a 32-bit ino_t shows half: a file
 * handle has all. Before, and where handles are refused, it is the inode. */
static uint64_t group_id(int fd)
{
	struct {
		struct file_handle head;
		uint64_t id;
	} handle = { .head.handle_bytes = sizeof(uint64_t) };
	struct stat st;
	int mount_id;

	if (fstat(fd, &st))
		return 0;
	if (sizeof(st.st_ino) < sizeof(uint64_t) &&
	    !name_to_handle_at(fd, "", &handle.head, &mount_id, AT_EMPTY_PATH))
		return handle.id;
	return st.st_ino;
}

struct walk {
	const char *glob;
	int (*fn)(void *ctx, const struct mms_memgroup *group);
	void *ctx;
	char path[PATH_MAX];
};

static int visit(struct walk *w, int fd);

static int visit_children(struct walk *w, int fd)
{
	size_t len = strlen(w->path);
	struct dirent *d;
	DIR *dir mms_auto(dir) = fdopendir(fd);
	int ret = 0;

	if (!dir) {
		close(fd);
		return 0;
	}
	while (!ret && (d = readdir(dir))) {
		int child;

		if (d->d_type != DT_DIR || d->d_name[0] == '.')
			continue;
		if (len + strlen(d->d_name) + 2 > sizeof(w->path))
			continue;
		child = openat(fd, d->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
		if (child < 0)
			continue; /* removed meanwhile */
		snprintf(w->path + len, sizeof(w->path) - len, "/%s", d->d_name);
		ret = visit(w, child);
		w->path[len] = '\0';
	}
	return ret;
}

/* Takes @fd over. */
static int visit(struct walk *w, int fd)
{
	struct mms_memgroup g = { group_id(fd), w->path[0] ? w->path : "/", fd };
	int ret = 0;

	if (!w->glob || !fnmatch(w->glob, g.path, 0))
		ret = w->fn(w->ctx, &g);
	if (!ret)
		return visit_children(w, fd);
	close(fd);
	return ret;
}

int mms_memroot_walk(const struct mms_root *root, const struct mms_memroot *mem, const char *glob,
		     int (*fn)(void *ctx, const struct mms_memgroup *group), void *ctx)
{
	struct walk *w;
	char path[PATH_MAX];
	int fd, ret;

	if (!mem->memory || mms_root_path(root, mem->path, path, sizeof(path)))
		return 0;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	w = calloc(1, sizeof(*w));
	if (!w) {
		close(fd);
		return -ENOMEM;
	}
	w->glob = glob;
	w->fn = fn;
	w->ctx = ctx;
	ret = visit(w, fd);
	free(w);
	return ret;
}

/* Lines "ID:CONTROLLERS:PATH"; version 2's has ID 0 and no controllers. */
const char *mms_memroot_of_task(const struct mms_memroot *mem, const char *text, size_t *ret_len)
{
	bool v2 = mem->memory && !strcmp(mem->memory, "v2");

	for (const char *line = text; *line && mem->memory;) {
		size_t len = strcspn(line, "\n");
		const char *list = memchr(line, ':', len);
		const char *path =
			list ? memchr(list + 1, ':', len - (size_t)(list + 1 - line)) : NULL;
		char controllers[256];

		if (path) {
			snprintf(controllers, sizeof(controllers), "%.*s", (int)(path - list - 1),
				 list + 1);
			if (v2 ? !controllers[0] : has_option(controllers, "memory")) {
				*ret_len = len - (size_t)(path + 1 - line);
				return path + 1;
			}
		}
		line += len + (line[len] == '\n');
	}
	return NULL;
}
