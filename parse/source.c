// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/source.h"

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

/* Return: bytes read, or a negative errno. */
static ssize_t read_head(const char *path, uint8_t *head, size_t len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return mms_err(-errno, "cannot open %s", path);
	n = read(fd, head, len);
	if (n < 0)
		n = mms_err(-errno, "cannot read %s", path);
	close(fd);
	return n;
}

int mms_source_open(const char *path, const struct mms_source_opts *opts,
		    struct mms_source **ret_src)
{
	uint8_t head[HEAD_BYTES];
	ssize_t n = read_head(path, head, sizeof(head));

	if (n < 0)
		return (int)n;
	if (!n)
		return mms_err(-EBADMSG, "%s is empty", path);
	for (const struct mms_source_kind *const *k = mms_source_kinds; *k; k++)
		if ((*k)->probe(head, (size_t)n))
			return (*k)->open(path, opts, ret_src);
	return mms_err(-ENOTSUP,
		       "%s is no input that is known here; 'mmscope help parse' lists them", path);
}

void mms_source_close(struct mms_source *src)
{
	if (src)
		src->kind->close(src);
}
