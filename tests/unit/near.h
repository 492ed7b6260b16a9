/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_UNIT_NEAR_H
#define MMS_TESTS_UNIT_NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Equal but for rounding: @tolerance is relative, absolute below 1; NaN equals NaN. */
static inline void mms_assert_near(double is, double should, double tolerance, const char *file,
				   int line)
{
	if (isnan(should) ? isnan(is) : fabs(is - should) <= tolerance * fmax(1, fabs(should)))
		return;
	print_error("%.17g is not %.17g\n", is, should);
	_fail(file, line);
}

#define assert_near(is, should) mms_assert_near(is, should, 1e-9, __FILE__, __LINE__)
#define assert_within(is, should, tolerance) \
	mms_assert_near(is, should, tolerance, __FILE__, __LINE__)

#endif
