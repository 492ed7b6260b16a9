/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_SHOW_H
#define MMS_CLI_SHOW_H

#include <stddef.h>

#include "analyze/metric.h"
#include "cli/opts.h"
#include "common/auto.h"
#include "common/table.h"
#include "parse/parse.h"

struct sqlite3;

/*
 * What commands that show metrics share: tables are gathered, then printed as
 * one document.
 */
struct mms_show {
	const struct mms_opts *opts; /* set by the caller */
	struct sqlite3 *db;
	struct mms_table **tables;
	size_t nr_tables;
	struct mms_file *user; /* the user's metric that was found last */
};

/**
 * mms_show_open() - Open the input that the options name.
 * @detail: which rows of events are needed when it is a recording
 *
 * Return: 0 or a negative errno.
 */
int mms_show_open(struct mms_show *show, enum mms_detail detail);
void mms_show_close(struct mms_show *show);
static inline void mms_auto_show(struct mms_show *show)
{
	mms_show_close(show);
}

/**
 * mms_show_find() - The metric @name, compiled in or the user's.
 * @ret_metric: borrowed until the next call or mms_show_close()
 *
 * Return: 0, -ENOENT, or another negative errno.
 */
int mms_show_find(struct mms_show *show, const char *name, const struct mms_file **ret_metric);

/**
 * mms_show_add() - Answer a metric by the options and add its table.
 * @extra: parameters that the command sets, "NAME=VALUE" parted by blanks
 *	("top=N" is --top); the user's options win; NULL: none
 *
 * Return: 1, 0 when there is nothing to show, or a negative errno.
 */
int mms_show_add(struct mms_show *show, const struct mms_file *metric, const char *extra);

/** mms_show_take() - Add a table, which becomes @show's. Return: 1 or a negative errno. */
int mms_show_take(struct mms_show *show, struct mms_table *tb);

/**
 * mms_show_print() - Print the tables that were added, in the user's format.
 *
 * Return: an exit code, or a negative errno.
 */
int mms_show_print(struct mms_show *show);

#endif
