// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <string.h>

#include "report/format.h"

#define MMS_FORMAT(name) extern const struct mms_format mms_fmt_##name;
#include "fmt_list.inc"
#undef MMS_FORMAT

#define MMS_FORMAT(name) &mms_fmt_##name,
const struct mms_format *const mms_formats[] = {
#include "fmt_list.inc"
	NULL
};
#undef MMS_FORMAT

const struct mms_format *mms_format_find(const char *name)
{
	for (const struct mms_format *const *f = mms_formats; *f; f++)
		if (!strcmp((*f)->name, name))
			return *f;
	return NULL;
}
