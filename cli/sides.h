/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_SIDES_H
#define MMS_CLI_SIDES_H

#include <stdbool.h>
#include <stddef.h>

struct mms_compare;
struct mms_opts;

/*
 * Sides of a comparison as users name them: a label (or a glob of labels) in
 * the input; a database, a recording or a values.csv; or FILE:LABEL.
 */

/**
 * mms_sides_add() - Add sides to a comparison.
 * @input: of -i or the default one; sides need not be in it
 * @sides, @n: as typed; none: every label of the input is one
 * @noise: they are for the noise floor
 *
 * Return: 0; -ENOENT for a side that is neither; another negative errno.
 */
int mms_sides_add(struct mms_compare *cmp, const char *input, const char *const *sides, size_t n,
		  bool noise);

#endif
