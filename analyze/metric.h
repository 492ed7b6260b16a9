/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_METRIC_H
#define MMS_ANALYZE_METRIC_H

#include <stddef.h>

#include "common/file.h"

struct sqlite3;
struct mms_table;

/* Compiled-in metrics, sorted by name, ended by a zero entry. */
extern const struct mms_file mms_metrics[];

/** mms_metric_find() - The metric @name, or NULL. */
const struct mms_file *mms_metric_find(const char *name);

/* A value for a parameter of a metric, ":name"; unset ones are NULL in SQL. */
struct mms_metric_param {
	const char *name; /* without the colon; NULL ends a list */
	const char *text; /* bound as an integer when it is one */
};

/**
 * mms_metric_run() - Answer one metric for the runs in the temporary table "win".
 * @db: database with "win" made by mms_window_make()
 * @params: ended by a NULL name; may be NULL
 * @ret_table: set only on success; the caller's
 *
 * Return: 0 or a negative errno.
 */
int mms_metric_run(struct sqlite3 *db, const struct mms_file *metric,
		   const struct mms_metric_param *params, struct mms_table **ret_table);

#endif
