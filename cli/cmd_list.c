// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/metric.h"
#include "cli/cmd.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "common/err.h"
#include "common/meta.h"
#include "common/table.h"
#include "report/format.h"

extern const struct mms_file mms_presets[];

/* What is compiled in: a name and a line of explanation each. */
static const struct mms_column name_and_summary[] = {
	{ .name = "name", .unit = "", .doc = "what to write" },
	{ .name = "summary", .unit = "", .doc = "what it is" },
};

static int add_pair(struct mms_table *tb, const char *name, const char *summary)
{
	int ret = mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = name });

	if (!ret)
		ret = mms_table_add(tb, (struct mms_cell){ .type = MMS_CELL_TEXT, .s = summary });
	return ret;
}

static int add_files(struct mms_table *tb, const struct mms_file *files)
{
	int ret = 0;

	for (const struct mms_file *f = files; !ret && f->name; f++) {
		char *summary = mms_meta_dup(f->text, "summary");

		ret = add_pair(tb, f->name, summary ? summary : "");
		free(summary);
	}
	return ret;
}

static int list_metrics(struct mms_table *tb)
{
	return add_files(tb, mms_metrics);
}

static int list_presets(struct mms_table *tb)
{
	return add_files(tb, mms_presets);
}

static int list_formats(struct mms_table *tb)
{
	int ret = 0;

	for (const struct mms_format *const *f = mms_formats; !ret && *f; f++)
		ret = add_pair(tb, (*f)->name, (*f)->summary);
	return ret;
}

/* Lists that need no input; the others are in analyze/lists/. */
static const struct {
	const char *name;
	const char *title;
	int (*fill)(struct mms_table *tb);
} builtin[] = {
	{ "metrics", "What analyze can answer", list_metrics },
	{ "formats", "Output formats", list_formats },
	{ "presets", "What record can record", list_presets },
};

struct arguments {
	struct mms_opts *opts;
	const char *what;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = args->opts;
		return 0;
	case ARGP_KEY_ARG:
		if (args->what)
			argp_error(state, "one list at a time");
		args->what = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which list?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.parser = parse,
	.args_doc = "metrics|formats|presets|runs|events|counters|markers",
	.doc = "What there is: metrics, formats and presets of mmscope; runs, events, "
	       "sampled counters and trace markers of the input.",
	.children = children,
};

static int show_builtin(struct mms_show *show, size_t i)
{
	struct mms_table *tb = mms_table_new(builtin[i].name, 2, name_and_summary);
	int ret = tb ? mms_table_set_title(tb, builtin[i].title) : -ENOMEM;

	if (!ret)
		ret = builtin[i].fill(tb);
	if (!ret)
		return mms_show_take(show, tb);
	mms_table_free(tb);
	return mms_err(ret, "no memory for a list");
}

static const struct mms_file *find_list(const char *name)
{
	for (const struct mms_file *f = mms_lists; f->name; f++)
		if (!strcmp(f->name + strlen("list_"), name))
			return f;
	return NULL;
}

static int show_list(struct mms_show *show, const char *name)
{
	const struct mms_file *list = find_list(name);
	int ret;

	for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++)
		if (!strcmp(builtin[i].name, name))
			return show_builtin(show, i);
	if (!list)
		return mms_err(-ENOENT, "no list '%s'; there are %s", name, argp.args_doc);
	ret = mms_show_open(show);
	return ret ? ret : mms_show_add(show, list, NULL);
}

static int run(int argc, char **argv)
{
	struct mms_opts opts mms_auto(opts) = { 0 };
	struct arguments args = { .opts = &opts };
	struct mms_show show mms_auto(show) = { .opts = &opts };
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	ret = show_list(&show, args.what);
	if (ret < 0)
		return ret;
	if (!ret)
		return mms_err(-ENOENT, "%s: no %s", mms_opts_input(&opts), args.what);
	return mms_show_print(&show);
}

extern const struct mms_cmd mms_cmd_list;
const struct mms_cmd mms_cmd_list = {
	.name = "list",
	.summary = "what there is: events, metrics, counters, formats, presets, runs",
	.argp = &argp,
	.run = run,
};
