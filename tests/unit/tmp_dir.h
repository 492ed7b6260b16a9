/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_UNIT_TMP_DIR_H
#define MMS_TESTS_UNIT_TMP_DIR_H

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

/* A folder for a test, made before it and removed with all that is in it. */
static char tmp_dir[32];

static inline int tmp_dir_make(void **state)
{
	(void)state;
	snprintf(tmp_dir, sizeof(tmp_dir), "/tmp/mms_test.XXXXXX");
	return mkdtemp(tmp_dir) ? 0 : -1;
}

static inline int tmp_dir_remove_one(const char *path, const struct stat *st, int type,
				     struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline int tmp_dir_remove(void **state)
{
	(void)state;
	return nftw(tmp_dir, tmp_dir_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void tmp_dir_write(const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", tmp_dir, name);
	for (char *p = path + strlen(tmp_dir) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0777);
		*p = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

#endif
