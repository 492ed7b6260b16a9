/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_VALUES_H
#define MMS_PARSE_VALUES_H

#include <stdbool.h>

struct mms_parse_opts;
struct mms_parse_result;
struct sqlite3;

/*
 * values.csv: what a workload measured, a line each under the heading
 * "label,run,metric,unit,value", and ",better" (less or more) where it is told.
 * The run LABEL/RUN gets the value; it is made when it is not there, so that a
 * comparison of results alone needs no recording.
 */

/** mms_values_is() - Does the file begin with that heading? */
bool mms_values_is(const char *path);

/**
 * mms_values_load() - Add the results to the runs of a database.
 * @opts: with force a value that is there already is replaced
 *
 * Return: 0; -EEXIST for a second value of a run's metric; -EBADMSG for a line
 * that is none; another negative errno.
 */
int mms_values_load(struct sqlite3 *db, const char *path, const struct mms_parse_opts *opts,
		    struct mms_parse_result *ret_result);

#endif
