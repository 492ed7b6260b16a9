// SPDX-License-Identifier: GPL-2.0-or-later
/* Any bytes as a trace.dat file: every record and every byte of it is read. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t touch(const struct mms_event *ev)
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

/* Reading is no work that the compiler may leave out. */
static volatile uint64_t sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mms_source_opts opts = { .nr_workers = 1 };
	struct mms_source *src mms_auto(source) = NULL;
	struct mms_event ev;
	char path[64];
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	if (!mms_source_open(path, &opts, &src)) {
		while (mms_source_next(src, &ev) > 0)
			sink += ev.type ? touch(&ev) : 1;
		mms_source_info(src);
	}
	close(fd);
	return 0;
}
