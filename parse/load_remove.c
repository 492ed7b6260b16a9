// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/load_remove.h"
#include "parse/parse_sql.h"
#include "schema/db.h"
#include "schema/stmt.h"

/* Names, as a query gave them; a query cannot go on while its tables change. */
struct names {
	char **names;
	size_t n;
};

static void mms_auto_names(struct names *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->names[i]);
	free(list->names);
}

static int list_tables(sqlite3 *db, const char *query, int64_t run_id, struct names *list)
{
	struct mms_stmt *st mms_auto(stmt) = NULL;
	int ret = mms_stmt_open(db, mms_parse_sql, query, &st);

	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":run_id", run_id);
	while ((ret = mms_stmt_step(st)) == 1) {
		char **names = realloc(list->names, (list->n + 1) * sizeof(*names));

		if (!names)
			return mms_err(-ENOMEM, "no memory for names of tables");
		list->names = names;
		names[list->n] = strdup(mms_stmt_text(st, 0));
		if (!names[list->n])
			return mms_err(-ENOMEM, "no memory for names of tables");
		list->n++;
	}
	return ret;
}

static int exec_each(sqlite3 *db, const struct names *list, const char *verb, const char *where)
{
	int ret = 0;

	for (size_t i = 0; !ret && i < list->n; i++) {
		char *sql = sqlite3_mprintf("%s \"%w\"%s", verb, list->names[i], where);

		ret = sql ? mms_db_exec(db, list->names[i], sql)
			  : mms_err(-ENOMEM, "no memory to remove a run");
		sqlite3_free(sql);
	}
	return ret;
}

int mms_load_remove(struct sqlite3 *db, int64_t run_id)
{
	struct names kept mms_auto(names) = { 0 }, dropped mms_auto(names) = { 0 };
	struct mms_stmt *st mms_auto(stmt) = NULL;
	char where[64];
	int ret;

	snprintf(where, sizeof(where), " WHERE run_id = %" PRId64, run_id);
	ret = list_tables(db, "tables_with_run", run_id, &kept);
	if (!ret)
		ret = list_tables(db, "tables_of_run_only", run_id, &dropped);
	if (!ret)
		ret = exec_each(db, &kept, "DELETE FROM", where);
	if (!ret)
		ret = exec_each(db, &dropped, "DROP TABLE", "");
	if (!ret)
		ret = mms_stmt_open(db, mms_parse_sql, "run_delete", &st);
	if (ret)
		return ret;
	mms_stmt_bind_int(st, ":run_id", run_id);
	return mms_stmt_run(st);
}
