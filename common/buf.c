// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/buf.h"

void mms_buf_release(struct mms_buf *buf)
{
	free(buf->data);
	memset(buf, 0, sizeof(*buf));
}

void mms_buf_reset(struct mms_buf *buf)
{
	buf->len = 0;
	buf->err = 0;
	if (buf->data)
		buf->data[0] = '\0';
}

char *mms_buf_reserve(struct mms_buf *buf, size_t len)
{
	size_t need = buf->len + len + 1;
	char *data;

	if (buf->err)
		return NULL;
	if (need > buf->alloc) {
		size_t alloc = buf->alloc * 2 > need ? buf->alloc * 2 : need < 64 ? 64 : need;

		data = realloc(buf->data, alloc);
		if (!data) {
			buf->err = -ENOMEM;
			return NULL;
		}
		buf->data = data;
		buf->alloc = alloc;
	}
	return buf->data + buf->len;
}

int mms_buf_add(struct mms_buf *buf, const void *data, size_t len)
{
	char *to = mms_buf_reserve(buf, len);

	if (!to)
		return buf->err;
	if (len)
		memcpy(to, data, len);
	to[len] = '\0';
	buf->len += len;
	return 0;
}

int mms_buf_vprintf(struct mms_buf *buf, const char *fmt, va_list ap)
{
	va_list again;
	char *to;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	to = len < 0 ? NULL : mms_buf_reserve(buf, (size_t)len);
	if (!to)
		return buf->err ? buf->err : (buf->err = -EINVAL);
	vsnprintf(to, (size_t)len + 1, fmt, ap);
	buf->len += (size_t)len;
	return 0;
}

int mms_buf_printf(struct mms_buf *buf, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = mms_buf_vprintf(buf, fmt, ap);
	va_end(ap);
	return ret;
}

const char *mms_buf_text(const struct mms_buf *buf)
{
	return buf->data ? buf->data : "";
}

int mms_buf_read_fd(struct mms_buf *buf, int fd, size_t max_bytes)
{
	size_t start = buf->len;

	for (;;) {
		char *to = mms_buf_reserve(buf, 16384);
		ssize_t got;

		if (!to)
			return buf->err;
		got = read(fd, to, 16384);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		to[got] = '\0';
		if (!got)
			return 0;
		buf->len += (size_t)got;
		if (buf->len - start > max_bytes)
			return -EFBIG;
	}
}

int mms_buf_read_file(struct mms_buf *buf, int dirfd, const char *path, size_t max_bytes)
{
	int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = mms_buf_read_fd(buf, fd, max_bytes);
	close(fd);
	return ret;
}
