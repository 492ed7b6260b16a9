/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_OUTDIR_H
#define MMS_RECORD_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

#include "common/auto.h"

#define MMS_OUTDIR_DEFAULT "mmscope.data"

/*
 * The folder that a recording is written into. It holds a few MiB in reserve
 * (a file without a name), so that on a full disk the end of the recording
 * still finds room.
 */
struct mms_outdir;

/**
 * mms_outdir_new() - Make the folder.
 * @path: NULL: mmscope.data, and an existing one is renamed to .old
 * @force: replace @path, if it is a recording
 *
 * Return: 0; -EEXIST when @path exists and is not empty.
 */
int mms_outdir_new(const char *path, bool force, struct mms_outdir **ret_out);

/** mms_outdir_open() - Write into a folder, made when missing. */
int mms_outdir_open(const char *path, struct mms_outdir **ret_out);
void mms_outdir_free(struct mms_outdir *out);
MMS_DEFINE_AUTO(outdir, struct mms_outdir *, mms_outdir_free);

const char *mms_outdir_path(const struct mms_outdir *out);
int mms_outdir_fd(const struct mms_outdir *out);

/** mms_outdir_reserve() - Take @bytes of disk aside. No failure: it is a precaution. */
void mms_outdir_reserve(struct mms_outdir *out, size_t bytes);

/** mms_outdir_release_reserve() - Give them back: the disk is full. */
void mms_outdir_release_reserve(struct mms_outdir *out);

/**
 * mms_outdir_write() - Write a whole file; folders in @name are made.
 * @append: to the end of it
 *
 * Return: 0 or a negative errno with a message.
 */
int mms_outdir_write(struct mms_outdir *out, const char *name, const void *data, size_t len,
		     bool append);

/** mms_outdir_replace() - As mms_outdir_write(), but readers see the old file or the new one. */
int mms_outdir_replace(struct mms_outdir *out, const char *name, const void *data, size_t len);

#endif
