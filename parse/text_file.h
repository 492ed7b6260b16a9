/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_TEXT_FILE_H
#define MMS_PARSE_TEXT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/auto.h"
#include "parse/text_scan.h"

/*
 * The lines of a file, its coding undone, in one buffer of fixed size: several
 * lines can be looked at together. Lines longer than MMS_TEXT_MAX_LINE are cut.
 */
struct mms_text_file;

#define MMS_TEXT_MAX_LINE (16 << 10)

/* Bytes behind a place that mms_text_file_fill() makes available. */
#define MMS_TEXT_AHEAD (256 << 10)

/**
 * mms_text_file_new() - Read a plain file from its begin.
 * @path: for messages
 * @fd: closed with the file, and on failure
 *
 * Return: 0 or a negative errno.
 */
int mms_text_file_new(const char *path, int fd, struct mms_text_file **ret_file);
/**
 * mms_text_file_part() - Read a part of a file, beside @whole.
 * @begin, @end: bytes; a begin other than 0 only for a file without a coding
 *
 * Return: 0 or a negative errno.
 */
int mms_text_file_part(const struct mms_text_file *whole, uint64_t begin, uint64_t end,
		       struct mms_text_file **ret_part);
void mms_text_file_close(struct mms_text_file *file);
MMS_DEFINE_AUTO(text_file, struct mms_text_file *, mms_text_file_close);

/** mms_text_file_rewind() - Go on from the begin. */
void mms_text_file_rewind(struct mms_text_file *file);

/**
 * mms_text_file_fill() - Have the next MMS_TEXT_AHEAD bytes, or all that is
 * left, in memory.
 *
 * Lines that were taken before are no longer valid.
 *
 * Return: 0 or a negative errno.
 */
int mms_text_file_fill(struct mms_text_file *file);

/** mms_text_file_is_low() - mms_text_file_fill() would have to read. */
bool mms_text_file_is_low(const struct mms_text_file *file);

/** mms_text_file_is_read() - All lines were taken. */
bool mms_text_file_is_read(const struct mms_text_file *file);

/**
 * mms_text_file_line() - Take the next line that is in memory.
 * @ret_line: without its end
 *
 * Return: false when there is none.
 */
bool mms_text_file_line(struct mms_text_file *file, struct mms_slice *ret_line);

/** mms_text_file_line_back() - Give the line that was taken last back; once. */
void mms_text_file_line_back(struct mms_text_file *file);

/** mms_text_file_line_no() - Number of the line that was taken last, from 1. */
uint64_t mms_text_file_line_no(const struct mms_text_file *file);

/** mms_text_file_is_cut() - The line that was taken last is the file's last, without an end. */
bool mms_text_file_is_cut(const struct mms_text_file *file);

/** mms_text_file_coding() - Bits of enum mms_text_coding. Return: them, or a negative errno. */
int mms_text_file_coding(struct mms_text_file *file);

/** mms_text_file_size() - Bytes of the file; @ret_done: those taken since the begin. */
uint64_t mms_text_file_size(const struct mms_text_file *file, uint64_t *ret_done);

/**
 * mms_text_file_hash() - Hash of the size and of 64 KiB at both ends.
 *
 * Return: 0 or a negative errno.
 */
int mms_text_file_hash(const struct mms_text_file *file, uint64_t *ret_hash);

#endif
