// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/counter.h"
#include "analyze/metric.h"
#include "analyze/usermetric.h"
#include "cli/cmd.h"
#include "cli/opts.h"
#include "cli/show.h"
#include "common/buf.h"
#include "common/err.h"
#include "common/meta.h"
#include "common/table.h"
#include "record/events.h"
#include "record/preset.h"
#include "report/format.h"
#include "schema/db.h"

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

static int make(const char *name, const char *title, struct mms_table **ret_table)
{
	struct mms_table *tb = mms_table_new(name, 2, name_and_summary);

	if (tb && mms_table_set_title(tb, title)) {
		mms_table_free(tb);
		tb = NULL;
	}
	*ret_table = tb;
	return tb ? 0 : -ENOMEM;
}

static int list_metrics(struct mms_table **ret_table)
{
	struct mms_file *users mms_auto(usermetric_list) = NULL;
	int ret = make("metrics", "What analyze can answer", ret_table);

	if (!ret)
		ret = add_files(*ret_table, mms_metrics);
	if (!ret)
		ret = mms_usermetric_list(&users);
	return ret ? ret : add_files(*ret_table, users);
}

static int list_presets(struct mms_table **ret_table)
{
	int ret = make("presets", "What record can record", ret_table);

	return ret ? ret : add_files(*ret_table, mms_presets);
}

static int list_formats(struct mms_table **ret_table)
{
	int ret = make("formats", "Output formats", ret_table);

	for (const struct mms_format *const *f = mms_formats; !ret && *f; f++)
		ret = add_pair(*ret_table, (*f)->name, (*f)->summary);
	return ret;
}

static int list_counters(struct mms_table **ret_table)
{
	struct mms_counters *cs mms_auto(counters) = NULL;
	int ret = mms_counters_load(&cs);

	return ret ? ret : mms_counters_table(cs, ret_table);
}

static const struct mms_file *find_tracepoint(const char *event)
{
	for (const struct mms_file *f = mms_tracepoints; f->name; f++) {
		size_t len;
		const char *name = mms_meta_get(f->text, "tracepoint", &len);

		if (name && len == strlen(event) && !memcmp(name, event, len))
			return f;
	}
	return NULL;
}

static int add_event(struct mms_table *tb, const char *event)
{
	const struct mms_file *f = find_tracepoint(event);
	char *summary = f ? mms_meta_dup(f->text, "summary") : NULL;
	int ret = add_pair(tb, event, summary ? summary : "");

	free(summary);
	return ret;
}

/* Without a recording: what this kernel can trace. */
static int list_live_events(struct mms_table **ret_table)
{
	char *text, *save = NULL;
	int ret = mms_events_available(NULL, &text);

	if (ret)
		return ret;
	ret = make("events", "Events that this kernel can trace", ret_table);
	for (char *e = strtok_r(text, "\n", &save); e && !ret; e = strtok_r(NULL, "\n", &save))
		ret = add_event(*ret_table, e);
	free(text);
	return ret;
}

/* Lists that need no input; the others are in analyze/lists/. */
static const struct {
	const char *name;
	int (*make)(struct mms_table **ret_table); /* its table is the caller's, also on failure */
} builtin[] = {
	{ "metrics", list_metrics },
	{ "formats", list_formats },
	{ "presets", list_presets },
	{ "counters", list_counters },
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
		argp_error(
			state,
			"which list? There are metrics, counters, formats, presets, runs, events, samples and markers");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = { MMS_OPTS_CHILD, { 0 } };
static const struct argp argp = {
	.parser = parse,
	.args_doc = "metrics|counters|formats|presets|runs|events|samples|markers",
	.doc = "What there is: metrics, counters, formats and presets that mmscope knows; runs, "
	       "events, sampled values and trace markers of the input.\v"
	       "Without an input, 'events' are those that this kernel can trace.",
	.children = children,
};

static int show_builtin(struct mms_show *show, int (*make_table)(struct mms_table **))
{
	struct mms_table *tb = NULL;
	int ret = make_table(&tb);

	if (!ret)
		return mms_show_take(show, tb);
	mms_table_free(tb);
	return ret == -ENOMEM ? mms_err(ret, "no memory for a list") : ret;
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
	struct mms_file titled;
	int ret;

	for (size_t i = 0; i < sizeof(builtin) / sizeof(builtin[0]); i++)
		if (!strcmp(builtin[i].name, name))
			return show_builtin(show, builtin[i].make);
	if (!strcmp(name, "events") && !show->opts->input &&
	    access(mms_opts_input(show->opts), F_OK))
		return show_builtin(show, list_live_events);
	if (!list)
		return mms_err(-ENOENT, "no list '%s'; there are %s", name, argp.args_doc);
	titled = *list;
	titled.name = name;
	ret = mms_show_open(show, MMS_DETAIL_NONE);
	return ret ? ret : mms_show_add(show, &titled, NULL);
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

static void print_key(const char *what, const char *text)
{
	if (*text)
		printf("  %-10s %s\n", what, text);
}

static void print_counter(const struct mms_counter *c)
{
	printf("%s: %s\n\n", c->name, c->what);
	print_key("unit", c->unit);
	print_key("file", c->file);
	print_key("since", c->since);
	print_key("until", c->until);
	for (size_t i = 0; i < c->nr_keys; i++)
		printf("  %-10s %s%s%s\n", "spelt", c->keys[i], *c->key_eras[i] ? ", " : "",
		       c->key_eras[i]);
	print_key("memcg", c->memcg);
	for (size_t i = 0; i < c->nr_whens; i++)
		printf("  %-10s %s: %s; else: %s\n", "when", c->whens[i].key, c->whens[i].present,
		       c->whens[i].absent);
	print_key("note", c->note);
	print_key("also", c->also);
}

static void print_row(const struct mms_counter_row *r)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	printf("%s: %s\n\n", r->name, r->what);
	mms_counter_sum_text(r->sum, r->nr_sum, &buf);
	print_key("sum of", mms_buf_text(&buf));
	mms_buf_reset(&buf);
	mms_counter_sum_text(r->per, r->nr_per, &buf);
	print_key("per", r->per_seconds ? "second of the window" : mms_buf_text(&buf));
	print_key("unit", r->unit);
	print_key("better", r->better);
}

static int topic(const char *name)
{
	struct mms_counters *cs mms_auto(counters) = NULL;
	const struct mms_counter *c;
	const struct mms_counter_row *r;

	if (mms_counters_load(&cs))
		return 0;
	c = mms_counter_find(cs, name);
	r = mms_counter_row_find(cs, name);
	if (c)
		print_counter(c);
	if (r)
		print_row(r);
	return c || r;
}

extern const struct mms_cmd mms_cmd_list;
const struct mms_cmd mms_cmd_list = {
	.name = "list",
	.summary = "what there is: events, metrics, counters, formats, presets, runs",
	.argp = &argp,
	.run = run,
	.topic = topic,
};
