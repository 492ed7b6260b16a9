// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "record/handsnap.h"

enum { KEY_NAME = 256, KEY_CGROUP, KEY_TRACEFS, KEY_NO_MARKER };

struct args {
	struct mms_handsnap_opts snap;
	bool quiet;
};

static const struct argp_option options[] = {
	{ "output", 'o', "DIR", 0, "Folder to write into (default mmscope.data)", 0 },
	{ "name", KEY_NAME, "before|after|N", 0, "What to call the sample (default before)", 0 },
	{ "cgroup", KEY_CGROUP, "GLOB", 0, "Sample only cgroups whose path matches", 0 },
	{ "no-marker", KEY_NO_MARKER, NULL, 0,
	  "Write no trace markers around the sample ('mmscope: NAME begin', '... end')", 0 },
	{ "tracefs", KEY_TRACEFS, "DIR", 0, "Where tracefs is (MMSCOPE_TRACEFS)", 0 },
	{ "quiet", 'q', NULL, 0, "Say only what went wrong", 1 },
	{ 0 },
};

/* It becomes the end of file names. */
static bool name_is_good(const char *s)
{
	size_t digits = strspn(s, "0123456789");

	return !strcmp(s, "before") || !strcmp(s, "after") || (digits && digits < 10 && !s[digits]);
}

static error_t parse_opt(int key, char *arg, struct argp_state *state)
{
	struct args *a = state->input;

	switch (key) {
	case 'o':
		a->snap.path = arg;
		return 0;
	case 'q':
		a->quiet = true;
		return 0;
	case KEY_NAME:
		if (!name_is_good(arg))
			argp_error(state, "--name: '%s' is not before, after or a number", arg);
		a->snap.name = arg;
		return 0;
	case KEY_CGROUP:
		a->snap.cgroup_glob = arg;
		return 0;
	case KEY_TRACEFS:
		a->snap.tracefs = arg;
		return 0;
	case KEY_NO_MARKER:
		a->snap.mark = false;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse_opt,
	.doc = "Sample the counters of the machine and of every memory cgroup once, by hand or "
	       "beside another tracer.\v"
	       "'before' and 'after' in one folder make a recording of counters; a trace.dat put "
	       "beside them belongs to it. Wait about 3 seconds before 'after': memory.stat is "
	       "flushed every 2.",
};

static int run(int argc, char **argv)
{
	static const struct mms_root root = { "" };
	struct args a = {
		.snap = {
			.root = &root,
			.path = "mmscope.data",
			.name = "before",
			.tracefs = getenv("MMSCOPE_TRACEFS"),
			.version = MMS_VERSION,
			.mark = true,
		},
	};
	int ret;

	if (argp_parse(&argp, argc, argv, 0, NULL, &a))
		return MMS_EXIT_USAGE;
	ret = mms_handsnap(&a.snap);
	if (!ret && !a.quiet)
		fprintf(stderr, "mmscope snapshot: '%s' is in %s\n", a.snap.name, a.snap.path);
	return ret;
}

extern const struct mms_cmd mms_cmd_snapshot;
const struct mms_cmd mms_cmd_snapshot = {
	.name = "snapshot",
	.summary = "sample counters once, by hand or beside another tracer",
	.argp = &argp,
	.run = run,
};
