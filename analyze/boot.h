/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_BOOT_H
#define MMS_ANALYZE_BOOT_H

#include <stddef.h>
#include <stdint.h>

enum {
	MMS_BOOT_MIN_RUNS = 10, /* below that a bootstrap interval is too narrow to be true */
	MMS_BOOT_DRAWS = 10000,
};

/**
 * struct mms_boot - Change of the median from a to b.
 * @a, @b: the medians
 * @change: b / a - 1; NaN when a is not above zero
 * @low, @high: bootstrap percentile interval of @change; NaN below
 *	MMS_BOOT_MIN_RUNS values on a side, or where a drawn median is not
 *	above zero
 */
struct mms_boot {
	double a;
	double b;
	double change;
	double low;
	double high;
};

/**
 * mms_boot_median() - Medians of two sides and the interval of their ratio.
 * @a, @b: values that are not finite are left out
 * @level: of the interval, as 0.95
 * @seed: of the draws
 *
 * Return: 0 or -ENOMEM.
 */
int mms_boot_median(const double *a, size_t na, const double *b, size_t nb, double level,
		    uint64_t seed, struct mms_boot *ret_boot);

#endif
