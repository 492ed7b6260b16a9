/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_ENV_H
#define MMS_PARSE_ENV_H

#include <stdint.h>

struct mms_load;
struct mms_recording;

/**
 * mms_env_load() - Load what a recording says of its environment: settings,
 * kernel configuration, all of run.json but its lists of objects.
 *
 * Return: 0 or a negative errno.
 */
int mms_env_load(const struct mms_recording *rec, int64_t run_id, struct mms_load *load);

#endif
