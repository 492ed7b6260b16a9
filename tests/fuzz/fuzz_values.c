// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse/parse.h"
#include "parse/values.h"
#include "schema/db.h"

/* Any bytes as values.csv: they are refused or loaded, and nothing else. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct mms_parse_opts opts = { .force = size & 1 };
	struct sqlite3 *db mms_auto(db) = NULL;
	struct mms_parse_result res;
	char path[64];
	int fd = memfd_create("values", MFD_CLOEXEC);

	if (fd < 0 || mms_db_open(":memory:", MMS_DB_CREATE, &db))
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (write(fd, data, size) == (ssize_t)size) {
		mms_values_is(path);
		mms_values_load(db, path, &opts, &res);
	}
	close(fd);
	return 0;
}
