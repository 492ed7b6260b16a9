/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_FAILON_H
#define MMS_CLI_FAILON_H

#include <stdbool.h>

struct mms_compare;

/*
 * --fail-on 'NAME > +10%': a metric (glob, capitals or not), an operator, and
 * a change in percent, or in percentage points (pp) for percentages. It is
 * found when the change is beyond that and its p is below alpha.
 */
struct mms_failon {
	char name[128];
	bool above;   /* >; else < */
	double limit; /* in percent, or points */
};

/** mms_failon_parse() - Read a rule. Return: 0 or -EINVAL. */
int mms_failon_parse(const char *text, struct mms_failon *ret_rule);

enum mms_failon_result {
	MMS_FAILON_NOT_FOUND,
	MMS_FAILON_FOUND,
	MMS_FAILON_NO_VERDICT, /* no test is possible: too few runs, not comparable */
	MMS_FAILON_NO_METRIC,  /* nothing is called so */
};

/**
 * mms_failon_check() - Does the comparison find it, on any side?
 * @alpha: of the test
 */
enum mms_failon_result mms_failon_check(const struct mms_failon *rule,
					const struct mms_compare *cmp, double alpha);

#endif
