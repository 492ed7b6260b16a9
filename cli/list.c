// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>

#include "cli/list.h"
#include "common/buf.h"
#include "common/err.h"

#define MAX_NUMBERS 65536

static const char *take_range(const char *s, long *ret_from, long *ret_to)
{
	char *end;

	*ret_from = *ret_to = strtol(s, &end, 10);
	if (end == s)
		return NULL;
	if (*end != '-')
		return end;
	s = end + 1;
	*ret_to = strtol(s, &end, 10);
	return end == s || *ret_to < *ret_from || *ret_to - *ret_from >= MAX_NUMBERS ? NULL : end;
}

int mms_list_expand(const char *list, char **ret_list)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	const char *s = list;

	for (;;) {
		long from, to;

		s = take_range(s, &from, &to);
		if (!s || (*s && *s != ','))
			return mms_err(-EINVAL, "'%s' is no list of numbers, as 0,2-4", list);
		for (long n = from; n <= to; n++)
			mms_buf_printf(&buf, "%s%ld", buf.len ? "," : "", n);
		if (!*s++)
			break;
	}
	if (buf.err)
		return mms_err(-ENOMEM, "no memory for a list");
	*ret_list = mms_take(buf.data);
	return 0;
}
