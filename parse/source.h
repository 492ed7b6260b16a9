/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_SOURCE_H
#define MMS_PARSE_SOURCE_H

#include "common/auto.h"
#include "parse/event.h"

/*
 * A source gives the events of one input in time order, all CPUs merged, in
 * bounded memory. src_<name>.c defines mms_src_<name>; the build adds it to
 * mms_source_kinds. Nobody behind this header knows which kind it is.
 */
struct mms_source;

/* A thread's name, as the input's saved command lines have it. */
struct mms_source_comm {
	int32_t pid;
	const char *comm;
};

/* A name of a number, out of a print format: enum_name is EVENT.FIELD. */
struct mms_source_enum {
	const char *name;
	int64_t value;
	const char *text;
};

/* What per_cpu/cpuN/stats said at the end, where the input has it. */
struct mms_source_cpu {
	int32_t cpu;
	int64_t overrun; /* -1: unknown */
	int64_t dropped; /* -1: unknown */
};

/**
 * struct mms_source_info - What an input says of itself; all borrowed from it.
 * @page_size: bytes of a base page of the recorded machine; 0: unknown
 * @clock: name of the trace clock, NULL when the input does not say
 * @clock_is_ns: timestamps are nanoseconds
 * @types: the last one may be named "unknown": records without a format
 * @buffers: names of the ring buffers, "" is the top instance's; events say
 *	which one they are of
 * @incomplete: NULL, or why the input ends early ("cut at byte N ..."); ask
 *	again after the last event, for damage may be met on the way
 * @notes: NULL, or lines about what is in the input and was left out
 */
struct mms_source_info {
	const char *kind; /* "trace.dat" ... */
	const char *path;
	const char *clock;
	bool clock_is_ns;
	const char *uname; /* NULL when unknown */
	int nr_cpus;
	unsigned int page_size;
	unsigned int nr_types;
	const struct mms_event_type *types;
	unsigned int nr_comms;
	const struct mms_source_comm *comms;
	unsigned int nr_enums;
	const struct mms_source_enum *enums;
	unsigned int nr_cpu_stats;
	const struct mms_source_cpu *cpu_stats;
	unsigned int nr_buffers;
	const char *const *buffers;
	const char *incomplete;
	const char *notes;
	const char *fingerprint; /* hex: hash of metadata, sizes and last 64 KiB */
};

struct mms_source_opts {
	int nr_workers; /* decoding threads; 0: as many as there are CPUs */
};

struct mms_source_kind {
	const char *name;
	const char *summary;
	/* Does the file begin like this kind? @head has @len bytes of it. */
	bool (*probe)(const uint8_t *head, size_t len);
	/* @path: for messages; @fd: a plain file, the kind closes it, even on failure */
	int (*open)(const char *path, int fd, const struct mms_source_opts *opts,
		    struct mms_source **ret_src);
	const struct mms_source_info *(*info)(struct mms_source *src);
	int (*next)(struct mms_source *src, struct mms_event *ret_ev);
	uint64_t (*done_bytes)(const struct mms_source *src, uint64_t *ret_total);
	void (*close)(struct mms_source *src);
};

/* First member of every kind's own struct. */
struct mms_source {
	const struct mms_source_kind *kind;
};

extern const struct mms_source_kind *const mms_source_kinds[]; /* ended by NULL */

/**
 * mms_source_open() - Open an input, recognised by its content.
 * @path: file, packed or not; "-" is standard input
 *
 * Return: 0; -ENOENT and the like; -EBADMSG when damaged, -ENOTSUP when no
 * kind knows it.
 */
int mms_source_open(const char *path, const struct mms_source_opts *opts,
		    struct mms_source **ret_src);
void mms_source_close(struct mms_source *src);
MMS_DEFINE_AUTO(source, struct mms_source *, mms_source_close);

static inline const struct mms_source_info *mms_source_info(struct mms_source *src)
{
	return src->kind->info(src);
}

/**
 * mms_source_next() - The next event or gap in time order; equal times keep
 * the order of (cpu, place in the CPU's buffer).
 *
 * Return: 1, 0 at the end, or a negative errno.
 */
static inline int mms_source_next(struct mms_source *src, struct mms_event *ret_ev)
{
	return src->kind->next(src, ret_ev);
}

/**
 * mms_source_done() - How far the reading is.
 * @ret_total: bytes in all, 0 when unknown
 *
 * Return: bytes done.
 */
static inline uint64_t mms_source_done(const struct mms_source *src, uint64_t *ret_total)
{
	return src->kind->done_bytes(src, ret_total);
}

#endif
