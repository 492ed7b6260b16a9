/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_RECORD_DATOUT_H
#define MMS_RECORD_DATOUT_H

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
struct mms_datout;

/* Sections, in the order that version 6 demands. The numbers are version 7's. */
enum mms_datout_section {
	MMS_DATOUT_HEADER_INFO = 16,
	MMS_DATOUT_FTRACE_EVENTS = 17,
	MMS_DATOUT_EVENT_FORMATS = 18,
	MMS_DATOUT_KALLSYMS = 19,
	MMS_DATOUT_PRINTK = 20,
	MMS_DATOUT_CMDLINES = 21,
};

/* Options; those of BUFFER and of the sections are written by themselves. */
enum mms_datout_option {
	MMS_DATOUT_CPUSTAT = 2,
	MMS_DATOUT_TRACECLOCK = 4,
	MMS_DATOUT_UNAME = 5,
	MMS_DATOUT_CPUCOUNT = 8,
	MMS_DATOUT_VERSION = 9,
};

/**
 * struct mms_datout_opts - How a file is to be.
 * @version: 6 or 7
 * @zstd: compress sections and pages (version 7)
 */
struct mms_datout_opts {
	int version;
	bool zstd;
};

/** mms_datout_create() - Begin a file. Return: 0 or a negative errno. */
int mms_datout_create(int dirfd, const char *name, const struct mms_datout_opts *opts,
		      struct mms_datout **ret_dat);

/**
 * mms_datout_reopen() - Go on behind a head.
 * @head_bytes: what mms_datout_end_head() gave; all behind it is cut off
 */
int mms_datout_reopen(int dirfd, const char *name, const struct mms_datout_opts *opts,
		      off_t head_bytes, struct mms_datout **ret_dat);
void mms_datout_free(struct mms_datout *dat);
MMS_DEFINE_AUTO(datout, struct mms_datout *, mms_datout_free);

/** mms_datout_section() - Write one; its content is as version 6 has it. */
int mms_datout_section(struct mms_datout *dat, enum mms_datout_section id, const void *data,
		       size_t len);

/** mms_datout_option() - Remember an option for mms_datout_buffers(). */
int mms_datout_option(struct mms_datout *dat, enum mms_datout_option id, const void *data,
		      size_t len);

/** mms_datout_end_head() - The head is whole. Return: its bytes, or a negative errno. */
off_t mms_datout_end_head(struct mms_datout *dat);

/**
 * struct mms_datout_cpu - Where one CPU's pages are.
 * @fd: file with them, -1 for none
 * @bytes: of it that are whole pages
 */
struct mms_datout_cpu {
	int cpu;
	int fd;
	off_t bytes;
};

/**
 * struct mms_datout_buffer - The recorded pages.
 * @subbuf_bytes: size of a page of the ring buffer
 * @punch: give disk space of @cpus back while it is copied (the disk is full)
 */
struct mms_datout_buffer {
	const char *clock;
	unsigned int subbuf_bytes;
	unsigned int nr_cpus;
	const struct mms_datout_cpu *cpus;
	bool punch;
};

/** mms_datout_buffers() - Write options and pages: the end of the file. */
int mms_datout_buffers(struct mms_datout *dat, const struct mms_datout_buffer *buffer);

#endif
