// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "common/err.h"

#define MMS_CMD(name) extern const struct mms_cmd mms_cmd_##name;
#include "cmd_list.inc"
#undef MMS_CMD

#define MMS_CMD(name) &mms_cmd_##name,
const struct mms_cmd *const mms_cmds[] = {
#include "cmd_list.inc"
	NULL
};
#undef MMS_CMD

static const struct mms_cmd *find(const char *name)
{
	for (const struct mms_cmd *const *c = mms_cmds; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

void mms_cmd_usage(FILE *out)
{
	fprintf(out, "usage: mmscope COMMAND [OPTION...] [ARG...]\n\n"
		     "Records and analyses Linux memory reclaim.\n\n");
	for (const struct mms_cmd *const *c = mms_cmds; *c; c++)
		fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
	fprintf(out, "\n'mmscope help COMMAND' tells its options.\n");
}

static int version(void)
{
	printf("mmscope %s\nwith %s\n", MMS_VERSION, MMS_LIBRARIES);
	return MMS_EXIT_OK;
}

static int run(const struct mms_cmd *cmd, int argc, char **argv)
{
	char name[64];
	int ret;

	snprintf(name, sizeof(name), "mmscope %s", cmd->name);
	argv[0] = name;
	argp_err_exit_status = MMS_EXIT_USAGE;
	ret = cmd->run(argc, argv);
	if (ret >= 0)
		return ret;
	fprintf(stderr, "mmscope %s: %s\n", cmd->name, mms_err_text());
	return MMS_EXIT_ERROR;
}

static int is_help(const char *arg)
{
	return !strcmp(arg, "--help") || !strcmp(arg, "-h");
}

static int dispatch(int argc, char **argv)
{
	const struct mms_cmd *cmd;

	if (argc < 2) {
		mms_cmd_usage(stderr);
		return MMS_EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))
		return version();
	cmd = find(is_help(argv[1]) ? "help" : argv[1]);
	if (!cmd) {
		fprintf(stderr, "mmscope: no command '%s'; 'mmscope help' lists the commands\n",
			argv[1]);
		return MMS_EXIT_USAGE;
	}
	return run(cmd, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int ret;

	setlocale(LC_CTYPE, "");
	ret = dispatch(argc, argv);
	if (ret == MMS_EXIT_OK && (fflush(stdout) || ferror(stdout))) {
		fprintf(stderr, "mmscope: cannot write to standard output: %s\n", strerror(errno));
		return MMS_EXIT_ERROR;
	}
	return ret;
}
