// SPDX-License-Identifier: GPL-2.0-or-later
#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <kbuffer.h>

#include "common/err.h"
#include "parse/datpage.h"

/*
 * A page: 64 bits of time, a long "commit", data. Of commit the low bits are
 * the length of the data; the kernel sets the others when events were lost
 * before the page (and their number stands behind the data).
 */
#define COMMIT_MASK   ((1u << 27) - 1)
#define MISSED        (1u << 31)
#define MISSED_STORED (1u << 30)

#define RECORD_HEAD 4u /* bytes: 5 bits of type or length, 27 of time */
#define RECORD_MIN  8u

struct mms_datpage {
	struct mms_datpage_opts opts;
	struct kbuffer *kbuf;
	uint8_t *scratch; /* a page whose commit had to be mended */
	size_t scratch_size;
};

int mms_datpage_new(const struct mms_datpage_opts *opts, struct mms_datpage **ret_pg)
{
	struct mms_datpage *pg mms_auto(datpage) = calloc(1, sizeof(*pg));

	if (!pg)
		return mms_err(-ENOMEM, "no memory for a page reader");
	pg->opts = *opts;
	pg->kbuf = kbuffer_alloc(opts->long_size == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
				 opts->big_endian ? KBUFFER_ENDIAN_BIG : KBUFFER_ENDIAN_LITTLE);
	if (!pg->kbuf)
		return mms_err(-ENOMEM, "no memory for a page reader");
	*ret_pg = mms_take(pg);
	return 0;
}

void mms_datpage_free(struct mms_datpage *pg)
{
	if (!pg)
		return;
	kbuffer_free(pg->kbuf);
	free(pg->scratch);
	free(pg);
}

void mms_datbatch_release(struct mms_datbatch *batch)
{
	free(batch->refs);
	free(batch->gaps);
	free(batch->buf);
}

static uint32_t read32(const struct mms_datpage *pg, const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return pg->opts.swap ? bswap_32(v) : v;
}

static uint64_t read_long(const struct mms_datpage *pg, const uint8_t *p)
{
	uint64_t v;

	if (pg->opts.long_size == 4)
		return read32(pg, p);
	memcpy(&v, p, sizeof(v));
	return pg->opts.swap ? bswap_64(v) : v;
}

static int64_t file_time(const struct mms_datpage *pg, uint64_t ts)
{
	if (pg->opts.mult)
		ts = (uint64_t)(((unsigned __int128)ts * pg->opts.mult) >> pg->opts.shift);
	return (int64_t)(ts + (uint64_t)pg->opts.offset);
}

static bool reserve_refs(struct mms_datbatch *batch, uint32_t more)
{
	uint32_t need = batch->nr_refs + more;
	struct mms_datref *refs;

	if (need <= batch->refs_alloc)
		return true;
	if (need < 2 * batch->refs_alloc)
		need = 2 * batch->refs_alloc;
	refs = realloc(batch->refs, need * sizeof(*refs));
	if (!refs) {
		batch->err = -ENOMEM;
		return false;
	}
	batch->refs = refs;
	batch->refs_alloc = need;
	return true;
}

static void add_lost(struct mms_datcarry *carry, int64_t nr)
{
	if (nr < 0 || (carry->lost && carry->nr_lost < 0))
		carry->nr_lost = -1;
	else
		carry->nr_lost = carry->lost ? carry->nr_lost + nr : nr;
	carry->lost = true;
}

void mms_datpage_gap(struct mms_datcarry *carry, struct mms_datbatch *batch, int64_t ts)
{
	int64_t *gaps;

	if (!carry->lost || !reserve_refs(batch, 1))
		return;
	if (batch->nr_gaps == batch->gaps_alloc) {
		gaps = realloc(batch->gaps, (batch->gaps_alloc + 64) * sizeof(*gaps));
		if (!gaps) {
			batch->err = -ENOMEM;
			return;
		}
		batch->gaps = gaps;
		batch->gaps_alloc += 64;
	}
	batch->gaps[batch->nr_gaps] = carry->nr_lost;
	batch->refs[batch->nr_refs++] = (struct mms_datref){ ts, batch->nr_gaps++, 0 };
	carry->lost = false;
}

/*
 * Bytes of the record at @p, @left of them are in the page; 0: not all of it
 * is, or it makes no sense. kbuffer takes its lengths as they come.
 */
static uint32_t record_size(const struct mms_datpage *pg, const uint8_t *p, uint32_t left)
{
	uint32_t head = read32(pg, p), size;
	uint32_t type = pg->opts.big_endian ? head >> 27 : head & 31;

	if (type && type < KBUFFER_TYPE_PADDING)
		return RECORD_HEAD + 4 * type;
	if (left < RECORD_MIN)
		return 0;
	if (type == KBUFFER_TYPE_TIME_EXTEND || type == KBUFFER_TYPE_TIME_STAMP)
		return RECORD_MIN;
	size = read32(pg, p + RECORD_HEAD);
	if (size > left)
		return 0;
	if (type == KBUFFER_TYPE_PADDING)
		return size & 3 ? 0 : RECORD_HEAD + size;
	/* the length counts itself, and a record has at least its type */
	return size < 8 ? 0 : RECORD_HEAD + ((size + 3) & ~3u);
}

/* A padding of no time and any length fills the rest of a page. */
static bool is_end_padding(const struct mms_datpage *pg, const uint8_t *p)
{
	uint32_t head = read32(pg, p);

	return head == (pg->opts.big_endian ? (uint32_t)KBUFFER_TYPE_PADDING << 27
					    : (uint32_t)KBUFFER_TYPE_PADDING);
}

/*
 * How many of @size bytes of data are whole records, and how many records
 * there can be.
 */
static uint32_t check_data(const struct mms_datpage *pg, const uint8_t *data, uint32_t size,
			   uint32_t *ret_nr, bool *ret_damaged)
{
	uint32_t pos = 0, nr = 0, step;

	*ret_damaged = false;
	while (size - pos >= RECORD_HEAD && !is_end_padding(pg, data + pos)) {
		step = record_size(pg, data + pos, size - pos);
		if (!step || step > size - pos) {
			*ret_damaged = true;
			break;
		}
		pos += step;
		nr++;
	}
	if (size - pos > 0 && size - pos < RECORD_HEAD)
		*ret_damaged = true;
	*ret_nr = nr;
	return pos;
}

static void write_commit(const struct mms_datpage *pg, uint8_t *p, uint32_t len)
{
	uint64_t v64 = pg->opts.swap ? bswap_64((uint64_t)len) : len;
	uint32_t v32 = pg->opts.swap ? bswap_32(len) : len;

	if (pg->opts.long_size == 8)
		memcpy(p, &v64, sizeof(v64));
	else
		memcpy(p, &v32, sizeof(v32));
}

/* A copy of the page's good bytes, whose commit says no more than these. */
static uint8_t *mend(struct mms_datpage *pg, const uint8_t *page, uint32_t start, uint32_t good,
		     size_t page_size, struct mms_datbatch *batch)
{
	if (pg->scratch_size < page_size) {
		free(pg->scratch);
		pg->scratch = malloc(page_size);
		pg->scratch_size = pg->scratch ? page_size : 0;
	}
	if (!pg->scratch) {
		batch->err = -ENOMEM;
		return NULL;
	}
	memcpy(pg->scratch, page, start + good);
	write_commit(pg, pg->scratch + 8, good);
	return pg->scratch;
}

/* @page is checked: kbuffer stays within it. */
static void walk(struct mms_datpage *pg, const uint8_t *page, uint32_t base_off,
		 struct mms_datcarry *carry, struct mms_datbatch *batch)
{
	unsigned long long ts;
	const uint8_t *p;

	kbuffer_load_subbuffer(pg->kbuf, (void *)page);
	carry->last_ts = file_time(pg, kbuffer_timestamp(pg->kbuf));
	for (p = kbuffer_read_event(pg->kbuf, &ts); p; p = kbuffer_next_event(pg->kbuf, &ts)) {
		struct mms_datref *ref;

		carry->last_ts = file_time(pg, ts);
		if (carry->lost)
			mms_datpage_gap(carry, batch, carry->last_ts);
		ref = &batch->refs[batch->nr_refs++];
		ref->ts = carry->last_ts;
		ref->off = base_off + (uint32_t)(p - page);
		ref->len = (uint32_t)kbuffer_event_size(pg->kbuf);
	}
}

bool mms_datpage_read(struct mms_datpage *pg, const uint8_t *page, size_t len, size_t page_size,
		      uint32_t base_off, struct mms_datcarry *carry, struct mms_datbatch *batch)
{
	uint32_t start = 8 + pg->opts.long_size, size, good, nr;
	bool damaged;
	uint64_t commit;

	commit = len < start ? 0 : read_long(pg, page + 8);
	size = (uint32_t)commit & COMMIT_MASK;
	if (len < start || size > page_size - start) {
		add_lost(carry, -1);
		return false;
	}
	if (commit & MISSED)
		add_lost(carry, (commit & MISSED_STORED) && size + start + pg->opts.long_size <= len
					? (int64_t)read_long(pg, page + start + size)
					: -1);
	good = check_data(pg, page + start, size < len - start ? size : (uint32_t)len - start, &nr,
			  &damaged);
	damaged |= size > len - start;
	/* one more for a gap */
	if (!reserve_refs(batch, nr + 1))
		return false;
	if (good != size || (commit & MISSED))
		page = mend(pg, page, start, good, page_size, batch);
	if (good && page)
		walk(pg, page, base_off, carry, batch);
	if (damaged)
		add_lost(carry, -1);
	return !damaged;
}
