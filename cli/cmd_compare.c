// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/compare.h"
#include "cli/cmd.h"
#include "cli/failon.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "cli/sides.h"
#include "common/buf.h"
#include "common/err.h"
#include "report/look.h"

enum {
	OPT_NOISE = 0x200,
	OPT_STYLE,
	OPT_SHORT,
	OPT_EXACT,
	OPT_ALPHA,
	OPT_LEVEL,
	OPT_MIN_EFFECT,
	OPT_SEED,
	OPT_PRIMARY,
	OPT_FAIL_ON,
	OPT_VERDICT,
	OPT_ENV,
	MAX_LIST = 32,
	MAX_SETTINGS = 20,
};

static const struct argp_option options[] = {
	{ "noise", OPT_NOISE, "SIDE", 0,
	  "A side of the same kernel; two or more of them give each metric's noise floor", 2 },
	{ "primary", OPT_PRIMARY, "METRIC", 0,
	  "Metrics that get verdicts (glob; may be repeated) instead of the usual ones", 2 },
	{ "alpha", OPT_ALPHA, "Q", 0, "A verdict needs a q below (0.05)", 2 },
	{ "min-effect", OPT_MIN_EFFECT, "PERCENT", 0, "... and a change above (2)", 2 },
	{ "level", OPT_LEVEL, "PERCENT", 0, "Confidence of the intervals (95)", 2 },
	{ "exact", OPT_EXACT, NULL, 0, "Exact rank and permutation p, too (json, csv)", 2 },
	{ "seed", OPT_SEED, "N", 0, "Of random draws (1)", 2 },
	{ "style", OPT_STYLE, "STYLE", 0, "plain (default), or mmtests: value and (percent)", 2 },
	{ "short", OPT_SHORT, NULL, 0, "Primary metrics alone, for a cover letter", 2 },
	{ "env", OPT_ENV, NULL, 0, "All settings that differ, not the first 20", 2 },
	{ "fail-on", OPT_FAIL_ON, "RULE", 0,
	  "Exit with 1 when a metric changed so: 'direct stall p99 > +10%'; may be repeated", 2 },
	{ "verdict", OPT_VERDICT, NULL, 0,
	  "Exit with 0 (nothing is worse), 1 (something is) or 125 (too few runs to tell), as git "
	  "bisect run wants it",
	  2 },
	{ 0 },
};

struct arguments {
	struct mms_opts *opts;
	struct mms_compare_opts compare;
	struct mms_look_opts look;
	const char *sides[MMS_COMPARE_MAX_SIDES];
	size_t nr_sides;
	const char *noise[MAX_LIST];
	size_t nr_noise;
	const char *primary[MAX_LIST + 1];
	size_t nr_primary;
	struct mms_failon rules[MAX_LIST];
	const char *rule_texts[MAX_LIST];
	size_t nr_rules;
	bool verdict;
	bool all_settings;
	int argc;
	char **argv;
};

static double number(const char *arg, double low, double high, const char *name,
		     struct argp_state *state)
{
	char *end;
	double x = strtod(arg, &end);

	if (!*arg || *end || !(x > low && x < high))
		argp_error(state, "--%s '%s': a number between %g and %g", name, arg, low, high);
	return x;
}

static void add(const char **list, size_t *n, size_t max, const char *arg, const char *name,
		struct argp_state *state)
{
	if (*n == max)
		argp_error(state, "more than %zu times %s", max, name);
	list[(*n)++] = arg;
}

/* SIDE,SIDE is two of them. */
static void add_noise(struct arguments *args, char *arg, struct argp_state *state)
{
	char *save = NULL;

	for (char *s = strtok_r(arg, ",", &save); s; s = strtok_r(NULL, ",", &save))
		add(args->noise, &args->nr_noise, MAX_LIST, s, "--noise", state);
}

static void add_rule(struct arguments *args, const char *arg, struct argp_state *state)
{
	add(args->rule_texts, &args->nr_rules, MAX_LIST, arg, "--fail-on", state);
	if (mms_failon_parse(arg, &args->rules[args->nr_rules - 1]))
		argp_error(state, "%s", mms_err_text());
}

static void set_style(struct arguments *args, const char *arg, struct argp_state *state)
{
	if (strcmp(arg, "plain") && strcmp(arg, "mmtests"))
		argp_error(state, "--style '%s': plain or mmtests", arg);
	args->look.style = strcmp(arg, "plain") ? MMS_LOOK_MMTESTS : MMS_LOOK_PLAIN;
}

static error_t parse_numbers(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;
	struct mms_verdict_rule *rule = &args->compare.rule;

	switch (key) {
	case OPT_ALPHA:
		rule->alpha = number(arg, 0, 1, "alpha", state);
		return 0;
	case OPT_LEVEL:
		args->compare.level = number(arg, 0, 100, "level", state) / 100;
		return 0;
	case OPT_MIN_EFFECT:
		rule->min_points = number(arg, -1e-9, 1000, "min-effect", state);
		rule->min_ratio = rule->min_points / 100;
		return 0;
	case OPT_SEED:
		args->compare.seed = (uint64_t)number(arg, -0.5, 4e9, "seed", state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = args->opts;
		return 0;
	case OPT_NOISE:
		add_noise(args, arg, state);
		return 0;
	case OPT_PRIMARY:
		add(args->primary, &args->nr_primary, MAX_LIST, arg, "--primary", state);
		return 0;
	case OPT_FAIL_ON:
		add_rule(args, arg, state);
		return 0;
	case OPT_STYLE:
		set_style(args, arg, state);
		return 0;
	case OPT_SHORT:
		args->look.brief = true;
		return 0;
	case OPT_EXACT:
		args->compare.exact = true;
		return 0;
	case OPT_ENV:
		args->all_settings = true;
		return 0;
	case OPT_VERDICT:
		args->verdict = true;
		return 0;
	case ARGP_KEY_ARG:
		add(args->sides, &args->nr_sides, MMS_COMPARE_MAX_SIDES, arg, "SIDE", state);
		return 0;
	case ARGP_KEY_END:
		if (args->nr_sides == 1)
			argp_error(state, "compare '%s' with what? Name a second side",
				   args->sides[0]);
		return 0;
	default:
		return parse_numbers(key, arg, state);
	}
}

static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "[SIDE SIDE...]",
	.doc = "Base against patched: what changed, how sure that is, and what is not comparable.\v"
	       "SIDE is a label in the input (or a glob of labels), a database, a recording, a "
	       "values.csv, or FILE:LABEL; the first one is the base. Without SIDE every label of the "
	       "input is one. A run is one value: record several a side, and let the sides take "
	       "turns. 'mmscope help ROW' explains a row.",
	.children = children,
};

/* Adding of tables. */

static int take(struct mms_show *show, struct mms_table *tb)
{
	int ret = mms_show_take(show, tb);

	return ret < 0 ? ret : 0;
}

static int add_settings(struct mms_show *show, const struct arguments *args,
			const struct mms_compare *cmp)
{
	struct mms_table *tb mms_auto(table) = NULL, *shown = NULL;
	int ret = mms_compare_environment(cmp, &tb);

	if (ret || !mms_table_nrows(tb))
		return ret;
	ret = mms_look_environment(tb, args->all_settings ? 0 : MAX_SETTINGS, &shown);
	return ret ? ret : take(show, shown);
}

/* Whence it comes: versions, and the line that makes it again. */
static int add_provenance(const struct arguments *args, struct mms_table *tb)
{
	struct mms_buf line mms_auto(buf) = { 0 };

	mms_buf_printf(&line, "made by mmscope " MMS_VERSION ": mmscope compare");
	for (int i = 1; i < args->argc; i++)
		mms_buf_printf(&line, strpbrk(args->argv[i], " *?>|'") ? " '%s'" : " %s",
			       args->argv[i]);
	return line.err ? line.err : mms_table_add_note(tb, "%s", mms_buf_text(&line));
}

static int add_sides(struct mms_show *show, const struct arguments *args,
		     const struct mms_compare *cmp)
{
	bool machine = args->opts->format && args->opts->format->machine;
	struct mms_table *tb mms_auto(table) = NULL, *shown mms_auto(table) = NULL;
	int ret = mms_compare_sides(cmp, &tb);

	if (!ret && machine)
		return take(show, mms_take(tb));
	if (!ret)
		ret = mms_look_sides(tb, &shown);
	if (!ret)
		ret = add_provenance(args, shown);
	return ret ? ret : take(show, mms_take(shown));
}

static int add_look(struct mms_show *show, const struct arguments *args,
		    const struct mms_compare *cmp)
{
	struct mms_table *tables[MMS_LOOK_MAX_TABLES], *results mms_auto(table) = NULL;
	size_t n = 0;
	int ret = mms_compare_results(cmp, &results);

	if (!ret)
		ret = mms_look_make(results, &args->look, tables, &n);
	for (size_t i = 0; i < n; i++) {
		if (ret)
			mms_table_free(tables[i]);
		else
			ret = take(show, tables[i]);
	}
	return ret;
}

static int add_data(struct mms_show *show, const struct mms_compare *cmp)
{
	struct mms_table *results = NULL, *env = NULL;
	int ret = mms_compare_results(cmp, &results);

	if (!ret)
		ret = take(show, results);
	if (!ret)
		ret = mms_compare_environment(cmp, &env);
	return ret ? ret : take(show, env);
}

static int add_all(struct mms_show *show, const struct arguments *args,
		   const struct mms_compare *cmp)
{
	int ret;

	if (args->opts->format && args->opts->format->machine) {
		ret = add_data(show, cmp);
	} else {
		ret = args->look.brief ? 0 : add_settings(show, args, cmp);
		if (!ret)
			ret = add_look(show, args, cmp);
	}
	if (!ret && (!args->look.brief || args->opts->format))
		ret = add_sides(show, args, cmp);
	return ret;
}

/* Exit codes. */

static int check_rules(const struct arguments *args, const struct mms_compare *cmp)
{
	int status = MMS_EXIT_OK;

	for (size_t i = 0; i < args->nr_rules; i++) {
		enum mms_failon_result r =
			mms_failon_check(&args->rules[i], cmp, args->compare.rule.alpha);

		if (r == MMS_FAILON_NO_METRIC)
			return mms_err(-ENOENT,
				       "--fail-on '%s': nothing that is compared is called so",
				       args->rule_texts[i]);
		if (r == MMS_FAILON_FOUND)
			fprintf(stderr, "mmscope compare: found: %s\n", args->rule_texts[i]);
		if (r == MMS_FAILON_NO_VERDICT)
			fprintf(stderr, "mmscope compare: cannot tell (no test is possible): %s\n",
				args->rule_texts[i]);
		if (r == MMS_FAILON_FOUND)
			status = MMS_EXIT_FOUND;
		else if (r == MMS_FAILON_NO_VERDICT && status == MMS_EXIT_OK)
			status = MMS_EXIT_NO_VERDICT;
	}
	return status;
}

static int check_verdicts(const struct mms_compare *cmp)
{
	const struct mms_compare_row *rows;
	int status = MMS_EXIT_OK;
	size_t n;

	rows = mms_compare_rows(cmp, &n);
	for (size_t i = 0; i < n; i++) {
		for (size_t s = 1; s < mms_compare_nr_sides(cmp); s++) {
			if (rows[i].cells[s].verdict == MMS_VERDICT_WORSE)
				return MMS_EXIT_FOUND;
			if (rows[i].cells[s].verdict == MMS_VERDICT_MORE_RUNS)
				status = MMS_EXIT_NO_VERDICT;
		}
	}
	return status;
}

static int status_of(const struct arguments *args, const struct mms_compare *cmp)
{
	int rules = check_rules(args, cmp);

	if (rules || !args->verdict)
		return rules;
	return check_verdicts(cmp);
}

static int strict_status(const struct arguments *args, const struct mms_compare *cmp)
{
	int incomplete = 0;
	int ret = args->opts->strict ? mms_compare_incomplete(cmp, &incomplete) : 0;

	if (ret || !incomplete)
		return ret;
	fprintf(stderr, "mmscope compare: events were lost or a recording was cut short "
			"(--strict)\n");
	return MMS_EXIT_INCOMPLETE;
}

static int compare(struct arguments *args, struct mms_compare *cmp)
{
	struct mms_show show mms_auto(show) = { .opts = args->opts };
	const char *input = mms_opts_input(args->opts);
	int status, ret;
	size_t n;

	ret = mms_sides_add(cmp, input, args->sides, args->nr_sides, false);
	if (!ret && args->nr_noise)
		ret = mms_sides_add(cmp, input, args->noise, args->nr_noise, true);
	if (!ret)
		ret = mms_compare_run(cmp);
	if (ret)
		return ret;
	mms_compare_rows(cmp, &n);
	if (!n)
		return mms_err(-ENODATA, "the runs have nothing that can be compared: no times, no "
					 "results, no counters, no events");
	status = status_of(args, cmp);
	if (status < 0)
		return status;
	ret = add_all(&show, args, cmp);
	if (!ret)
		ret = mms_show_print(&show);
	if (!ret)
		ret = strict_status(args, cmp);
	return ret ? ret : status;
}

static int run(int argc, char **argv)
{
	struct mms_opts opts mms_auto(opts) = { 0 };
	struct mms_compare *cmp mms_auto(compare) = NULL;
	struct arguments args = {
		.opts = &opts,
		.compare = { .rule = mms_verdict_default, .level = 0.95, .seed = 1 },
		.argc = argc,
		.argv = argv,
	};
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	args.compare.primary = args.nr_primary ? args.primary : NULL;
	args.compare.time = opts.time;
	args.compare.bytes = opts.bytes;
	args.look.level = args.compare.level;
	args.look.compact = opts.format && !strcmp(opts.format->name, "mail");
	ret = mms_compare_new(&args.compare, &cmp);
	return ret ? ret : compare(&args, cmp);
}

extern const struct mms_cmd mms_cmd_compare;
const struct mms_cmd mms_cmd_compare = {
	.name = "compare",
	.summary = "base against patched: what changed, and how sure that is",
	.argp = &argp,
	.run = run,
};
