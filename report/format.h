/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_REPORT_FORMAT_H
#define MMS_REPORT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct mms_table;

/* How the user wants it; zero-initialised is plain. */
struct mms_format_opts {
	bool color;
	bool unicode;
	int width; /* columns of the terminal; 0: unlimited */
};

/*
 * An output format prints any tables; it never knows which metric it prints.
 * fmt_<name>.c defines mms_fmt_<name>; the build adds it to mms_formats.
 */
struct mms_format {
	const char *name;
	const char *summary;
	bool machine; /* for programs: raw numbers, nothing left out */
	/* Print @n tables as one document. Return: 0 or a negative errno. */
	int (*print)(const struct mms_table *const *tables, size_t n,
		     const struct mms_format_opts *opts, FILE *out);
};

extern const struct mms_format *const mms_formats[]; /* ended by NULL */

/** mms_format_find() - The format @name, or NULL. */
const struct mms_format *mms_format_find(const char *name);

#endif
