// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/list.h"
#include "cli/opts.h"
#include "common/err.h"

enum {
	OPT_TIME = 0x100,
	OPT_FORMAT,
	OPT_UNIT,
	OPT_TOP,
	OPT_SORT,
	OPT_COLUMNS,
	OPT_STRICT,
	OPT_NO_PAGER,
	OPT_COLOR,
	OPT_PARAM,
	OPT_CPU,
	OPT_PID,
	OPT_COMM,
	OPT_CGROUP,
	OPT_NODE,
	OPT_ORDER,
};

static const struct argp_option options[] = {
	{ "input", 'i', "FILE", 0,
	  "Database or recording (default: $MMSCOPE_DB, mmscope.db, mmscope.data)", 0 },
	{ "run", 'r', "LABEL[/N]", 0, "Only these runs; may be repeated, may be a glob", 0 },
	{ "time", OPT_TIME, "A,B", 0,
	  "Only from A on and before B: seconds of the trace clock, +SECONDS from the begin, -SECONDS from the end, 10%, @MARKER; or 10%-20%; or max+-500ms, around the worst event",
	  0 },
	{ "cpu", OPT_CPU, "LIST", 0, "Only on these CPUs (0,2-3)", 0 },
	{ "pid", OPT_PID, "LIST", 0, "Only these threads", 0 },
	{ "comm", OPT_COMM, "GLOB", 0, "Only threads of this name", 0 },
	{ "cgroup", OPT_CGROUP, "GLOB", 0, "Only cgroups with this path", 0 },
	{ "node", OPT_NODE, "LIST", 0, "Only these memory nodes", 0 },
	{ "order", OPT_ORDER, "LIST", 0, "Only allocations of these orders", 0 },
	{ "param", OPT_PARAM, "NAME=VALUE", 0, "Another parameter of the metric", 0 },
	{ "format", OPT_FORMAT, "FORMAT", 0,
	  "text (default), json, csv, markdown ('mmscope list formats')", 0 },
	{ "json", 'j', NULL, 0, "The same as --format json", 0 },
	{ "unit", OPT_UNIT, "UNIT", 0, "pages (default) or bytes", 0 },
	{ "top", OPT_TOP, "N", 0, "N rows at most; 0 for all", 0 },
	{ "sort", OPT_SORT, "COLUMN", 0, "Sort by a column, largest first; +COLUMN: smallest first",
	  0 },
	{ "columns", OPT_COLUMNS, "A,B", 0, "Only these columns, in this order", 0 },
	{ "strict", OPT_STRICT, NULL, 0,
	  "Exit with 3 when events were lost or the input was cut short", 0 },
	{ "quiet", 'q', NULL, 0, "No messages but errors", 0 },
	{ "verbose", 'v', NULL, 0, "More messages", 0 },
	{ "no-pager", OPT_NO_PAGER, NULL, 0, "Print straight to the terminal", 0 },
	{ "color", OPT_COLOR, "WHEN", 0, "auto (default), always or never", 0 },
	{ 0 },
};

/* Options that are parameters of a metric, and whether they are lists of numbers. */
static const struct {
	int key;
	const char *param;
	bool list;
} filters[] = {
	{ OPT_CPU, "cpu", true },        { OPT_PID, "pid", true },   { OPT_COMM, "comm", false },
	{ OPT_CGROUP, "cgroup", false }, { OPT_NODE, "node", true }, { OPT_ORDER, "order", true },
};

static void add_param(struct mms_opts *o, const char *name, const char *text,
		      struct argp_state *state)
{
	if (o->nr_params == MMS_OPTS_MAX_PARAMS)
		argp_error(state, "too many filters and parameters");
	o->params[o->nr_params].name = name;
	o->params[o->nr_params++].text = text;
}

static int parse_filter(int key, char *arg, struct argp_state *state)
{
	struct mms_opts *o = state->input;

	for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
		if (filters[i].key != key)
			continue;
		if (filters[i].list && mms_list_expand(arg, &o->lists[o->nr_params]))
			argp_error(state, "--%s: %s", filters[i].param, mms_err_text());
		add_param(o, filters[i].param, filters[i].list ? o->lists[o->nr_params] : arg,
			  state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void parse_param(struct mms_opts *o, char *arg, struct argp_state *state)
{
	char *eq = strchr(arg, '=');

	if (!eq || eq == arg)
		argp_error(state, "--param '%s': write NAME=VALUE", arg);
	*eq = '\0';
	add_param(o, arg, eq + 1, state);
}

static void set_format(struct mms_opts *o, const char *name, struct argp_state *state)
{
	o->format = mms_format_find(name);
	if (!o->format)
		argp_error(state, "no format '%s'; 'mmscope list formats' shows them", name);
}

static bool one_of(const char *arg, const char *a, const char *b, const char *c)
{
	return !strcmp(arg, a) || !strcmp(arg, b) || !strcmp(arg, c);
}

static int64_t parse_top(const char *arg, struct argp_state *state)
{
	char *end;
	long long n = strtoll(arg, &end, 10);

	if (!*arg || *end || n < 0)
		argp_error(state, "--top '%s': not a number of rows", arg);
	return n ? n : -1;
}

static void add_run(struct mms_opts *o, const char *arg, struct argp_state *state)
{
	if (o->nr_runs == MMS_OPTS_MAX_RUNS)
		argp_error(state, "more than %d times --run; use a glob", MMS_OPTS_MAX_RUNS);
	o->runs[o->nr_runs++] = arg;
}

static error_t parse_output(int key, char *arg, struct argp_state *state)
{
	struct mms_opts *o = state->input;

	switch (key) {
	case OPT_FORMAT:
		set_format(o, arg, state);
		return 0;
	case 'j':
		set_format(o, "json", state);
		return 0;
	case OPT_UNIT:
		if (!one_of(arg, "pages", "bytes", "bytes"))
			argp_error(state, "--unit '%s': pages or bytes", arg);
		o->bytes = !strcmp(arg, "bytes");
		return 0;
	case OPT_TOP:
		o->top = parse_top(arg, state);
		return 0;
	case OPT_SORT:
		o->sort = arg;
		return 0;
	case OPT_COLUMNS:
		o->columns = arg;
		return 0;
	case OPT_COLOR:
		if (!one_of(arg, "auto", "always", "never"))
			argp_error(state, "--color '%s': auto, always or never", arg);
		o->color = arg;
		return 0;
	default:
		return parse_filter(key, arg, state);
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct mms_opts *o = state->input;

	switch (key) {
	case 'i':
		o->input = arg;
		return 0;
	case 'r':
		add_run(o, arg, state);
		return 0;
	case OPT_TIME:
		o->time = arg;
		return 0;
	case OPT_PARAM:
		parse_param(o, arg, state);
		return 0;
	case OPT_STRICT:
		o->strict = true;
		return 0;
	case OPT_NO_PAGER:
		o->no_pager = true;
		return 0;
	case 'q':
		o->quiet = true;
		return 0;
	case 'v':
		o->verbose = true;
		return 0;
	default:
		return parse_output(key, arg, state);
	}
}

const struct argp mms_opts_argp = { .options = options, .parser = parse };

void mms_opts_release(struct mms_opts *opts)
{
	for (size_t i = 0; i < MMS_OPTS_MAX_PARAMS; i++)
		free(opts->lists[i]);
}

const char *mms_opts_input(const struct mms_opts *opts)
{
	const char *env = getenv("MMSCOPE_DB");

	if (opts->input)
		return opts->input;
	if (env && *env)
		return env;
	if (access("mmscope.db", F_OK) && !access("mmscope.data", F_OK))
		return "mmscope.data";
	return "mmscope.db";
}

static bool wants_color(const struct mms_opts *opts, bool tty)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

	if (opts->color && strcmp(opts->color, "auto"))
		return !strcmp(opts->color, "always");
	return tty && (!none || !*none) && term && strcmp(term, "dumb");
}

static int terminal_width(bool tty)
{
	const char *env = getenv("COLUMNS");
	struct winsize ws;

	if (env && *env)
		return (int)strtol(env, NULL, 10);
	if (tty && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws))
		return ws.ws_col;
	return 0;
}

struct mms_format_opts mms_opts_format(const struct mms_opts *opts)
{
	bool tty = isatty(STDOUT_FILENO) == 1;
	const char *term = getenv("TERM");
	struct mms_format_opts fo = {
		.color = wants_color(opts, tty),
		.unicode = tty && term && strcmp(term, "dumb") &&
			   !strcmp(nl_langinfo(CODESET), "UTF-8"),
		.width = terminal_width(tty),
	};

	return fo;
}
