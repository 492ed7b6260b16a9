// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/query.h"
#include "analyze/window.h"
#include "cli/cmd.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "common/buf.h"
#include "common/err.h"
#include "parse/parse.h"

#define MAX_SQL (16u << 20)

struct arguments {
	struct mms_opts *opts;
	const char *query; /* NULL: none, "-": standard input */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = args->opts;
		return 0;
	case ARGP_KEY_ARG:
		if (args->query)
			argp_error(state, "more than one query; quote it");
		args->query = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.parser = parse,
	.args_doc = "[QUERY|-]",
	.doc = "Ask a database or a recording in SQL.\v"
	       "Every tracepoint is a table of its name; docs/schema.md describes the others. With - "
	       "statements are read from standard input. Without QUERY there is a prompt, where "
	       ".tables [GLOB] and .schema [GLOB] show what there is. A recording is loaded into a "
	       "temporary database first. SQL may only read.",
	.children = children,
};

/* The window's table and views are there for queries, too; a database may have no run yet. */
static int open_window(struct mms_show *show)
{
	const struct mms_window_opts wo = { .runs = show->opts->runs, .time = show->opts->time };
	int ret = mms_window_make(show->db, &wo);

	return ret == -ENOENT && !show->opts->nr_runs && !show->opts->time ? 0 : ret;
}

/* All statements of a text, each an own table. */
static int run_text(struct mms_show *show, const char *sql)
{
	int64_t top = show->opts->top ? show->opts->top : -1;
	int ret = 0;

	while (!ret && *sql) {
		struct mms_table *tb = NULL;

		ret = mms_query_run(show->db, &sql, top, &tb);
		if (ret || !tb)
			break;
		ret = mms_show_take(show, tb);
		ret = ret > 0 ? 0 : ret;
	}
	return ret;
}

/* Print what was gathered, and make room for the next. */
static int print(struct mms_show *show)
{
	int ret = show->nr_tables ? mms_show_print(show) : 0;

	while (show->nr_tables)
		mms_table_free(show->tables[--show->nr_tables]);
	return ret;
}

/* SQL is shown as it is, to be copied. */
static void print_schema(const struct mms_table *tb)
{
	for (size_t i = 0; i < mms_table_nrows(tb); i++)
		printf("%s;\n", mms_table_cell(tb, i, 0)->s);
}

static int run_dot(struct mms_show *show, char *line)
{
	char *save = NULL;
	const char *word = strtok_r(line + 1, " \t\n", &save);
	struct mms_table *tb mms_auto(table) = NULL;
	int ret;

	if (!word)
		word = "";
	ret = mms_query_list(show->db, word, strtok_r(NULL, " \t\n", &save), &tb);
	if (ret == -ENOENT)
		return mms_err(ret, ".%s: there are .tables [GLOB], .schema [GLOB] and .quit",
			       word);
	if (ret)
		return ret;
	if (!strcmp(word, "schema")) {
		print_schema(tb);
		return 0;
	}
	ret = mms_show_take(show, mms_take(tb));
	return ret < 0 ? ret : 0;
}

/* One line more of a statement, which is run when it is whole. */
static int take_line(struct mms_show *show, struct mms_buf *sql, char *line)
{
	int ret;

	if (!sql->len && *line == '.')
		return run_dot(show, line);
	if (!sql->len && !line[strspn(line, " \t\r\n")])
		return 0;
	if (mms_buf_printf(sql, "%s", line))
		return mms_err(-ENOMEM, "no memory for a statement");
	if (!mms_query_is_complete(mms_buf_text(sql)))
		return 0;
	ret = run_text(show, mms_buf_text(sql));
	mms_buf_reset(sql);
	return ret;
}

/* An error ends no conversation. */
static int prompt(struct mms_show *show)
{
	struct mms_buf sql mms_auto(buf) = { 0 };
	char *line mms_auto(mem) = NULL;
	size_t alloc = 0;
	int ret = 0;

	while (ret >= 0) {
		fputs(sql.len ? "    ...> " : "mmscope> ", stdout);
		fflush(stdout);
		if (getline(&line, &alloc, stdin) < 0)
			break;
		if (!sql.len && (!strcmp(line, ".quit\n") || !strcmp(line, ".exit\n")))
			return 0;
		ret = take_line(show, &sql, line);
		if (ret >= 0)
			ret = print(show);
		else
			fprintf(stderr, "mmscope: %s\n", mms_err_text());
		ret = ret == -ENOMEM ? ret : 0;
	}
	fputc('\n', stdout);
	return ret;
}

static int run_stdin(struct mms_show *show)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	int ret = mms_buf_read_fd(&text, STDIN_FILENO, MAX_SQL);

	if (ret)
		return mms_err(ret, "standard input: %s", strerror(-ret));
	return run_text(show, mms_buf_text(&text));
}

static int run(int argc, char **argv)
{
	struct mms_opts opts mms_auto(opts) = { 0 };
	struct arguments args = { .opts = &opts };
	struct mms_show show mms_auto(show) = { .opts = &opts };
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	ret = mms_show_open(&show, MMS_DETAIL_EVENTS);
	if (!ret)
		ret = open_window(&show);
	if (ret < 0)
		return ret;
	if (!args.query && isatty(STDIN_FILENO) == 1) {
		opts.no_pager = true; /* it would take the next lines */
		return prompt(&show);
	}
	ret = !args.query || !strcmp(args.query, "-") ? run_stdin(&show)
						      : run_text(&show, args.query);
	return ret < 0 ? ret : print(&show);
}

extern const struct mms_cmd mms_cmd_sql;
const struct mms_cmd mms_cmd_sql = {
	.name = "sql",
	.summary = "ask a database or a recording in SQL",
	.argp = &argp,
	.run = run,
};
