/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_COMMON_BUF_H
#define MMS_COMMON_BUF_H

#include <stdarg.h>
#include <stddef.h>

#include "common/auto.h"

/*
 * A growing run of bytes, always followed by a NUL, so that a text in it can
 * be used as a C string. Zero-initialise it; release it with
 * mms_buf_release(). An allocation that fails is remembered in @err and makes
 * later additions no-ops, so that only the end of a construction is checked.
 */
struct mms_buf {
	char *data; /* NULL while empty */
	size_t len; /* bytes, without the NUL */
	size_t alloc;
	int err; /* 0 or -ENOMEM */
};

void mms_buf_release(struct mms_buf *buf);
static inline void mms_auto_buf(struct mms_buf *buf)
{
	mms_buf_release(buf);
}

/** mms_buf_reset() - Make empty, keep the memory. */
void mms_buf_reset(struct mms_buf *buf);

/**
 * mms_buf_reserve() - Make room for @len more bytes.
 *
 * Return: where they go (add them to buf->len afterwards), NULL when out of
 * memory.
 */
char *mms_buf_reserve(struct mms_buf *buf, size_t len);

/** mms_buf_add() - Append @len bytes. Return: 0 or -ENOMEM. */
int mms_buf_add(struct mms_buf *buf, const void *data, size_t len);

/** mms_buf_printf() - Append formatted text. Return: 0 or -ENOMEM. */
int mms_buf_printf(struct mms_buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int mms_buf_vprintf(struct mms_buf *buf, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/** mms_buf_text() - The content as a string. Return: borrowed, never NULL. */
const char *mms_buf_text(const struct mms_buf *buf);

/**
 * mms_buf_read_fd() - Append all that @fd gives until its end.
 * @max_bytes: more than that is refused
 *
 * Return: 0, -EFBIG beyond @max_bytes, or another negative errno; no message.
 */
int mms_buf_read_fd(struct mms_buf *buf, int fd, size_t max_bytes);

/**
 * mms_buf_read_file() - Append the content of a file, /proc files included.
 * @dirfd: folder that a relative @path starts from, or AT_FDCWD
 *
 * Return: 0 or a negative errno; no message is recorded, for a missing file
 * is often no failure.
 */
int mms_buf_read_file(struct mms_buf *buf, int dirfd, const char *path, size_t max_bytes);

#endif
