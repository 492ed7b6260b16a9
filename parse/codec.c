// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "parse/codec.h"

static void *zstd_new(void)
{
	return ZSTD_createDCtx();
}

static void zstd_free(void *ctx)
{
	ZSTD_freeDCtx(ctx);
}

static int zstd_unpack(void *ctx, const void *src, size_t src_len, void *dst, size_t dst_len)
{
	return ZSTD_decompressDCtx(ctx, dst, dst_len, src, src_len) == dst_len ? 0 : -EBADMSG;
}

static int zlib_unpack(void *ctx, const void *src, size_t src_len, void *dst, size_t dst_len)
{
	uLongf len = dst_len;

	(void)ctx;
	if (uncompress(dst, &len, src, src_len) != Z_OK || len != dst_len)
		return -EBADMSG;
	return 0;
}

static const struct mms_codec codecs[] = {
	{ .name = "none" },
	{ .name = "zstd", .new_ctx = zstd_new, .free_ctx = zstd_free, .unpack = zstd_unpack },
	{ .name = "zlib", .unpack = zlib_unpack },
};

const struct mms_codec *mms_codec_find(const char *name)
{
	for (size_t i = 0; i < sizeof(codecs) / sizeof(codecs[0]); i++)
		if (!strcmp(codecs[i].name, name))
			return &codecs[i];
	return NULL;
}
