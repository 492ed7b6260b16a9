/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_INSTANCE_H
#define MMS_RECORD_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * A tracing instance of our own: instances/mmscope-PID. Nothing outside of it
 * is written to.
 */
struct tracefs_instance;
struct mms_instance;
struct mms_outdir;

#define MMS_RECORDER_COMM "mmscope"

/**
 * mms_tracefs_find() - Where tracefs is; mounted if it has to be.
 * @dir: the user's (--tracefs, MMSCOPE_TRACEFS), or NULL to look for it
 *
 * Sets it for libtracefs too.
 *
 * Return: 0; -ENOENT and the like, with the next step in the message.
 */
int mms_tracefs_find(const char *dir);

/** mms_instance_sweep() - Remove instances that died recorders left. Return: how many. */
int mms_instance_sweep(void);

/** mms_instance_new() - Make it, tracing off. Return: 0 or a negative errno. */
int mms_instance_new(struct mms_instance **ret_inst);

/** mms_instance_free() - Remove it from the kernel; its per_cpu files must be closed. */
void mms_instance_free(struct mms_instance *inst);
MMS_DEFINE_AUTO(instance, struct mms_instance *, mms_instance_free);

/** mms_instance_tracefs() - libtracefs' handle, borrowed. */
struct tracefs_instance *mms_instance_tracefs(const struct mms_instance *inst);
const char *mms_instance_dir(const struct mms_instance *inst);

/** mms_instance_destroy_named() - For the guardian: tracing off, and away with @name. */
int mms_instance_destroy_named(const char *name);
void mms_instance_name(int pid, char *buf, size_t size);

/** struct mms_instance_opts - How the ring buffers are to be. */
struct mms_instance_opts {
	const char *clock;
	uint64_t buffer_kb; /* per CPU */
	int wake_percent;   /* readers wake when a buffer is this full */
};

/** mms_instance_setup() - Set clock and buffers. Return: 0 or a negative errno. */
int mms_instance_setup(struct mms_instance *inst, const struct mms_instance_opts *opts);

int mms_instance_on(struct mms_instance *inst);
int mms_instance_off(struct mms_instance *inst);

/** mms_instance_mark() - Write a trace marker. Return: 0 or a negative errno. */
int mms_instance_mark(struct mms_instance *inst, const char *text);

/**
 * mms_instance_cpus() - CPUs that have a buffer, in order.
 * @ret_cpus: set only on success; free()
 *
 * Return: their number or a negative errno.
 */
int mms_instance_cpus(const struct mms_instance *inst, int **ret_cpus);

/** mms_instance_subbuf_bytes() - Size of a page of the ring buffer, or a negative errno. */
int mms_instance_subbuf_bytes(const struct mms_instance *inst);

/** mms_instance_read() - Content of one of its files; free(). NULL when it has none. */
char *mms_instance_read(const struct mms_instance *inst, const char *file);

/** mms_instance_save_printk() - Copy the formats of trace_printk(), which are global. */
int mms_instance_save_printk(struct mms_outdir *out, const char *name);

#endif
