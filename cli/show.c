// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/usermetric.h"
#include "analyze/window.h"
#include "cli/cmd.h"
#include "cli/pager.h"
#include "cli/progress.h"
#include "cli/show.h"
#include "common/err.h"
#include "common/meta.h"
#include "parse/input.h"
#include "schema/db.h"

int mms_show_open(struct mms_show *show, enum mms_detail detail)
{
	const char *input = mms_opts_input(show->opts);
	struct mms_progress progress;
	const struct mms_parse_opts po = {
		.detail = detail,
		.progress = mms_progress_update,
		.progress_ctx = &progress,
	};
	int ret;

	mms_progress_init(&progress, input, show->opts->quiet ? "never" : NULL);
	ret = mms_input_open_opts(input, &po, &show->db);
	mms_progress_end(&progress);
	return ret;
}

void mms_show_close(struct mms_show *show)
{
	for (size_t i = 0; i < show->nr_tables; i++)
		mms_table_free(show->tables[i]);
	free(show->tables);
	mms_usermetric_free(show->user);
	mms_db_close(show->db);
}

int mms_show_find(struct mms_show *show, const char *name, const struct mms_file **ret_metric)
{
	const struct mms_file *m = mms_metric_find(name);
	int ret;

	if (!m) {
		mms_usermetric_free(mms_take(show->user));
		ret = mms_usermetric_open(name, &show->user);
		if (ret && ret != -ENOENT)
			return ret;
		m = show->user;
	}
	if (!m)
		return mms_err(-ENOENT, "no metric '%s'; 'mmscope list metrics' shows them", name);
	*ret_metric = m;
	return 0;
}

static int check_params(const struct mms_opts *opts, const struct mms_file *metric)
{
	for (const struct mms_metric_param *p = opts->params; p->name; p++)
		if (!mms_metric_has_param(metric, p->name))
			return mms_err(-EINVAL,
				       "metric %s has no --%s; 'mmscope help %s' says what it has",
				       metric->name, p->name, metric->name);
	return 0;
}

static int make_window(struct mms_show *show, const struct mms_file *metric)
{
	char *worst = mms_meta_dup(metric->text, "worst");
	struct mms_window_opts wo = {
		.runs = show->opts->runs,
		.time = show->opts->time,
		.worst = worst,
	};
	int ret = mms_window_make(show->db, &wo);

	free(worst);
	return ret;
}

/* Parameters of the user and, behind them, those of the command that he did not set. */
struct params {
	struct mms_metric_param list[2 * MMS_OPTS_MAX_PARAMS + 1];
	size_t n;
	char *text; /* of the command's */
	int64_t top;
};

static bool is_set(const struct params *ps, const char *name)
{
	for (size_t i = 0; i < ps->n; i++)
		if (!strcmp(ps->list[i].name, name))
			return true;
	return false;
}

static void add_extra(struct params *ps, char *word)
{
	char *eq = strchr(word, '=');

	if (!eq || ps->n >= MMS_OPTS_MAX_PARAMS * 2)
		return;
	*eq = '\0';
	if (!strcmp(word, "top"))
		ps->top = ps->top ? ps->top : strtoll(eq + 1, NULL, 10);
	else if (!is_set(ps, word))
		ps->list[ps->n++] = (struct mms_metric_param){ word, eq + 1 };
}

static int gather_params(const struct mms_opts *opts, const char *extra, struct params *ps)
{
	char *save = NULL;

	memcpy(ps->list, opts->params, sizeof(opts->params));
	ps->n = opts->nr_params;
	ps->top = opts->top;
	if (!extra)
		return 0;
	ps->text = strdup(extra);
	if (!ps->text)
		return mms_err(-ENOMEM, "no memory for parameters");
	for (char *w = strtok_r(ps->text, " ", &save); w; w = strtok_r(NULL, " ", &save))
		add_extra(ps, w);
	return 0;
}

static int run_metric(struct mms_show *show, const struct mms_file *metric, const char *extra,
		      struct mms_table **ret_table)
{
	struct params ps = { .n = 0 };
	struct mms_table *bytes = NULL;
	int ret = gather_params(show->opts, extra, &ps);
	struct mms_metric_opts mo = {
		.params = ps.list,
		.columns = show->opts->columns,
		.sort = show->opts->sort,
		.top = ps.top,
		.input = mms_opts_input(show->opts),
	};

	if (!ret)
		ret = mms_metric_run(show->db, metric, &mo, ret_table);
	free(ps.text);
	if (ret || !show->opts->bytes)
		return ret;
	ret = mms_metric_to_bytes(show->db, *ret_table, &bytes);
	mms_table_free(*ret_table);
	*ret_table = bytes;
	return ret;
}

int mms_show_take(struct mms_show *show, struct mms_table *tb)
{
	struct mms_table **tables = realloc(show->tables, (show->nr_tables + 1) * sizeof(*tables));

	if (!tables) {
		mms_table_free(tb);
		return mms_err(-ENOMEM, "no memory for tables");
	}
	show->tables = tables;
	show->tables[show->nr_tables++] = tb;
	return 1;
}

int mms_show_add(struct mms_show *show, const struct mms_file *metric, const char *extra)
{
	struct mms_table *tb mms_auto(table) = NULL;
	char *empty;
	int ret = check_params(show->opts, metric);

	if (!ret)
		ret = make_window(show, metric);
	if (!ret)
		ret = run_metric(show, metric, extra, &tb);
	if (ret || mms_table_nrows(tb))
		return ret ? ret : mms_show_take(show, mms_take(tb));
	empty = mms_meta_dup(metric->text, "empty");
	if (!empty)
		return 0;
	ret = mms_table_add_note(tb, "%s: %s", metric->name, empty);
	free(empty);
	return ret ? ret : mms_show_take(show, mms_take(tb));
}

static int strict_status(struct mms_show *show)
{
	int incomplete = 0;
	int ret = show->opts->strict && show->db ? mms_window_incomplete(show->db, &incomplete) : 0;

	if (ret || !incomplete)
		return ret;
	fprintf(stderr, "mmscope: events were lost or the recording was cut short (--strict)\n");
	return MMS_EXIT_INCOMPLETE;
}

int mms_show_print(struct mms_show *show)
{
	const struct mms_format *format =
		show->opts->format ? show->opts->format : mms_format_find("text");
	struct mms_format_opts fo = mms_opts_format(show->opts);
	pid_t pager = show->opts->no_pager || show->opts->format ? 0 : mms_pager_start();
	int ret = format->print((const struct mms_table *const *)show->tables, show->nr_tables, &fo,
				stdout);

	if (!ret && fflush(stdout) && !pager)
		ret = mms_err(-errno, "standard output: %s", strerror(errno));
	mms_pager_finish(pager);
	return ret ? ret : strict_status(show);
}
