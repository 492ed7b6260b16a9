/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COMPARE_H
#define MMS_ANALYZE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/stats.h"
#include "analyze/verdict.h"
#include "common/auto.h"

/*
 * A comparison of sides: each is some runs, of any database; the first one is
 * the base that the others are compared with. The unit is a run: every metric
 * gives one number a run (see analyze/comparable.h).
 */
struct mms_compare;
struct mms_table;
struct sqlite3;

enum { MMS_COMPARE_MAX_SIDES = 32 };

/**
 * struct mms_compare_opts - How to compare.
 * @rule: when a verdict is given
 * @level: of intervals, as 0.95
 * @seed: of all random draws
 * @primary: names (globs, capitals or not) of the family that gets verdicts,
 *	ended by NULL; NULL: what the metrics say
 * @time: as --time; NULL: each run's own window
 * @bytes: pages as bytes; so it is, too, when base pages differ
 * @exact: exact rank and permutation p as well
 */
struct mms_compare_opts {
	struct mms_verdict_rule rule;
	double level;
	uint64_t seed;
	const char *const *primary;
	const char *time;
	bool bytes;
	bool exact;
};

/** mms_compare_new() - Begin. @opts: must live as long. Return: 0 or a negative errno. */
int mms_compare_new(const struct mms_compare_opts *opts, struct mms_compare **ret_cmp);
void mms_compare_free(struct mms_compare *cmp);
MMS_DEFINE_AUTO(compare, struct mms_compare *, mms_compare_free);

/**
 * mms_compare_add() - Add a side.
 * @name: what it is called
 * @db: where its runs are; read now and not kept
 * @runs: which, as in analyze/window.h
 * @noise: a side of the same kernel, for the noise floor only
 *
 * Return: 0; -ENOENT when there is no such run; another negative errno.
 */
int mms_compare_add(struct mms_compare *cmp, const char *name, struct sqlite3 *db,
		    const char *const *runs, bool noise);

/** mms_compare_run() - Compare what was added. Return: 0 or a negative errno. */
int mms_compare_run(struct mms_compare *cmp);

/* One quantity on one side, and its change from the base. */
struct mms_compare_cell {
	struct mms_stats_side side;
	size_t nr_true; /* of an outcome: runs with 1 */
	bool lower_bound;
	bool comparable; /* false: it counts something else than the base */
	/* Of all sides but the base: */
	struct mms_stats_test test;
	double rank_p;        /* exact; NaN when not asked for */
	double permutation_p; /* exact; NaN when not asked for */
	double median_change; /* from 10 runs a side on, else NaN, with its interval */
	double median_low;
	double median_high;
	double q;
	double floor;
	enum mms_verdict verdict;
	unsigned int need; /* runs a side, with MMS_VERDICT_MORE_RUNS */
};

/* One quantity. */
struct mms_compare_row {
	char *name;
	char *unit;
	char *metric;
	enum mms_stats_kind kind;
	enum mms_better better;
	bool primary;
	bool comparable;  /* false: it counts different things on the sides */
	char *meanings;   /* then what, "SIDE: text; SIDE: text"; else "" */
	char *notes;      /* why values are not known; "" */
	double drift_tau; /* of the residuals with time; NaN: not known */
	double drift_p;
	bool drifts;
	struct mms_compare_cell *cells; /* one a side */
};

/** mms_compare_rows() - The quantities, after mms_compare_run(); borrowed. */
const struct mms_compare_row *mms_compare_rows(const struct mms_compare *cmp, size_t *ret_n);

/**
 * mms_compare_incomplete() - Did a run lose events, or was its recording cut short?
 * @ret_incomplete: 1 or 0
 */
int mms_compare_incomplete(const struct mms_compare *cmp, int *ret_incomplete);

/** mms_compare_nr_sides() - Sides that are compared, the base included. */
size_t mms_compare_nr_sides(const struct mms_compare *cmp);

/** mms_compare_side_name() - Name of a side. */
const char *mms_compare_side_name(const struct mms_compare *cmp, size_t side);

/**
 * mms_compare_results() - All numbers as the table "comparison", a row per
 * quantity and side: for machines, and for report/look.h.
 *
 * Return: 0 or -ENOMEM.
 */
int mms_compare_results(const struct mms_compare *cmp, struct mms_table **ret_table);

/** mms_compare_environment() - What differs around the runs, as the table "environment". */
int mms_compare_environment(const struct mms_compare *cmp, struct mms_table **ret_table);

/** mms_compare_sides() - Runs and kernels of each side, as the table "sides". */
int mms_compare_sides(const struct mms_compare *cmp, struct mms_table **ret_table);

#endif
