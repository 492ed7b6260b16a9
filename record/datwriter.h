/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_DATWRITER_H
#define MMS_RECORD_DATWRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/auto.h"

/*
 * Writer of trace-cmd's container, versions 6 and 7, as its man pages
 * trace-cmd.dat.v6(5) and .v7(5) say. It is written in two goes: a head before
 * anything is recorded, and the rest behind it when the recording has ended,
 * be it by another process.
 */
struct mms_datw;

/* Sections, in the order that version 6 demands. The numbers are version 7's. */
enum mms_datw_section {
	MMS_DATW_HEADER_INFO = 16,
	MMS_DATW_FTRACE_EVENTS = 17,
	MMS_DATW_EVENT_FORMATS = 18,
	MMS_DATW_KALLSYMS = 19,
	MMS_DATW_PRINTK = 20,
	MMS_DATW_CMDLINES = 21,
};

/* Options; those of BUFFER and of the sections are written by themselves. */
enum mms_datw_option {
	MMS_DATW_CPUSTAT = 2,
	MMS_DATW_TRACECLOCK = 4,
	MMS_DATW_UNAME = 5,
	MMS_DATW_CPUCOUNT = 8,
	MMS_DATW_VERSION = 9,
};

/**
 * struct mms_datw_opts - How a file is to be.
 * @version: 6 or 7
 * @zstd: compress sections and pages (version 7)
 */
struct mms_datw_opts {
	int version;
	bool zstd;
};

/** mms_datw_create() - Begin a file. Return: 0 or a negative errno. */
int mms_datw_create(int dirfd, const char *name, const struct mms_datw_opts *opts,
		    struct mms_datw **ret_dat);

/**
 * mms_datw_reopen() - Go on behind a head.
 * @head_bytes: what mms_datw_end_head() gave; all behind it is cut off
 */
int mms_datw_reopen(int dirfd, const char *name, const struct mms_datw_opts *opts, off_t head_bytes,
		    struct mms_datw **ret_dat);
void mms_datw_free(struct mms_datw *dat);
MMS_DEFINE_AUTO(datw, struct mms_datw *, mms_datw_free);

/** mms_datw_section() - Write one; its content is as version 6 has it. */
int mms_datw_section(struct mms_datw *dat, enum mms_datw_section id, const void *data, size_t len);

/** mms_datw_option() - Remember an option for mms_datw_buffers(). */
int mms_datw_option(struct mms_datw *dat, enum mms_datw_option id, const void *data, size_t len);

/** mms_datw_end_head() - The head is whole. Return: its bytes, or a negative errno. */
off_t mms_datw_end_head(struct mms_datw *dat);

/**
 * struct mms_datw_cpu - Where one CPU's pages are.
 * @fd: file with them, -1 for none
 * @bytes: of it that are whole pages
 */
struct mms_datw_cpu {
	int cpu;
	int fd;
	off_t bytes;
};

/**
 * struct mms_datw_buffer - The recorded pages.
 * @subbuf_bytes: size of a page of the ring buffer
 * @punch: give disk space of @cpus back while it is copied (the disk is full)
 */
struct mms_datw_buffer {
	const char *clock;
	unsigned int subbuf_bytes;
	unsigned int nr_cpus;
	const struct mms_datw_cpu *cpus;
	bool punch;
};

/** mms_datw_buffers() - Write options and pages: the end of the file. */
int mms_datw_buffers(struct mms_datw *dat, const struct mms_datw_buffer *buffer);

#endif
