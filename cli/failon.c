// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare.h"
#include "cli/failon.h"
#include "common/err.h"

static int bad(const char *text)
{
	return mms_err(-EINVAL, "--fail-on '%s': write it like 'elapsed time > +10%%'", text);
}

int mms_failon_parse(const char *text, struct mms_failon *ret_rule)
{
	const char *op = strrchr(text, '>'), *less = strrchr(text, '<');
	struct mms_failon rule = { .above = op != NULL };
	size_t len;
	char *end;

	op = op ? op : less;
	if (!op)
		return bad(text);
	text += strspn(text, " ");
	len = (size_t)(op - text);
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (!len || len >= sizeof(rule.name))
		return bad(text);
	snprintf(rule.name, sizeof(rule.name), "%.*s", (int)len, text);
	rule.limit = strtod(op + 1, &end);
	if (end == op + 1 || !isfinite(rule.limit))
		return bad(text);
	end += strspn(end, " ");
	if (strcmp(end, "%") && strcmp(end, "pp") && *end)
		return bad(text);
	*ret_rule = rule;
	return 0;
}

static enum mms_failon_result check_cell(const struct mms_failon *rule,
					 const struct mms_compare_row *row,
					 const struct mms_compare_cell *cell, double alpha)
{
	double change = cell->test.change * (row->kind == MMS_STATS_RATIO ? 100 : 1);

	if (isnan(change)) /* from zero: beyond every limit, in its direction */
		change = cell->test.diff * INFINITY;
	if (cell->test.state == MMS_STATS_SAME)
		return MMS_FAILON_NOT_FOUND;
	if (!cell->comparable || isnan(cell->test.p) || isnan(change))
		return MMS_FAILON_NO_VERDICT;
	if (rule->above ? change <= rule->limit : change >= rule->limit)
		return MMS_FAILON_NOT_FOUND;
	return cell->test.p < alpha ? MMS_FAILON_FOUND : MMS_FAILON_NOT_FOUND;
}

enum mms_failon_result mms_failon_check(const struct mms_failon *rule,
					const struct mms_compare *cmp, double alpha)
{
	enum mms_failon_result worst = MMS_FAILON_NO_METRIC;
	const struct mms_compare_row *rows;
	size_t n;

	rows = mms_compare_rows(cmp, &n);
	for (size_t i = 0; i < n; i++) {
		if (fnmatch(rule->name, rows[i].name, FNM_CASEFOLD))
			continue;
		if (worst == MMS_FAILON_NO_METRIC)
			worst = MMS_FAILON_NOT_FOUND;
		for (size_t s = 1; s < mms_compare_nr_sides(cmp); s++) {
			enum mms_failon_result r =
				check_cell(rule, &rows[i], &rows[i].cells[s], alpha);

			if (r == MMS_FAILON_FOUND)
				return r;
			worst = r == MMS_FAILON_NO_VERDICT ? r : worst;
		}
	}
	return worst;
}
