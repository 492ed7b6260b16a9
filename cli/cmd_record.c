// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "common/err.h"
#include "record/guardian.h"
#include "record/plan.h"
#include "record/recorder.h"

enum { MAX_WORDS = 256, MAX_RUNS = 100000 };

enum {
	KEY_PRESET = 256,
	KEY_NO_EVENTS,
	KEY_STACK,
	KEY_CLOCK,
	KEY_LABEL,
	KEY_RUNS,
	KEY_INTERVAL,
	KEY_CGROUP,
	KEY_MAX_SIZE,
	KEY_COMPRESS,
	KEY_FILE_VERSION,
	KEY_TRACEFS,
	KEY_FORCE,
	KEY_SETTLE,
	KEY_FINISH,
	KEY_PLAN,
};

struct args {
	struct mms_record_opts rec;
	const char *presets[MAX_WORDS];
	struct mms_record_ask asks[MAX_WORDS];
	const char *finish;
	const char *plan;
	int runs;
	bool quiet;
	bool verbose;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to record:", 1 },
	{ "event", 'e', "EVENT", 0,
	  "SYSTEM:EVENT, SYSTEM or EVENT, with globs (repeatable); then no preset is recorded "
	  "that is not asked for",
	  1 },
	{ "filter", 'f', "FILTER", 0, "Filter of the -e before it, in the kernel's syntax", 1 },
	{ "preset", KEY_PRESET, "NAME", 0,
	  "reclaim (default), compaction, writeback, memcg, all, names (repeatable, or NAME,NAME)",
	  1 },
	{ "stack", KEY_STACK, "EVENT", 0, "Record EVENT, with a kernel stack each time", 1 },
	{ "no-events", KEY_NO_EVENTS, NULL, 0, "Samples and times only: disturbs least", 1 },
	{ "interval", KEY_INTERVAL, "TIME", 0,
	  "Sample /proc and cgroup files every TIME (default 1s; 0: only before and after)", 1 },
	{ "cgroup", KEY_CGROUP, "GLOB", 0, "Sample only cgroups whose path matches", 1 },
	{ "settle", KEY_SETTLE, "TIME", 0,
	  "Wait before the last sample until counters are flushed (default 3s)", 1 },
	{ NULL, 0, NULL, 0, "How:", 2 },
	{ "buffer-size", 'b', "KB", 0,
	  "Ring buffer per CPU (default: 2 MiB, at most 2% of RAM in all, at least 128 KiB)", 2 },
	{ "clock", KEY_CLOCK, "NAME", 0, "Trace clock (default mono)", 2 },
	{ "duration", 'd', "TIME", 0, "End after TIME; a command gets SIGTERM", 2 },
	{ "runs", KEY_RUNS, "N", 0, "Run the command N times, into DIR/1 ... DIR/N", 2 },
	{ "plan", KEY_PLAN, "FILE", 0,
	  "Record the sides of a comparison, taking turns, into DIR/SIDE/1 ...", 2 },
	{ "max-size", KEY_MAX_SIZE, "SIZE", 0,
	  "Stop tracing at SIZE (K, M, G) before compression; the command runs on", 2 },
	{ "tracefs", KEY_TRACEFS, "DIR", 0, "Where tracefs is (MMSCOPE_TRACEFS)", 2 },
	{ NULL, 0, NULL, 0, "Output:", 3 },
	{ "output", 'o', "DIR", 0,
	  "Folder to write (default mmscope.data; an existing one becomes mmscope.data.old)", 3 },
	{ "force", KEY_FORCE, NULL, 0, "Replace the recording in DIR", 3 },
	{ "label", KEY_LABEL, "LABEL", 0, "What to call this kind of run", 3 },
	{ "compress", KEY_COMPRESS, "zstd|none", 0,
	  "Compress trace.dat when the command has ended (default zstd)", 3 },
	{ "file-version", KEY_FILE_VERSION, "6|7", 0, "Version of trace.dat (default 7)", 3 },
	{ "finish", KEY_FINISH, "DIR", 0,
	  "Record nothing: complete a recording that was cut off by a crash", 3 },
	{ "quiet", 'q', NULL, 0, "Say only what went wrong", 4 },
	{ "verbose", 'v', NULL, 0, "Say more", 4 },
	{ 0 },
};

/* "10", "10s", "500ms", "2m", "1h" into ns. */
static int64_t parse_time(struct argp_state *state, const char *option, const char *arg)
{
	static const struct {
		const char *unit;
		double ns;
	} units[] = {
		{ "", 1e9 },   { "s", 1e9 },    { "ms", 1e6 },   { "us", 1e3 },
		{ "m", 60e9 }, { "min", 60e9 }, { "h", 3600e9 },
	};
	char *end;
	double v = strtod(arg, &end);

	for (size_t i = 0; end != arg && v >= 0 && v < 1e9 && i < sizeof(units) / sizeof(*units);
	     i++)
		if (!strcmp(units[i].unit, end))
			return (int64_t)(v * units[i].ns);
	argp_error(state, "%s: '%s' is no time like 10s, 500ms or 2m", option, arg);
	return 0;
}

static uint64_t parse_size(struct argp_state *state, const char *option, const char *arg,
			   uint64_t unit)
{
	static const char suffixes[] = "KMGT";
	char *end;
	unsigned long long v = strtoull(arg, &end, 10);
	const char *s = *end ? strchr(suffixes, *end) : NULL;

	if (s && (!end[1] || !strcmp(end + 1, "B") || !strcmp(end + 1, "iB"))) {
		unit = UINT64_C(1024) << 10 * (s - suffixes);
		end += strlen(end);
	}
	if (end == arg || *end || arg[0] == '-' || !v || v > UINT64_MAX / unit)
		argp_error(state, "%s: '%s' is no size like 512K, 64M or 2G", option, arg);
	return v * unit;
}

static void add_presets(struct argp_state *state, struct args *a, char *arg)
{
	char *save, *name = strtok_r(arg, ",", &save);

	for (; name; name = strtok_r(NULL, ",", &save)) {
		if (a->rec.nr_presets == MAX_WORDS)
			argp_error(state, "too many presets");
		a->presets[a->rec.nr_presets++] = name;
	}
}

static void add_ask(struct argp_state *state, struct args *a, const char *event, bool stack)
{
	if (a->rec.nr_asks == MAX_WORDS)
		argp_error(state, "more than %d events named; use globs", MAX_WORDS);
	a->asks[a->rec.nr_asks++] = (struct mms_record_ask){ event, NULL, stack };
}

static void set_filter(struct argp_state *state, struct args *a, const char *filter)
{
	if (!a->rec.nr_asks)
		argp_error(state, "-f belongs behind the -e that it filters");
	a->asks[a->rec.nr_asks - 1].filter = filter;
}

static void set_runs(struct argp_state *state, struct args *a, const char *arg)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (*end || n < 1 || n > MAX_RUNS)
		argp_error(state, "--runs: '%s' is no number of runs", arg);
	a->runs = (int)n;
}

static void set_compress(struct argp_state *state, struct args *a, const char *arg)
{
	a->rec.zstd = !strcmp(arg, "zstd");
	if (!a->rec.zstd && strcmp(arg, "none"))
		argp_error(state, "--compress: '%s' is neither zstd nor none", arg);
}

static void set_file_version(struct argp_state *state, struct args *a, const char *arg)
{
	a->rec.file_version = !strcmp(arg, "6") ? 6 : 7;
	if (strcmp(arg, "6") && strcmp(arg, "7"))
		argp_error(state, "--file-version: '%s' is neither 6 nor 7", arg);
}

/* Options that only store what they are given. */
enum store { STORE_TEXT, STORE_TIME, STORE_SIZE, STORE_KB, STORE_TRUE };

static const struct {
	int key;
	const char *name;
	enum store how;
	size_t offset;
} stores[] = {
	{ 'b', "-b", STORE_KB, offsetof(struct args, rec.buffer_kb) },
	{ 'd', "-d", STORE_TIME, offsetof(struct args, rec.duration_ns) },
	{ 'o', "-o", STORE_TEXT, offsetof(struct args, rec.path) },
	{ 'q', "-q", STORE_TRUE, offsetof(struct args, quiet) },
	{ 'v', "-v", STORE_TRUE, offsetof(struct args, verbose) },
	{ KEY_NO_EVENTS, "--no-events", STORE_TRUE, offsetof(struct args, rec.no_events) },
	{ KEY_CLOCK, "--clock", STORE_TEXT, offsetof(struct args, rec.clock) },
	{ KEY_LABEL, "--label", STORE_TEXT, offsetof(struct args, rec.label) },
	{ KEY_INTERVAL, "--interval", STORE_TIME, offsetof(struct args, rec.interval_ns) },
	{ KEY_CGROUP, "--cgroup", STORE_TEXT, offsetof(struct args, rec.cgroup_glob) },
	{ KEY_MAX_SIZE, "--max-size", STORE_SIZE, offsetof(struct args, rec.max_bytes) },
	{ KEY_TRACEFS, "--tracefs", STORE_TEXT, offsetof(struct args, rec.tracefs) },
	{ KEY_FORCE, "--force", STORE_TRUE, offsetof(struct args, rec.force) },
	{ KEY_SETTLE, "--settle", STORE_TIME, offsetof(struct args, rec.settle_ns) },
	{ KEY_FINISH, "--finish", STORE_TEXT, offsetof(struct args, finish) },
	{ KEY_PLAN, "--plan", STORE_TEXT, offsetof(struct args, plan) },
};

static void store(struct argp_state *state, size_t i, void *to, const char *arg)
{
	if (stores[i].how == STORE_TEXT)
		*(const char **)to = arg;
	else if (stores[i].how == STORE_TRUE)
		*(bool *)to = true;
	else if (stores[i].how == STORE_TIME)
		*(int64_t *)to = parse_time(state, stores[i].name, arg);
	else if (stores[i].how == STORE_SIZE)
		*(uint64_t *)to = parse_size(state, stores[i].name, arg, 1);
	else
		*(uint64_t *)to = (parse_size(state, stores[i].name, arg, 1024) + 1023) / 1024;
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct args *a = state->input;

	for (size_t i = 0; i < sizeof(stores) / sizeof(stores[0]); i++) {
		if (stores[i].key != key)
			continue;
		store(state, i, (char *)a + stores[i].offset, arg);
		return 0;
	}
	switch (key) {
	case 'e':
		add_ask(state, a, arg, false);
		return 0;
	case KEY_STACK:
		add_ask(state, a, arg, true);
		return 0;
	case 'f':
		set_filter(state, a, arg);
		return 0;
	case KEY_PRESET:
		add_presets(state, a, arg);
		return 0;
	case KEY_RUNS:
		set_runs(state, a, arg);
		return 0;
	case KEY_COMPRESS:
		set_compress(state, a, arg);
		return 0;
	case KEY_FILE_VERSION:
		set_file_version(state, a, arg);
		return 0;
	case ARGP_KEY_ARGS:
		a->rec.argv = &state->argv[state->next];
		return 0;
	case ARGP_KEY_END:
		if (a->plan && (a->rec.argv || a->runs || a->rec.label))
			argp_error(state, "--plan: commands, labels and runs stand in the plan");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.args_doc = "[--] [COMMAND [ARG...]]",
	.doc = "Record memory reclaim while COMMAND runs, or until Ctrl-C.\v"
	       "COMMAND's exit status is returned; 125 when the recorder itself failed, 126 when "
	       "COMMAND cannot be executed, 127 when it was not found.",
};

/* The name is written plainly: argp's own names the whole command line. */
static void say(void *ctx, enum mms_say level, const char *text)
{
	const struct args *a = ctx;

	if (level == MMS_SAY_WARNING || (level == MMS_SAY_INFO && !a->quiet) || a->verbose)
		fprintf(stderr, "mmscope record: %s\n", text);
}

static int exec_failed(const struct args *a, int err)
{
	fprintf(stderr, "mmscope record: %s: %s\n", a->rec.argv[0],
		err == ENOENT ? "command not found" : strerror(err));
	return err == ENOENT ? 127 : 126;
}

static int record_once(struct args *a, struct mms_record_result *res)
{
	int ret = mms_record(&a->rec, res);

	if (ret) {
		fprintf(stderr, "mmscope record: %s\n", mms_err_text());
		return MMS_EXIT_NO_VERDICT;
	}
	return res->exec_error ? exec_failed(a, res->exec_error) : res->status;
}

/* DIR/1 ... DIR/N; the first status that is not 0 is returned. */
static int record_runs(struct args *a)
{
	struct mms_record_result res;
	char path[4096 + 16], dir[4096];
	int first = 0, ret = mms_record_parent(a->rec.path, a->rec.force, dir, sizeof(dir));

	if (ret) {
		fprintf(stderr, "mmscope record: %s\n", mms_err_text());
		return MMS_EXIT_NO_VERDICT;
	}
	a->rec.path = path;
	for (int i = 1; i <= a->runs; i++) {
		snprintf(path, sizeof(path), "%s/%d", dir, i);
		a->rec.iteration = i;
		ret = record_once(a, &res);
		first = first ? first : ret;
		if (res.interrupted || res.exec_error || !res.path[0])
			break;
	}
	return first;
}

/* A hook of a plan. Return: its exit status, or 128 + signal. */
static int hook(const char *what, const char *command)
{
	char shell[] = "/bin/sh", option[] = "-c";
	char *argv[] = { shell, option, (char *)command, NULL };
	int status = 0, err;
	pid_t pid;

	if (!command)
		return 0;
	err = posix_spawn(&pid, shell, NULL, NULL, argv, environ);
	if (err) {
		fprintf(stderr, "mmscope record: %s: %s\n", shell, strerror(err));
		return 127;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	if (status)
		fprintf(stderr, "mmscope record: %s '%s' ended with %d\n", what, command, status);
	return status;
}

/* One run of a side. Return: its status, or -1 when the plan must end. */
static int record_step(struct args *a, const struct mms_plan_side *side, const char *dir,
		       unsigned int number)
{
	char shell[] = "/bin/sh", option[] = "-c", path[4096 + 256], n[16];
	char *argv[] = { shell, option, (char *)side->command, NULL };
	struct mms_record_result res;
	int status;

	snprintf(n, sizeof(n), "%u", number);
	snprintf(path, sizeof(path), "%s/%s/%u", dir, side->name, number);
	setenv("MMSCOPE_SIDE", side->name, 1);
	setenv("MMSCOPE_RUN", n, 1);
	if (hook("before", side->before))
		return -1;
	a->rec.argv = argv;
	a->rec.label = side->name;
	a->rec.iteration = (int)number;
	a->rec.path = path;
	status = record_once(a, &res);
	if (hook("after", side->after) || res.interrupted || res.exec_error || !res.path[0])
		return -1;
	return status;
}

static int record_steps(struct args *a, const struct mms_plan *plan, const char *dir)
{
	int first = 0;

	for (size_t i = 0; i < mms_plan_nr_steps(plan); i++) {
		unsigned int number;
		size_t side;
		int status;

		mms_plan_step(plan, i, &side, &number);
		if (!a->quiet)
			fprintf(stderr, "mmscope record: run %zu of %zu: %s/%u\n", i + 1,
				mms_plan_nr_steps(plan), plan->sides[side].name, number);
		status = record_step(a, &plan->sides[side], dir, number);
		if (status < 0)
			return MMS_EXIT_NO_VERDICT;
		first = first ? first : status;
	}
	return first;
}

/* DIR/SIDE/1 ...; the first status that is not 0 is returned. */
static int record_plan(struct args *a)
{
	struct mms_plan plan mms_auto(plan) = { 0 };
	char dir[4096], sub[4096 + 256];
	int ret = mms_plan_read(a->plan, &plan);

	if (!ret)
		ret = mms_record_parent(a->rec.path, a->rec.force, dir, sizeof(dir));
	for (size_t i = 0; !ret && i < plan.nr_sides; i++) {
		snprintf(sub, sizeof(sub), "%s/%s", dir, plan.sides[i].name);
		if (mkdir(sub, 0777) && errno != EEXIST)
			ret = mms_err(-errno, "%s: %s", sub, strerror(errno));
	}
	if (ret) {
		fprintf(stderr, "mmscope record: %s\n", mms_err_text());
		return MMS_EXIT_NO_VERDICT;
	}
	setenv("MMSCOPE_OUTPUT", dir, 1);
	ret = hook("setup", plan.setup) ? MMS_EXIT_NO_VERDICT : record_steps(a, &plan, dir);
	if (hook("teardown", plan.teardown) && !ret)
		ret = MMS_EXIT_NO_VERDICT;
	return ret;
}

static int finish(const char *dir)
{
	if (!mms_guardian_complete(dir))
		return MMS_EXIT_OK;
	fprintf(stderr, "mmscope record: %s\n", mms_err_text());
	return MMS_EXIT_ERROR;
}

static int run(int argc, char **argv)
{
	static const struct mms_root root = { "" };
	struct mms_record_result res;
	struct args a = {
		.rec = {
			.root = &root,
			.tracefs = getenv("MMSCOPE_TRACEFS"),
			.clock = "mono",
			.version = MMS_VERSION,
			.interval_ns = INT64_C(1000000000),
			.settle_ns = INT64_C(3000000000),
			.file_version = 7,
			.zstd = true,
			.say = say,
		},
	};

	a.rec.say_ctx = &a;
	a.rec.presets = a.presets;
	a.rec.asks = a.asks;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &a))
		return MMS_EXIT_USAGE;
	if (a.finish)
		return finish(a.finish);
	/* -e alone means that; names of tasks and cgroups are needed to read it. */
	if (!a.rec.nr_presets)
		a.presets[a.rec.nr_presets++] = a.rec.nr_asks ? "names" : "reclaim";
	if (a.rec.file_version == 6)
		a.rec.zstd = false;
	if (a.plan)
		return record_plan(&a);
	return a.runs ? record_runs(&a) : record_once(&a, &res);
}

extern const struct mms_cmd mms_cmd_record;
const struct mms_cmd mms_cmd_record = {
	.name = "record",
	.summary = "capture reclaim while a command runs",
	.argp = &argp,
	.run = run,
};
