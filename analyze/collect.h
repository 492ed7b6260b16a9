/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COLLECT_H
#define MMS_ANALYZE_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/file.h"

struct sqlite3;

/* cmp_*.sql: what a comparison keeps in temporary tables of a database of its own. */
extern const struct mms_file mms_compare_sql[];

/**
 * struct mms_collect_side - A side whose values are to be gathered.
 * @id: number of the side
 * @runs, @time: as in struct mms_window_opts
 */
struct mms_collect_side {
	int64_t id;
	const char *name;
	const char *const *runs;
	const char *time;
	bool noise;
};

/**
 * mms_collect() - Copy what is compared of a side's runs.
 * @from: their database
 * @to: database with the tables of cmp_tables.sql
 *
 * Return: 0; -ENOENT when there is no such run; another negative errno.
 */
int mms_collect(struct sqlite3 *from, struct sqlite3 *to, const struct mms_collect_side *side);

#endif
