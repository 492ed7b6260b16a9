/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_INPUT_H
#define MMS_PARSE_INPUT_H

#include "parse/parse.h"

struct sqlite3;

/**
 * mms_input_open() - Open what a user names with -i, whichever it is: a
 * database as it is, for reading; a recording by parsing it into a temporary
 * database, which is gone when it is closed.
 * @path: of a database, or of a recording
 * @detail: which rows of events are wanted of a recording
 * @ret_db: set only on success; closed with mms_db_close()
 *
 * Return: 0 or a negative errno.
 */
int mms_input_open(const char *path, enum mms_detail detail, struct sqlite3 **ret_db);

/* As mms_input_open(), with all that mms_parse() may be told. */
int mms_input_open_opts(const char *path, const struct mms_parse_opts *opts,
			struct sqlite3 **ret_db);

#endif
