// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/column.h"
#include "analyze/usermetric.h"
#include "cli/cmd.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "common/err.h"
#include "common/meta.h"

#define MAX_METRICS 64

struct arguments {
	struct mms_opts *opts;
	const char *metrics[MAX_METRICS];
	size_t nr_metrics;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = args->opts;
		return 0;
	case ARGP_KEY_ARG:
		if (args->nr_metrics == MAX_METRICS)
			argp_error(state, "more than %d metrics", MAX_METRICS);
		args->metrics[args->nr_metrics++] = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.parser = parse,
	.args_doc = "[METRIC...]",
	.doc = "Numbers of one or more runs.\v"
	       "Without METRIC the summary is shown; 'mmscope list metrics' lists them, "
	       "'mmscope help METRIC' explains one: its columns, units and where they come from.",
	.children = children,
};

static int add_one(struct mms_show *show, const char *name)
{
	const struct mms_file *metric;
	int ret = mms_show_find(show, name, &metric);

	if (!ret)
		ret = mms_show_add(show, metric, NULL);
	if (!ret)
		fprintf(stderr,
			"mmscope: %s: no data for '%s' in the runs and the window asked for\n",
			mms_opts_input(show->opts), name);
	return ret;
}

static int run(int argc, char **argv)
{
	struct mms_opts opts mms_auto(opts) = { 0 };
	struct arguments args = { .opts = &opts };
	struct mms_show show mms_auto(show) = { .opts = &opts };
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	if (!args.nr_metrics)
		args.metrics[args.nr_metrics++] = "summary";
	ret = mms_show_open(&show, MMS_DETAIL_NONE);
	for (size_t i = 0; ret >= 0 && i < args.nr_metrics; i++)
		ret = add_one(&show, args.metrics[i]);
	if (ret < 0)
		return ret;
	return show.nr_tables ? mms_show_print(&show) : MMS_EXIT_ERROR;
}

static void print_column(const char *text, const char *name, size_t len)
{
	struct mms_column *cols mms_auto(columns) = calloc(2, sizeof(*cols));
	char *copy = strndup(name, len);

	if (cols && copy && !mms_column_parse(text, copy, &cols[0]))
		printf("  %-24s %-8s %s\n", cols[0].name, cols[0].unit, cols[0].doc);
	free(copy);
}

static void print_param(const char *name, size_t len, const struct mms_meta *rest)
{
	printf("  %-24.*s %.*s\n", (int)len, name, (int)rest->value_len, rest->value);
}

/* Lines "-- column:" or "-- param:" under a heading. */
static void print_lines(const char *text, const char *key, const char *heading)
{
	const char *pos = text;
	struct mms_meta m;
	int n = 0;

	while (mms_meta_next(&pos, &m)) {
		size_t len;
		const char *word;

		if (m.key_len != strlen(key) || memcmp(m.key, key, m.key_len))
			continue;
		if (!n++)
			printf("\n%s\n", heading);
		word = mms_meta_word(&m.value, &m.value_len, &len);
		if (word && *key == 'c')
			print_column(text, word, len);
		else if (word)
			print_param(word, len, &m);
	}
}

/* Header lines without a key are prose: formula, source, caveats by kernel. */
static void print_prose(const char *text)
{
	printf("\n");
	for (; !strncmp(text, "-- ", 3); text += strcspn(text, "\n") + 1) {
		const char *pos = text;
		struct mms_meta m;

		if (strncmp(text + 3, "SPDX-", 5) &&
		    (!mms_meta_next(&pos, &m) || m.key != text + 3))
			printf("  %.*s\n", (int)strcspn(text + 3, "\n"), text + 3);
	}
}

static int topic(const char *name)
{
	struct mms_file *user mms_auto(usermetric) = NULL;
	const struct mms_file *metric = mms_metric_find(name);
	size_t len;
	const char *summary;

	if (!metric && mms_usermetric_open(name, &user))
		return 0;
	metric = metric ? metric : user;
	summary = mms_meta_get(metric->text, "summary", &len);
	printf("mmscope analyze %s: %.*s\n", name, summary ? (int)len : 0, summary ? summary : "");
	print_prose(metric->text);
	print_lines(metric->text, "column", "Columns: name, unit, meaning");
	print_lines(metric->text, "param", "Parameters: --NAME or --param NAME=VALUE");
	return 1;
}

extern const struct mms_cmd mms_cmd_analyze;
const struct mms_cmd mms_cmd_analyze = {
	.name = "analyze",
	.summary = "numbers of one or more runs",
	.argp = &argp,
	.run = run,
	.topic = topic,
};
