// SPDX-License-Identifier: GPL-2.0-or-later
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse/input.h"
#include "schema/db.h"

/* How every file of SQLite begins. */
static const char magic[16] = "SQLite format 3";

/* A file that is not there counts: its name may be that of the default database. */
static bool is_database(const char *path)
{
	char head[sizeof(magic)];
	struct stat st;
	bool yes;
	int fd;

	if (!strcmp(path, "-") || (!stat(path, &st) && !S_ISREG(st.st_mode)))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true;
	yes = read(fd, head, sizeof(head)) == sizeof(head) && !memcmp(head, magic, sizeof(magic));
	close(fd);
	return yes;
}

int mms_input_open_opts(const char *path, const struct mms_parse_opts *opts,
			struct sqlite3 **ret_db)
{
	struct sqlite3 *db mms_auto(db) = NULL;
	int ret;

	if (is_database(path))
		return mms_db_open(path, MMS_DB_READ, ret_db);
	ret = mms_db_open("", MMS_DB_CREATE, &db);
	if (!ret)
		ret = mms_parse(db, path, opts, NULL);
	if (!ret)
		*ret_db = mms_take(db);
	return ret;
}

int mms_input_open(const char *path, enum mms_detail detail, struct sqlite3 **ret_db)
{
	const struct mms_parse_opts opts = { .detail = detail };

	return mms_input_open_opts(path, &opts, ret_db);
}
