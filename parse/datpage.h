/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_DATPAGE_H
#define MMS_PARSE_DATPAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/auto.h"

/*
 * Pages of the kernel's ring buffer -> references to the records in them.
 */

/* Where a record is; @len 0: events were lost here, @off is the gap's index. */
struct mms_datref {
	int64_t ts;
	uint32_t off; /* bytes from the batch's base */
	uint32_t len;
};

/* What a thread hands to the merger at a time. */
struct mms_datbatch {
	const uint8_t *base; /* what offsets count from */
	struct mms_datref *refs;
	uint32_t nr_refs;
	uint32_t refs_alloc;
	int64_t *gaps; /* events lost, -1 unknown */
	uint32_t nr_gaps;
	uint32_t gaps_alloc;
	uint8_t *buf; /* unpacked pages */
	size_t buf_alloc;
	uint64_t begin, end; /* of the CPU's bytes, what this batch took */
	bool is_damaged;     /* something in it could not be read ... */
	uint64_t damage_at;  /* ... at this one of the CPU's bytes */
	const char *damage;  /* what it was */
	int err;             /* a negative errno: no memory */
};

/* What is handed on from page to page of one CPU. */
struct mms_datcarry {
	bool lost;       /* events were lost before the next one */
	int64_t nr_lost; /* -1: unknown */
	int64_t last_ts; /* of the last page or record */
};

struct mms_datpage_opts {
	uint32_t long_size; /* of the kernel */
	bool big_endian;
	bool swap;            /* not this machine's order */
	uint32_t mult, shift; /* time is scaled, when @mult is set ... */
	int64_t offset;       /* ... then moved */
};

/* One thread's reader of pages. */
struct mms_datpage;

int mms_datpage_new(const struct mms_datpage_opts *opts, struct mms_datpage **ret_pg);
void mms_datpage_free(struct mms_datpage *pg);
MMS_DEFINE_AUTO(datpage, struct mms_datpage *, mms_datpage_free);

/**
 * mms_datpage_read() - Add a page's records to @batch.
 * @page: @len bytes of it are there; fewer than @page_size: it was cut
 * @base_off: of the page, from batch->base
 *
 * Nothing in the page is believed unchecked. What cannot be read ends the page
 * and counts as a loss; the caller sees false.
 */
bool mms_datpage_read(struct mms_datpage *pg, const uint8_t *page, size_t len, size_t page_size,
		      uint32_t base_off, struct mms_datcarry *carry, struct mms_datbatch *batch);

/** mms_datpage_gap() - Add the gap that @carry has, if any, at @ts. */
void mms_datpage_gap(struct mms_datcarry *carry, struct mms_datbatch *batch, int64_t ts);

void mms_datbatch_release(struct mms_datbatch *batch);

#endif
