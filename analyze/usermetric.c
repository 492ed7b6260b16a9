// SPDX-License-Identifier: GPL-2.0-or-later
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/usermetric.h"
#include "common/buf.h"
#include "common/err.h"

#define MAX_BYTES (1 << 20)

static int folder(struct mms_buf *ret_path)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (config && *config)
		return mms_buf_printf(ret_path, "%s/mmscope/metrics", config);
	return mms_buf_printf(ret_path, "%s/.config/mmscope/metrics", home ? home : "");
}

static int read_text(const char *name, struct mms_buf *ret_text)
{
	struct mms_buf path mms_auto(buf) = { 0 };
	int ret = folder(&path);

	if (!ret)
		ret = mms_buf_printf(&path, "/%s.sql", name);
	if (!ret)
		ret = mms_buf_read_file(ret_text, AT_FDCWD, mms_buf_text(&path), MAX_BYTES);
	if (ret && ret != -ENOENT)
		return mms_err(ret, "%s: %s", mms_buf_text(&path), strerror(-ret));
	if (!ret && strlen(mms_buf_text(ret_text)) != ret_text->len)
		return mms_err(-EBADMSG, "%s: not a text", mms_buf_text(&path));
	return ret;
}

static int fill(const char *name, struct mms_file *ret_file)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = read_text(name, &text);

	if (ret)
		return ret;
	ret_file->name = strdup(name);
	ret_file->text = strdup(mms_buf_text(&text));
	ret_file->len = text.len;
	return ret_file->name && ret_file->text ? 0 : mms_err(-ENOMEM, "no memory for %s", name);
}

static void release(struct mms_file *file)
{
	free((char *)file->name);
	free((char *)file->text);
}

void mms_usermetric_free(struct mms_file *file)
{
	if (!file)
		return;
	release(file);
	free(file);
}

int mms_usermetric_open(const char *name, struct mms_file **ret_file)
{
	struct mms_file *file mms_auto(usermetric) = calloc(1, sizeof(*file));
	int ret;

	if (!file)
		return mms_err(-ENOMEM, "no memory for %s", name);
	if (strchr(name, '/'))
		return -ENOENT;
	ret = fill(name, file);
	if (!ret)
		*ret_file = mms_take(file);
	return ret;
}

void mms_usermetric_list_free(struct mms_file *files)
{
	for (struct mms_file *f = files; f && f->name; f++)
		release(f);
	free(files);
}

static int is_metric(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 4 && entry->d_name[0] != '.' && !strcmp(entry->d_name + len - 4, ".sql");
}

static void add(struct mms_file *files, size_t *n, char *name)
{
	name[strlen(name) - 4] = '\0';
	if (fill(name, &files[*n])) {
		release(&files[*n]);
		memset(&files[*n], 0, sizeof(files[*n]));
		return;
	}
	++*n;
}

int mms_usermetric_list(struct mms_file **ret_files)
{
	struct mms_buf path mms_auto(buf) = { 0 };
	struct dirent **entries = NULL;
	struct mms_file *files;
	size_t used = 0;
	int n;

	if (folder(&path))
		return mms_err(-ENOMEM, "no memory for a path");
	n = scandir(mms_buf_text(&path), &entries, is_metric, alphasort);
	files = calloc((size_t)(n > 0 ? n : 0) + 1, sizeof(*files));
	for (int i = 0; i < n; i++) {
		if (files)
			add(files, &used, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (!files)
		return mms_err(-ENOMEM, "no memory for a list of metrics");
	*ret_files = files;
	return 0;
}
