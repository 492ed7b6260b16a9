/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_DATFILE_H
#define MMS_PARSE_DATFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"
#include "common/buf.h"
#include "parse/codec.h"
#include "parse/cursor.h"

/*
 * The container of a trace.dat file, versions 6 and 7: where its parts and
 * the CPUs' pages are. What lies in the pages is no matter of this. A file cut
 * short opens as long as its first bytes are there; mms_datfile.incomplete
 * then says what is missing.
 */

/* Parts of metadata; their content is the same in both versions. */
enum mms_dat_part {
	MMS_DAT_HEADER,   /* layout of pages and of event headers */
	MMS_DAT_FTRACE,   /* formats of the tracer's own events */
	MMS_DAT_EVENTS,   /* formats of all other events, by system */
	MMS_DAT_KALLSYMS, /* names of kernel addresses */
	MMS_DAT_PRINTK,   /* format strings of trace_printk() */
	MMS_DAT_CMDLINES, /* names of pids */
	MMS_DAT_NR_PARTS,
};

struct mms_dat_span {
	const uint8_t *data; /* NULL: not in the file */
	size_t len;
};

/* A part in the file: @raw as it lies there, @text unpacked when asked for. */
struct mms_dat_section {
	struct mms_dat_span raw;
	bool packed;
	struct mms_dat_span text;
	uint8_t *owned;
};

/* An instance's ring buffer. */
struct mms_dat_buffer {
	const char *name;   /* "": the top instance */
	const char *clock;  /* NULL: not said */
	uint32_t page_size; /* bytes of a sub-buffer */
};

/* One CPU's pages of one buffer, as far as they are in the file. */
struct mms_dat_cpu {
	int32_t cpu;
	uint32_t buffer;
	bool packed;         /* count of chunks, then chunks */
	const uint8_t *data; /* in a mapping */
	uint64_t size;
	int fd;          /* of its file, borrowed; -1: only the mapping is there */
	uint64_t offset; /* in its file */
};

struct mms_dat_stat {
	int32_t cpu;
	int64_t overrun;
	int64_t dropped;
};

/* Version 6: an instance whose table of CPUs is still to be read. */
struct mms_dat_pending {
	uint64_t offset;
	const char *name;
	uint32_t nr_cpus; /* 0: as the top instance */
};

struct mms_dat_map {
	void *addr;
	size_t len;
};

/* How the kernel's time becomes the file's time. */
struct mms_dat_time {
	uint32_t mult; /* 0: not scaled */
	uint32_t shift;
	int64_t offset;
};

struct mms_datfile {
	const char *path;
	int fd;
	const uint8_t *map;
	size_t size;
	int version; /* 6, 7 */
	bool swap;
	bool big_endian;
	uint32_t page_size;
	uint32_t long_size; /* of the kernel */
	const struct mms_codec *codec;
	uint64_t first_options; /* version 7: offset */
	struct mms_dat_section parts[MMS_DAT_NR_PARTS];
	struct mms_dat_buffer *buffers;
	unsigned int nr_buffers;
	struct mms_dat_cpu *cpus; /* by (cpu, buffer) */
	unsigned int nr_cpus;
	struct mms_dat_stat *stats;
	unsigned int nr_stats;
	uint32_t cpu_count; /* of the machine; 0: not said */
	uint32_t data_size; /* bytes of a page as header_page says; 0: not said */
	const char *clock;  /* of the top instance; NULL: not said */
	const char *uname;
	struct mms_dat_time time;
	struct mms_buf incomplete; /* empty: all is there */
	struct mms_buf notes;      /* lines: what was left out */
	struct mms_dat_pending *pending;
	unsigned int nr_pending;
	struct mms_dat_owned *owned;
	struct mms_dat_map *maps;
	unsigned int nr_maps;
};

/**
 * mms_datfile_open() - Map a file and find its parts.
 * @path: for messages, and to find its neighbours
 * @fd: the file; closed with it, and on failure
 *
 * Return: 0; -EBADMSG when the head is damaged, -ENOTSUP for a version or
 * compression that is not known, or another negative errno.
 */
int mms_datfile_open(const char *path, int fd, struct mms_datfile **ret_df);
void mms_datfile_close(struct mms_datfile *df);
MMS_DEFINE_AUTO(datfile, struct mms_datfile *, mms_datfile_close);

/**
 * mms_datfile_part() - The content of a part, unpacked at the first call.
 * @ret_cur: at its begin; empty when the part is not in the file
 *
 * Return: 0, -EBADMSG when it cannot be unpacked.
 */
int mms_datfile_part(struct mms_datfile *df, enum mms_dat_part part, struct mms_cursor *ret_cur);

/** mms_datfile_fingerprint() - Hash of metadata, sizes and the last 64 KiB. */
uint64_t mms_datfile_fingerprint(const struct mms_datfile *df);

/* For the files that datfile.c is made of. */

/** mms_datfile_cut() - Remember that the file lacks what begins at @offset. */
void mms_datfile_cut(struct mms_datfile *df, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** mms_datfile_note() - Remember something that was left out. */
void mms_datfile_note(struct mms_datfile *df, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** mms_datfile_keep() - Memory that lives as long as @df. Return: NULL: none left. */
void *mms_datfile_keep(struct mms_datfile *df, const void *data, size_t len);
/** mms_datfile_map() - Map a whole file until @df is closed; an empty one has no data. */
int mms_datfile_map(struct mms_datfile *df, const char *path, struct mms_dat_span *ret_span);
int mms_datfile_add_buffer(struct mms_datfile *df, const struct mms_dat_buffer *buf);
/* Add a CPU of the last buffer; clips what lies behind the end of the file. */
int mms_datfile_add_cpu(struct mms_datfile *df, int32_t cpu, uint64_t offset, uint64_t size,
			bool packed);
/* A cursor from @offset (or the end, when that is before) to the end of the file. */
struct mms_cursor mms_datfile_at(const struct mms_datfile *df, uint64_t offset);
/* Unpack a section of metadata: its two sizes, then the bytes. */
int mms_datfile_unpack(struct mms_datfile *df, struct mms_dat_span raw, uint8_t **ret_data,
		       size_t *ret_len);

/* datfile6.c, datfile7.c: find the parts, from behind the page size on. */
int mms_datfile_read6(struct mms_datfile *df, struct mms_cursor *cur);
int mms_datfile_read7(struct mms_datfile *df, struct mms_cursor *cur);
/* datguess.c: CPU buffers whose table is missing. */
int mms_datfile_guess(struct mms_datfile *df, uint64_t offset, uint64_t len, bool packed);
/* A recorder that was killed left no pages in the file, but in others beside it. */
int mms_datfile_siblings(struct mms_datfile *df);
/* datopt.c: one option. */
int mms_datfile_option(struct mms_datfile *df, uint16_t id, struct mms_cursor cur);

#endif
