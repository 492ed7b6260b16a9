/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_FINISH_H
#define MMS_RECORD_FINISH_H

#include <jansson.h>

#include "common/root.h"

struct mms_events;
struct mms_instance;
struct mms_outdir;

/* Side files of a recording that is not complete; they go when it is. */
#define MMS_FINISH_KALLSYMS "kallsyms"
#define MMS_FINISH_FORMATS  "formats"
#define MMS_FINISH_PRINTK   "printk_formats"
#define MMS_FINISH_CLOCK    "trace_clock"

/**
 * mms_finish_prepare() - Write the head of trace.dat, and the side files.
 * @run: version and compression are taken from its "trace_dat", where
 *	"head_bytes" is added
 *
 * Return: 0 or a negative errno.
 */
int mms_finish_prepare(const struct mms_root *root, const struct mms_instance *inst,
		       const struct mms_events *evs, struct mms_outdir *out, json_t *run);

/**
 * mms_finish() - Complete trace.dat from its head, the side files and the pages
 * in trace.dat.cpuN, which are removed then. Needs nothing but the folder, so it
 * can be done later and by another process.
 * @run: content of run.json; "cpus", "nr_events" and "nr_lost" are brought up
 *	to date, but it is not written
 *
 * Return: 0 or a negative errno.
 */
int mms_finish(struct mms_outdir *out, json_t *run);

/** mms_finish_stats() - Put the kernel's statistics of each buffer into @run's "cpus". */
void mms_finish_stats(const char *instance_dir, const int *cpus, int nr_cpus, json_t *run);

#endif
