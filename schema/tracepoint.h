/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_SCHEMA_TRACEPOINT_H
#define MMS_SCHEMA_TRACEPOINT_H

#include "common/file.h"

/**
 * mms_tracepoint_find() - The file of schema/tracepoints/ about an event.
 *
 * Return: a constant; NULL when nothing is known of the event.
 */
const struct mms_file *mms_tracepoint_find(const char *system, const char *name);

#endif
