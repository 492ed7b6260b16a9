// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/progress.h"
#include "common/err.h"
#include "parse/parse.h"
#include "schema/db.h"

enum {
	OPT_LABEL = 0x100,
	OPT_DETAIL,
	OPT_PAGE_SIZE,
	OPT_FORCE,
	OPT_PROGRESS,
};

static const struct argp_option options[] = {
	{ "output", 'o', "DB", 0, "Database (default: $MMSCOPE_DB, else mmscope.db)", 0 },
	{ "label", OPT_LABEL, "LABEL", 0, "What to call the runs (default: the recording's own)",
	  0 },
	{ "detail", OPT_DETAIL, "WHICH", 0,
	  "Rows of which events: episodes (only rare ones: a small file to send), events (default: "
	  "all but memcg counters) or all",
	  0 },
	{ "page-size", OPT_PAGE_SIZE, "BYTES", 0,
	  "Base page of the recorded machine, if the recording does not tell (4096)", 0 },
	{ "force", OPT_FORCE, NULL, 0, "Load a recording anew that is in the database already", 0 },
	{ "quiet", 'q', NULL, 0, "No messages but errors", 0 },
	{ "verbose", 'v', NULL, 0, "Say what was left out, too", 0 },
	{ "progress", OPT_PROGRESS, "WHEN", 0, "auto (default), always or never", 0 },
	{ 0 },
};

struct arguments {
	struct mms_parse_opts opts;
	const char *output;
	const char *progress;
	bool quiet, verbose;
	char **inputs;
	int nr_inputs;
};

static const struct {
	const char *name;
	enum mms_detail detail;
} details[] = {
	{ "episodes", MMS_DETAIL_EPISODES },
	{ "events", MMS_DETAIL_EVENTS },
	{ "all", MMS_DETAIL_ALL },
};

static enum mms_detail parse_detail(const char *arg, struct argp_state *state)
{
	for (size_t i = 0; i < sizeof(details) / sizeof(details[0]); i++)
		if (!strcmp(details[i].name, arg))
			return details[i].detail;
	argp_error(state, "--detail '%s': episodes, events or all", arg);
	return MMS_DETAIL_EVENTS;
}

static unsigned int parse_page_size(const char *arg, struct argp_state *state)
{
	char *end;
	unsigned long size = strtoul(arg, &end, 10);

	if (*end || size < 1024 || size > 1 << 20 || size & (size - 1))
		argp_error(state, "--page-size '%s': a power of two, in bytes", arg);
	return (unsigned int)size;
}

static error_t parse_arg(int key, char *arg, struct argp_state *state)
{
	struct arguments *args = state->input;

	switch (key) {
	case 'o':
		args->output = arg;
		return 0;
	case OPT_LABEL:
		if (!*arg)
			argp_error(state, "--label: it is empty");
		args->opts.label = arg;
		return 0;
	case OPT_DETAIL:
		args->opts.detail = parse_detail(arg, state);
		return 0;
	case OPT_PAGE_SIZE:
		args->opts.page_size = parse_page_size(arg, state);
		return 0;
	case OPT_FORCE:
		args->opts.force = true;
		return 0;
	case 'q':
		args->quiet = true;
		return 0;
	case 'v':
		args->verbose = true;
		return 0;
	case OPT_PROGRESS:
		if (!mms_progress_is_when(arg))
			argp_error(state, "--progress '%s': auto, always or never", arg);
		args->progress = arg;
		return 0;
	case ARGP_KEY_ARGS:
		args->inputs = state->argv + state->next;
		args->nr_inputs = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which recording? Name a folder or a trace.dat");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_arg,
	.args_doc = "RECORDING...",
	.doc = "Load recordings into a database, each as one run.\v"
	       "A recording is a folder that 'mmscope record' made, a trace.dat of trace-cmd (with "
	       "snapshots of /proc beside it, if there are), trace text (of tracing/trace, "
	       "trace_pipe, trace-cmd report, perf script, a console or a mail; '-' is standard "
	       "input), or a folder with vmstat.before and vmstat.after; gzip, zstd or xz may have "
	       "packed a file. All of them are loaded, or, after an error or Ctrl-C, none.",
};

/* The signal flag. */
static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

/* A second signal ends the program at once: the database stays as it was even then. */
static void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
}

/*
 * A new database is written under another name, without any care for a crash,
 * and gets its name when it is complete. What an earlier crash has left under
 * that name is written over; a lock tells it from what another process writes.
 */
struct output {
	const char *path;
	char *part; /* NULL: the database exists, and is changed in a transaction */
	int lock_fd;
	struct sqlite3 *db;
};

static void mms_auto_output(struct output *out)
{
	mms_db_close(out->db);
	if (out->part && out->lock_fd >= 0)
		unlink(out->part);
	if (out->lock_fd >= 0)
		close(out->lock_fd);
	free(out->part);
}

static int create_output(struct output *out)
{
	int ret;

	if (asprintf(&out->part, "%s.part", out->path) < 0) {
		out->part = NULL;
		return mms_err(-ENOMEM, "no memory for a name");
	}
	out->lock_fd = open(out->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (out->lock_fd < 0)
		return mms_err(-errno, "cannot write %s: %s", out->part, strerror(errno));
	if (flock(out->lock_fd, LOCK_EX | LOCK_NB)) {
		close(out->lock_fd);
		out->lock_fd = -1;
		return mms_err(-EBUSY, "another mmscope is writing %s", out->part);
	}
	if (ftruncate(out->lock_fd, 0))
		return mms_err(-errno, "cannot write %s: %s", out->part, strerror(errno));
	ret = mms_db_open(out->part, MMS_DB_CREATE, &out->db);
	return ret ? ret : mms_db_exec(out->db, out->part, "BEGIN");
}

/* An empty file is nobody's database: mktemp made it, say. */
static int open_output(struct output *out)
{
	struct stat st;
	int ret;

	if (stat(out->path, &st) || (S_ISREG(st.st_mode) && !st.st_size))
		return create_output(out);
	ret = mms_db_open(out->path, MMS_DB_WRITE, &out->db);
	return ret ? ret : mms_db_exec(out->db, out->path, "BEGIN IMMEDIATE");
}

static int finish_output(struct output *out)
{
	int ret = mms_db_exec(out->db, out->path, "COMMIT");

	mms_db_close(mms_take(out->db));
	if (ret || !out->part)
		return ret;
	if (fsync(out->lock_fd) || rename(out->part, out->path))
		return mms_err(-errno, "cannot write %s: %s", out->path, strerror(errno));
	free(mms_take(out->part));
	return 0;
}

static int parse_one(struct arguments *args, struct output *out, const char *path,
		     struct mms_parse_result *res)
{
	struct mms_progress progress;
	int ret;

	mms_progress_init(&progress, path, args->quiet ? "never" : args->progress);
	args->opts.progress = mms_progress_update;
	args->opts.progress_ctx = &progress;
	ret = mms_parse(out->db, path, &args->opts, res);
	mms_progress_end(&progress);
	return ret;
}

static void tell_lost(const struct mms_parse_result *res)
{
	if (res->lost_unknown && !res->lost)
		fprintf(stderr, ", EVENTS LOST, unknown how many");
	else if (res->lost)
		fprintf(stderr, ", %s%" PRIu64 " LOST", res->lost_unknown ? "at least " : "",
			res->lost);
}

/* What one has to know of every run. */
static void tell(const struct arguments *args, const char *path, const struct mms_parse_result *res)
{
	if (args->quiet)
		return;
	fprintf(stderr, "%s: run %s, %" PRIu64 " events", path, res->name, res->events);
	tell_lost(res);
	fprintf(stderr, ", %" PRIu64 " rows\n", res->rows);
	if (*res->incomplete)
		fprintf(stderr, "%s: INCOMPLETE: %s\n", path, res->incomplete);
	if (args->verbose && *res->notes)
		fprintf(stderr, "%s: %s\n", path, res->notes);
}

static void tell_all(const struct arguments *args, const struct output *out,
		     const struct mms_parse_result *sum)
{
	struct stat st;

	if (args->quiet || stat(out->path, &st))
		return;
	fprintf(stderr, "%s: %d run%s, %" PRIu64 " events", out->path, args->nr_inputs,
		args->nr_inputs == 1 ? "" : "s", sum->events);
	tell_lost(sum);
	fprintf(stderr, ", %" PRIu64 " rows added; %.1f MB\n", sum->rows, (double)st.st_size / 1e6);
}

static int parse_all(struct arguments *args, struct output *out)
{
	struct mms_parse_result sum = { 0 }, res;
	int ret = open_output(out);

	for (int i = 0; !ret && i < args->nr_inputs; i++) {
		ret = parse_one(args, out, args->inputs[i], &res);
		if (ret)
			break;
		tell(args, args->inputs[i], &res);
		sum.events += res.events;
		sum.rows += res.rows;
		sum.lost += res.lost;
		sum.lost_unknown |= res.lost_unknown;
	}
	if (!ret)
		ret = finish_output(out);
	if (!ret)
		tell_all(args, out, &sum);
	return ret;
}

static int run(int argc, char **argv)
{
	struct arguments args = { .opts = { .detail = MMS_DETAIL_EVENTS, .stop = &stop } };
	struct output out mms_auto(output) = { .lock_fd = -1 };
	const char *env = getenv("MMSCOPE_DB");

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	out.path = args.output ? args.output : env && *env ? env : "mmscope.db";
	catch_signals();
	return parse_all(&args, &out);
}

extern const struct mms_cmd mms_cmd_parse;
const struct mms_cmd mms_cmd_parse = {
	.name = "parse",
	.summary = "recordings into runs of a database",
	.argp = &argp,
	.run = run,
};
