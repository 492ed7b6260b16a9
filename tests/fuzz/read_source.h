/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_FUZZ_READ_SOURCE_H
#define MMS_TESTS_FUZZ_READ_SOURCE_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse/source.h"

/* Reading is no work that the compiler may leave out. */
static volatile uint64_t read_source_sink;

static inline uint64_t read_source_touch(const struct mms_event *ev)
{
	uint64_t sum = 0;
	int64_t value;
	uint32_t len;

	for (unsigned int i = 0; i < ev->type->nr_fields; i++) {
		const struct mms_field *f = &ev->type->fields[i];
		const uint8_t *p;

		if (mms_field_int(ev, f, &value)) {
			sum += (uint64_t)value;
			continue;
		}
		p = mms_field_bytes(ev, f, &len);
		for (uint32_t k = 0; p && k < len; k++)
			sum += p[k];
	}
	for (uint32_t k = 0; k < ev->len; k++)
		sum += ev->data[k];
	return sum;
}

/*
 * Read every record, and every byte of it, of a file that holds these bytes.
 * @kind: what it is read as; NULL: what it looks like
 */
static inline void read_source(const struct mms_source_kind *kind, const uint8_t *data, size_t size)
{
	struct mms_source_opts opts = { .nr_workers = 1 };
	struct mms_source *src mms_auto(source) = NULL;
	int fd = memfd_create("fuzz", MFD_CLOEXEC), ret;
	struct mms_event ev;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return;
	ret = kind ? kind->open(path, fd, &opts, &src) : mms_source_open(path, &opts, &src);
	if (!ret) {
		while (mms_source_next(src, &ev) > 0)
			read_source_sink += ev.type ? read_source_touch(&ev) : 1;
		mms_source_info(src);
	}
	if (!kind)
		close(fd);
}

#endif
