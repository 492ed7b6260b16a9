// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/buf.h"
#include "common/err.h"
#include "record/comms.h"
#include "record/evformat.h"
#include "record/rbpage.h"
#include "record/scan.h"
#include "record/symbols.h"

enum { MAX_SYMBOL_FIELDS = 4, READ_SUBBUFS = 64 };

/* Events that tell a thread's name: its own rename too, and so exec. */
static const struct {
	const char *event, *pid, *comm;
} naming[] = {
	{ "task_rename", "pid", "newcomm" },
	{ "task_newtask", "pid", "comm" },
	{ "sched_process_fork", "child_pid", "child_comm" },
	{ "sched_process_exit", "pid", "comm" },
};

struct type {
	struct mms_evfield pid, comm; /* comm.size 0: tells no name */
	struct mms_evfield symbols[MAX_SYMBOL_FIELDS];
	int nr_symbols; /* -1: it cannot be told */
};

struct mms_scan {
	struct mms_comms *comms;
	struct mms_symbols *syms;
	struct type *types;
	size_t nr_types;
	uint16_t index[UINT16_MAX + 1]; /* by common_type; 0: of no interest */
	uint64_t events;
	int err;
};

struct mms_scan *mms_scan_new(struct mms_comms *comms, struct mms_symbols *syms)
{
	struct mms_scan *scan = calloc(1, sizeof(*scan));

	if (!scan)
		return NULL;
	scan->comms = comms;
	scan->syms = syms;
	return scan;
}

void mms_scan_free(struct mms_scan *scan)
{
	if (!scan)
		return;
	free(scan->types);
	free(scan);
}

static void learn_naming(struct type *t, const char *name, const char *format)
{
	for (size_t i = 0; i < sizeof(naming) / sizeof(naming[0]); i++) {
		if (strcmp(naming[i].event, name))
			continue;
		if (!mms_evformat_field(format, naming[i].pid, strlen(naming[i].pid), &t->pid) ||
		    !mms_evformat_field(format, naming[i].comm, strlen(naming[i].comm), &t->comm) ||
		    t->pid.size != 4)
			t->comm.size = 0;
	}
}

int mms_scan_add_format(struct mms_scan *scan, const char *name, const char *format)
{
	int id = mms_evformat_id(format);
	struct type t = { 0 }, *types;

	learn_naming(&t, name, format);
	t.nr_symbols = mms_evformat_symbols(format, t.symbols, MAX_SYMBOL_FIELDS);
	if (id < 0 || (!t.comm.size && !t.nr_symbols))
		return 0;
	types = realloc(scan->types, (scan->nr_types + 1) * sizeof(*types));
	if (!types)
		return -ENOMEM;
	scan->types = types;
	types[scan->nr_types++] = t;
	scan->index[id] = (uint16_t)scan->nr_types;
	return 0;
}

static void take_comm(struct mms_scan *scan, const struct type *t, uint64_t ts, const uint8_t *data,
		      size_t len)
{
	uint32_t at = t->comm.offset, n = t->comm.size;
	int32_t pid;

	if (t->pid.offset + sizeof(pid) > len || at + n > len)
		return;
	memcpy(&pid, data + t->pid.offset, sizeof(pid));
	if (t->comm.is_data_loc) {
		uint32_t loc;

		memcpy(&loc, data + at, sizeof(loc));
		at = loc & 0xffff;
		n = loc >> 16;
		if (at + n > len)
			return;
	}
	if (mms_comms_set(scan->comms, pid, ts, (const char *)data + at,
			  strnlen((const char *)data + at, n)))
		scan->err = -ENOMEM;
}

/* An array (a stack) goes on to the end of its record, whatever its format says. */
static void take_addresses(struct mms_scan *scan, const struct mms_evfield *f, const uint8_t *data,
			   size_t len)
{
	size_t end = f->is_array ? len : f->offset + sizeof(unsigned long);

	for (size_t at = f->offset; at + sizeof(unsigned long) <= end && end <= len;
	     at += sizeof(unsigned long)) {
		unsigned long addr;

		memcpy(&addr, data + at, sizeof(addr));
		if (mms_symbols_need(scan->syms, addr))
			scan->err = -ENOMEM;
	}
}

static void take(void *ctx, uint64_t ts, const uint8_t *data, size_t len)
{
	struct mms_scan *scan = ctx;
	const struct type *t;
	uint16_t id;

	scan->events++;
	if (len < sizeof(id))
		return;
	memcpy(&id, data, sizeof(id));
	if (!scan->index[id])
		return;
	t = &scan->types[scan->index[id] - 1];
	if (t->comm.size)
		take_comm(scan, t, ts, data, len);
	if (t->nr_symbols < 0)
		mms_symbols_need_all(scan->syms);
	for (int i = 0; i < t->nr_symbols; i++)
		take_addresses(scan, &t->symbols[i], data, len);
}

int mms_scan_pages(struct mms_scan *scan, int fd, off_t bytes, unsigned int subbuf_bytes,
		   uint64_t *ret_events)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	size_t lot = (size_t)subbuf_bytes * READ_SUBBUFS;
	char *pages = mms_buf_reserve(&buf, lot);

	if (!pages)
		return mms_err(-ENOMEM, "out of memory");
	scan->events = 0;
	for (off_t at = 0; at < bytes && !scan->err; at += (off_t)lot) {
		ssize_t n = pread(fd, pages, lot, at);

		if (n < 0)
			return mms_err(-errno, "cannot read recorded pages: %s", strerror(errno));
		for (ssize_t p = 0; p + (ssize_t)subbuf_bytes <= n; p += subbuf_bytes)
			mms_rbpage_walk(pages + p, subbuf_bytes, take, scan);
		posix_fadvise(fd, at, (off_t)lot, POSIX_FADV_DONTNEED);
	}
	*ret_events = scan->events;
	return scan->err ? mms_err(scan->err, "out of memory") : 0;
}
