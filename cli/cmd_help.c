// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "common/err.h"

static const struct argp argp = {
	.args_doc = "[COMMAND|METRIC|COUNTER|ROW]",
	.doc = "Explain a command, a metric, a counter of the kernel or a row of the metric vmstat; without one, list the commands.",
};

static int explain(const char *name)
{
	char title[64], option[] = "--help";
	char *argv[] = { title, option, NULL };

	for (const struct mms_cmd *const *c = mms_cmds; *c; c++) {
		if (strcmp((*c)->name, name))
			continue;
		snprintf(title, sizeof(title), "mmscope %s", name);
		return (*c)->run(2, argv);
	}
	for (const struct mms_cmd *const *c = mms_cmds; *c; c++)
		if ((*c)->topic && (*c)->topic(name))
			return MMS_EXIT_OK;
	return mms_err(-ENOENT,
		       "'%s' is no command, metric, counter or row; 'mmscope help' and "
		       "'mmscope list metrics' tell what there is",
		       name);
}

static int run(int argc, char **argv)
{
	int first;

	argp_parse(&argp, argc, argv, 0, &first, NULL);
	if (first < argc)
		return explain(argv[first]);
	mms_cmd_usage(stdout);
	return MMS_EXIT_OK;
}

extern const struct mms_cmd mms_cmd_help;
const struct mms_cmd mms_cmd_help = {
	.name = "help",
	.summary = "explain a command, a metric or a counter",
	.argp = &argp,
	.run = run,
};
