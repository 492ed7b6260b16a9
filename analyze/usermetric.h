/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_USERMETRIC_H
#define MMS_ANALYZE_USERMETRIC_H

#include "common/auto.h"
#include "common/file.h"

/*
 * Users' own metrics: NAME.sql in $XDG_CONFIG_HOME/mmscope/metrics, by default
 * ~/.config/mmscope/metrics. They are looked for after the compiled-in ones.
 */

/**
 * mms_usermetric_open() - Read one.
 * @name: without ".sql"; one with a slash is none
 * @ret_file: set only on success; for mms_usermetric_free()
 *
 * Return: 0, -ENOENT without a message, or another negative errno.
 */
int mms_usermetric_open(const char *name, struct mms_file **ret_file);
void mms_usermetric_free(struct mms_file *file);
MMS_DEFINE_AUTO(usermetric, struct mms_file *, mms_usermetric_free);

/**
 * mms_usermetric_list() - All of them, sorted by name, ended by a zero entry.
 * @ret_files: set only on success; for mms_usermetric_list_free(); those that
 *	cannot be read are left out
 *
 * Return: 0 or -ENOMEM.
 */
int mms_usermetric_list(struct mms_file **ret_files);
void mms_usermetric_list_free(struct mms_file *files);
MMS_DEFINE_AUTO(usermetric_list, struct mms_file *, mms_usermetric_list_free);

#endif
