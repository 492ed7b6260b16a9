/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_LOAD_REMOVE_H
#define MMS_PARSE_LOAD_REMOVE_H

#include <stdint.h>

struct sqlite3;

/**
 * mms_load_remove() - Take a run out of a database: its rows in all tables,
 * and the tables of events that no run has any more.
 *
 * Return: 0 or a negative errno.
 */
int mms_load_remove(struct sqlite3 *db, int64_t run_id);

#endif
