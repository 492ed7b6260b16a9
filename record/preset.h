/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_PRESET_H
#define MMS_RECORD_PRESET_H

#include <stdbool.h>
#include <stddef.h>

#include "common/file.h"

/*
 * A preset is a file record/presets/NAME.preset: header lines
 *
 *	# summary: what it is for
 *	# include: NAME ...		other presets that belong to it
 *
 * and lines "SYSTEM:EVENT", globs, each with at most one of
 *
 *	items ENUM GLOB ...	record only these counter items ("!GLOB" takes out)
 *	not-self		leave out what the recorder itself causes
 *
 * behind it. Events that a kernel lacks are passed over.
 */

/* Compiled-in presets, sorted by name, ended by a zero entry. */
extern const struct mms_file mms_presets[];

/** mms_preset_find() - The preset @name, or NULL. */
const struct mms_file *mms_preset_find(const char *name);

enum { MMS_PRESET_MAX_PATTERNS = 32 };

/** struct mms_preset_line - One line; texts are valid until the next call. */
struct mms_preset_line {
	char text[512]; /* what the pointers point into */
	const char *event;
	const char *enum_name; /* NULL: not filtered by items */
	const char *patterns[MMS_PRESET_MAX_PATTERNS];
	size_t nr_patterns;
	bool not_self;
};

/**
 * mms_preset_next() - Take the next line of a preset.
 * @pos: where to go on; start with the text
 * @line_no: counted up; start with 0
 * @name: of the preset, for messages
 *
 * Return: 1 and a line, 0 at the end, -EINVAL for a line that cannot be read.
 */
int mms_preset_next(const char **pos, int *line_no, const char *name, struct mms_preset_line *line);

#endif
