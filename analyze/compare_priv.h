/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COMPARE_PRIV_H
#define MMS_ANALYZE_COMPARE_PRIV_H

#include "analyze/compare.h"

enum { MMS_COMPARE_FIRST_NOISE = 1000 }; /* numbers of noise sides */

/* What compare.c finds and compare_table.c tells. */
struct mms_compare {
	const struct mms_compare_opts *opts;
	struct sqlite3 *db; /* cmp_tables.sql */
	char *sides[MMS_COMPARE_MAX_SIDES];
	size_t nr_sides;
	size_t nr_noise;
	bool times_known; /* when each run was made */
	bool interleaved;
	bool pages_differ;
	bool bytes;
	struct mms_compare_row *rows;
	size_t nr_rows;
};

/* All that is known of one quantity without the others: no q and no verdict. */
int mms_compare_fill(struct mms_compare *cmp, struct mms_compare_row *row, int64_t quantity);

#endif
