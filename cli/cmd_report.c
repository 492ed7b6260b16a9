// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/metric.h"
#include "cli/cmd.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "common/err.h"
#include "common/meta.h"

#define MAX_SECTIONS 64

/* A metric that has a place in the report: "-- report: RANK [NAME=VALUE...]". */
struct section {
	long rank;
	const struct mms_file *metric;
	char *params;
};

struct sections {
	struct section list[MAX_SECTIONS];
	size_t n;
};

static void mms_auto_sections(struct sections *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->list[i].params);
}

struct arguments {
	struct mms_opts *opts;
	const char *output;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = args->opts;
		return 0;
	case 'o':
		args->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': no arguments are expected; --run chooses runs", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE; - is standard output", 0 },
	{ 0 },
};
static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "All that there is to say of one or more runs, on one page.\v"
	       "Its sections are the metrics whose files have a line '-- report:'; "
	       "what a run has no data for is left out.",
	.children = children,
};

static int by_rank(const void *a, const void *b)
{
	const struct section *x = a, *y = b;

	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static void gather(struct sections *s)
{
	for (const struct mms_file *f = mms_metrics; f->name && s->n < MAX_SECTIONS; f++) {
		char *value = mms_meta_dup(f->text, "report");
		struct section *sec = &s->list[s->n];
		char *params;

		if (!value)
			continue;
		sec->rank = strtol(value, &params, 10);
		sec->metric = f;
		sec->params = strdup(params);
		free(value);
		if (sec->params)
			s->n++;
	}
	qsort(s->list, s->n, sizeof(s->list[0]), by_rank);
}

/* Whether a file holds what a report is made from: no report is worth losing that. */
static bool is_source(const char *path)
{
	static const char *const magic[] = { "SQLite format 3", "\x17\x08"
								"Dtracing" };
	FILE *f = fopen(path, "r");
	char head[16] = "";

	if (!f)
		return false;
	if (!fread(head, 1, sizeof(head) - 1, f))
		head[0] = '\0';
	fclose(f);
	return !strcmp(head, magic[0]) || !strncmp(head, magic[1], strlen(magic[1]));
}

static int redirect(const char *path)
{
	struct stat st;

	if (!path || !strcmp(path, "-"))
		return 0;
	if (!stat(path, &st) && S_ISREG(st.st_mode) && is_source(path))
		return mms_err(-EEXIST, "%s is a database or a trace; take another with -o", path);
	if (!freopen(path, "w", stdout))
		return mms_err(-errno, "%s: %s", path, strerror(errno));
	return 0;
}

/* The output is opened when all else has worked: a failure leaves an older report alone. */
static int write_report(struct mms_show *show, const char *output)
{
	struct sections secs mms_auto(sections) = { .n = 0 };
	int ret = mms_show_open(show, MMS_DETAIL_NONE);

	gather(&secs);
	for (size_t i = 0; ret >= 0 && i < secs.n; i++)
		ret = mms_show_add(show, secs.list[i].metric, secs.list[i].params);
	if (ret >= 0)
		ret = redirect(output);
	return ret < 0 ? ret : mms_show_print(show);
}

static int run(int argc, char **argv)
{
	struct mms_opts opts mms_auto(opts) = { 0 };
	struct arguments args = { .opts = &opts };
	struct mms_show show mms_auto(show) = { .opts = &opts };

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	return write_report(&show, args.output);
}

extern const struct mms_cmd mms_cmd_report;
const struct mms_cmd mms_cmd_report = {
	.name = "report",
	.summary = "a document of one or more runs",
	.argp = &argp,
	.run = run,
};
