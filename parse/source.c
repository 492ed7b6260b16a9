// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/source.h"
#include "parse/unpack.h"

#define HEAD_BYTES 4096

#define MMS_SOURCE(name) extern const struct mms_source_kind mms_src_##name;
#include "src_list.inc"
#undef MMS_SOURCE

#define MMS_SOURCE(name) &mms_src_##name,
const struct mms_source_kind *const mms_source_kinds[] = {
#include "src_list.inc"
	NULL
};
#undef MMS_SOURCE

static const struct mms_source_kind *find_kind(const uint8_t *head, size_t len)
{
	const struct mms_source_kind *const *k = mms_source_kinds;

	while (*k && !(*k)->probe(head, len))
		k++;
	return *k;
}

/* Which kind is it? */
static int recognise(const char *path, int fd, const struct mms_source_kind **ret_kind)
{
	uint8_t head[HEAD_BYTES];
	ssize_t n = pread(fd, head, sizeof(head), 0);

	if (n < 0)
		return mms_err(-errno, "cannot read %s", path);
	if (!n)
		return mms_err(-EBADMSG, "%s is empty", path);
	*ret_kind = find_kind(head, (size_t)n);
	if (!*ret_kind)
		return mms_err(-ENOTSUP,
			       "%s is no input that is known here; 'mmscope help parse' lists them",
			       path);
	return 0;
}

int mms_source_open(const char *path, const struct mms_source_opts *opts,
		    struct mms_source **ret_src)
{
	const struct mms_source_kind *kind;
	int fd, ret = mms_unpack_open(path, &fd);

	if (ret)
		return ret;
	ret = recognise(path, fd, &kind);
	if (!ret)
		return kind->open(path, fd, opts, ret_src);
	close(fd);
	return ret;
}

void mms_source_close(struct mms_source *src)
{
	if (src)
		src->kind->close(src);
}
