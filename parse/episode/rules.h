/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_RULES_H
#define MMS_PARSE_EPISODE_RULES_H

#include "parse/episode/handler.h"
#include "parse/source.h"

/*
 * The header lines of schema/tracepoints/NAME.sql, made ready for use: per
 * event type its rules ("-- engine:") and the fields to add up ("-- sum:").
 */
struct mms_sum {
	const struct mms_field *field;
	int64_t sum;
};

struct mms_type_rules {
	unsigned int nr_rules, nr_sums;
	struct mms_rule *rules;
	struct mms_sum *sums;
	int64_t n; /* events in the current segment */
	bool off;  /* the recording says that it was not recorded */
};

/**
 * mms_rules_new() - Bind every event type of an input.
 * @ep: given to handlers' init(); its options say what was recorded
 * @ret_rules: info->nr_types of them, for mms_rules_free()
 *
 * Return: 0; -EINVAL for a header line that names no handler (a mistake in
 * the .sql file); -ENOMEM.
 */
int mms_rules_new(struct mms_ep *ep, const struct mms_source_info *info,
		  struct mms_type_rules **ret_rules);
void mms_rules_free(struct mms_type_rules *rules, unsigned int nr_types);

/** mms_rules_have() - Does a recorded type have a rule of this handler and argument (NULL: any)? */
bool mms_rules_have(const struct mms_type_rules *rules, unsigned int nr_types, const char *handler,
		    const char *arg);

#endif
