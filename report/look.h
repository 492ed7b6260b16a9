/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_LOOK_H
#define MMS_REPORT_LOOK_H

#include <stdbool.h>
#include <stddef.h>

struct mms_table;

/*
 * How people read a comparison: the table "comparison" (a row per metric and
 * side) laid out with the sides beside each other. What comes out are tables
 * like any other, for any format.
 */
enum mms_look_style {
	MMS_LOOK_PLAIN,   /* value, change with its interval, q, verdict */
	MMS_LOOK_MMTESTS, /* value (percent), in rows Min, Mean, Max */
};

/**
 * struct mms_look_opts - What is shown.
 * @compact: shorter cells, for mail
 * @brief: the primary metrics alone, for a cover letter
 */
struct mms_look_opts {
	enum mms_look_style style;
	bool compact;
	bool brief;
	double level; /* of the intervals, as 0.95 */
};

/* Tables that are made; the caller frees each. */
enum { MMS_LOOK_MAX_TABLES = 2 };

/**
 * mms_look_make() - Lay out a comparison.
 * @comparison: table "comparison"
 * @ret_tables: room for MMS_LOOK_MAX_TABLES
 * @ret_n: how many there are
 *
 * Return: 0 or a negative errno; then there are none.
 */
int mms_look_make(const struct mms_table *comparison, const struct mms_look_opts *opts,
		  struct mms_table **ret_tables, size_t *ret_n);

/** mms_look_sides() - Lay out the table "sides". Return: 0 or -ENOMEM. */
int mms_look_sides(const struct mms_table *sides, struct mms_table **ret_table);

/**
 * mms_look_environment() - Lay out the table "environment": of long values the
 * words that differ; what a side has not is "-".
 * @max_rows: more are left out, and a note says so; 0: all
 *
 * Return: 0 or -ENOMEM.
 */
int mms_look_environment(const struct mms_table *env, size_t max_rows,
			 struct mms_table **ret_table);

#endif
