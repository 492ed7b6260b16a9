/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_UNPACK_H
#define MMS_PARSE_UNPACK_H

/**
 * mms_unpack_open() - Open an input so that it can be read at any place, twice.
 * @path: file; "-" is standard input
 * @ret_fd: the file itself when it is a plain one; else, of a pipe or of a file
 *	that gzip, zstd or xz made, a copy of its content: a temporary file
 *	without a name, in $TMPDIR or /var/tmp
 *
 * Return: 0; -EBADMSG when what is compressed is damaged; or another negative
 * errno.
 */
int mms_unpack_open(const char *path, int *ret_fd);

#endif
