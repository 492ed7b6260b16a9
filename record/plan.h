/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_PLAN_H
#define MMS_RECORD_PLAN_H

#include <stddef.h>

#include "common/auto.h"

/*
 * A plan: sides, what each runs, and how often, in one file of lines
 * "key: value"; # begins a comment line. Before the first side:
 *
 *	runs: 5			a side (default 5)
 *	order: turns		A B B A ... (default), or blocks: A A B B
 *	setup: COMMAND		before everything
 *	teardown: COMMAND	after everything, however it ended
 *	before:, command:, after:	of every side that has none of its own
 *
 * Then for each side:
 *
 *	side: NAME		becomes the runs' label
 *	before: COMMAND		ahead of each of its runs, not recorded
 *	command: COMMAND	what is recorded
 *	after: COMMAND		behind each of its runs, not recorded
 *
 * Commands are the shell's. Taking turns is what makes a drift of the machine
 * (heat, fragmentation, a filling disk) fall on all sides alike.
 */
enum { MMS_PLAN_MAX_SIDES = 32 };

struct mms_plan_side {
	const char *name;
	const char *before; /* NULL: none */
	const char *command;
	const char *after;
};

struct mms_plan {
	char *text; /* what the others point into */
	unsigned int runs;
	int blocks;
	const char *setup;
	const char *teardown;
	size_t nr_sides;
	struct mms_plan_side sides[MMS_PLAN_MAX_SIDES];
};

/**
 * mms_plan_parse() - Read a plan.
 * @name: of the file, for messages
 * @text: its content, copied
 * @ret_plan: released with mms_plan_release(), also after a failure
 *
 * Return: 0; -EINVAL for a line that is none, or a plan that lacks something.
 */
int mms_plan_parse(const char *name, const char *text, struct mms_plan *ret_plan);

/** mms_plan_read() - As mms_plan_parse(), from a file. */
int mms_plan_read(const char *path, struct mms_plan *ret_plan);

void mms_plan_release(struct mms_plan *plan);
static inline void mms_auto_plan(struct mms_plan *plan)
{
	mms_plan_release(plan);
}

/** mms_plan_nr_steps() - Runs of all sides. */
size_t mms_plan_nr_steps(const struct mms_plan *plan);

/**
 * mms_plan_step() - What is run as the @step-th, counted from 0.
 * @ret_side: number of the side
 * @ret_run: number of its run, counted from 1
 */
void mms_plan_step(const struct mms_plan *plan, size_t step, size_t *ret_side,
		   unsigned int *ret_run);

#endif
