/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_OPTS_H
#define MMS_CLI_OPTS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/metric.h"
#include "common/auto.h"
#include "report/format.h"

/*
 * Options that mean the same in every command that shows numbers. A command
 * takes them with
 *
 *	static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
 *
 * and its parser hands its struct mms_opts over at ARGP_KEY_INIT:
 *
 *	state->child_inputs[0] = opts;
 */
#define MMS_OPTS_MAX_RUNS   64
#define MMS_OPTS_MAX_PARAMS 16

struct mms_opts {
	const char *input;                       /* NULL: the default one */
	const char *runs[MMS_OPTS_MAX_RUNS + 1]; /* ended by NULL */
	size_t nr_runs;
	const char *time;
	const struct mms_format *format; /* NULL: text */
	struct mms_metric_param params[MMS_OPTS_MAX_PARAMS + 1];
	char *lists[MMS_OPTS_MAX_PARAMS]; /* texts of params that are ours */
	size_t nr_params;
	const char *sort;
	const char *columns;
	const char *color; /* auto, always, never */
	int64_t top;
	bool bytes; /* --unit bytes */
	bool strict;
	bool quiet;
	bool verbose;
	bool no_pager;
};

extern const struct argp mms_opts_argp;
#define MMS_OPTS_CHILD                                    \
	{                                                 \
		&mms_opts_argp, 0, "Input and output:", 1 \
	}

void mms_opts_release(struct mms_opts *opts);
static inline void mms_auto_opts(struct mms_opts *opts)
{
	mms_opts_release(opts);
}

/**
 * mms_opts_input() - What to read.
 *
 * Return: -i, else $MMSCOPE_DB, else mmscope.db or mmscope.data, whichever is
 * there first; borrowed.
 */
const char *mms_opts_input(const struct mms_opts *opts);

/** mms_opts_format() - How to print, by the options, the terminal and the environment. */
struct mms_format_opts mms_opts_format(const struct mms_opts *opts);

#endif
