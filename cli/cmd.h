/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_CLI_CMD_H
#define MMS_CLI_CMD_H

#include <argp.h>
#include <stdio.h>

/* Exit codes that scripts rely on. */
enum {
	MMS_EXIT_OK = 0,
	MMS_EXIT_FOUND = 1,        /* a comparison found what --fail-on names */
	MMS_EXIT_ERROR = 2,        /* unreadable input, nothing to show, refused by the kernel */
	MMS_EXIT_INCOMPLETE = 3,   /* incomplete data under --strict */
	MMS_EXIT_NO_VERDICT = 125, /* too few runs; or the recorder itself failed */
	MMS_EXIT_USAGE = 129,
};

/*
 * A command. cmd_<name>.c defines mms_cmd_<name>; the build adds it to the
 * table. Its argp is what --help, completion and the man page are made from.
 */
struct mms_cmd {
	const char *name;
	const char *summary;
	const struct argp *argp;
	/**
	 * @run: does the work; argv[0] is "mmscope NAME".
	 * Return: an exit code, or a negative errno whose message mms_err()
	 * has; main() prints it and exits with 2.
	 */
	int (*run)(int argc, char **argv);
	/**
	 * @topic: explains on standard output what "mmscope help NAME" asks,
	 * where NAME is something of this command's own (a metric); may be NULL.
	 * Return: 1 when it did, 0 when it does not know @name.
	 */
	int (*topic)(const char *name);
};

extern const struct mms_cmd *const mms_cmds[]; /* sorted by name, ended by NULL */

/** mms_cmd_usage() - List the commands. */
void mms_cmd_usage(FILE *out);

#endif
