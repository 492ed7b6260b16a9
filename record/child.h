/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_CHILD_H
#define MMS_RECORD_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "common/auto.h"

/*
 * The command that is recorded: forked early, while the recorder is still an
 * ordinary process, and started when tracing runs.
 */
struct mms_child;

/** mms_child_check() - Can @file be executed? Return: 0, -ENOENT, -EACCES; no message. */
int mms_child_check(const char *file);

/**
 * mms_child_new() - Fork; the child waits.
 * @argv: ended by NULL
 *
 * Return: 0 or a negative errno.
 */
int mms_child_new(char *const *argv, struct mms_child **ret_child);

/**
 * mms_child_go() - Let it execute.
 *
 * Return: 0; a negative errno of execvp().
 */
int mms_child_go(struct mms_child *child);
pid_t mms_child_pid(const struct mms_child *child);

/** struct mms_child_result - How it ended. */
struct mms_child_result {
	int status; /* 128 + signal when a signal ended it */
	int signal; /* 0: none */
	int64_t wall_ns;
	struct rusage usage; /* of it and of children that it waited for */
};

/**
 * mms_child_ended() - Has it ended?
 * @ret: set only when it has
 */
bool mms_child_ended(struct mms_child *child, struct mms_child_result *ret);

/** mms_child_free() - A child that has not been started ends. */
void mms_child_free(struct mms_child *child);
MMS_DEFINE_AUTO(child, struct mms_child *, mms_child_free);

#endif
