// SPDX-License-Identifier: GPL-2.0-or-later
#include <string.h>

#include "common/meta.h"
#include "schema/db.h"
#include "schema/tracepoint.h"

const struct mms_file *mms_tracepoint_find(const char *system, const char *name)
{
	size_t sys_len = strlen(system), name_len = strlen(name), len;
	const char *v;

	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		if (strcmp(f->name, name))
			continue;
		v = mms_meta_get(f->text, "tracepoint", &len);
		if (v && len == sys_len + 1 + name_len && !memcmp(v, system, sys_len) &&
		    v[sys_len] == ':' && !memcmp(v + sys_len + 1, name, name_len))
			return f;
	}
	return NULL;
}
