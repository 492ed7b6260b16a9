// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/datfeed.h"
#include "parse/pool.h"

#define BATCH_BYTES       (64u << 10) /* of plain pages */
#define BATCH_BYTES_SMALL (16u << 10) /* the same, when there are many lanes */
#define MANY_LANES        64u
#define CHUNK_BYTES_MAX   (4u << 20) /* unpacked; larger is damage, unless pages are large */
#define CHUNK_PAGES_MAX   64u
#define RINGS_BYTES       (32u << 20) /* of all rings, while they can be that small */
#define RINGS_BYTES_MAX   (192u << 20)
#define DEPTH_MIN         2u
#define DEPTH_MAX         6u
#define DROP_BYTES_MAX    (1u << 20) /* of the mapping, of a lane at a time */
#define DROP_BYTES_MIN    (64u << 10)
#define DROP_BYTES        (64u << 20) /* the same, of all lanes */

/* What a thread needs to unpack and walk pages. */
struct ctx {
	void *codec;
	struct mms_datpage *page;
};

struct lane {
	struct mms_job job;
	struct mms_datfeed *feed;
	const struct mms_dat_cpu *cpu;
	uint32_t page_size;
	/* of whoever runs the job */
	uint64_t pos;
	uint32_t nr_chunks; /* left */
	struct mms_datcarry carry;
	/* of the feed's lock */
	bool busy;  /* the job is queued or runs */
	bool ended; /* nothing comes behind what is in the ring */
	unsigned int head, count;
	/* of the reader */
	bool holds; /* the ring's head is out */
	uint64_t dropped;
	struct mms_datbatch ring[DEPTH_MAX];
};

struct mms_datfeed {
	const struct mms_datfile *df;
	struct mms_pool *pool;
	struct ctx *ctxs; /* one per worker, the last is the reader's */
	unsigned int nr_ctxs;
	pthread_mutex_t lock;
	pthread_cond_t filled;
	uint64_t done_bytes;
	uint32_t batch_bytes;
	uint32_t drop_bytes;
	unsigned int depth;
	unsigned int nr_lanes;
	struct lane *lanes;
};

static void damaged(struct mms_datbatch *batch, uint64_t at, const char *what)
{
	if (batch->is_damaged)
		return;
	batch->is_damaged = true;
	batch->damage_at = at;
	batch->damage = what;
}

/* Pages that lie one behind the other. */
static void read_pages(struct lane *lane, struct ctx *ctx, const uint8_t *pages, size_t len,
		       uint64_t at, struct mms_datbatch *batch)
{
	for (size_t off = 0; off < len && !batch->err; off += lane->page_size) {
		size_t left = len - off < lane->page_size ? len - off : lane->page_size;

		if (!mms_datpage_read(ctx->page, pages + off, left, lane->page_size, (uint32_t)off,
				      &lane->carry, batch))
			damaged(batch, at, "a page is damaged or cut");
	}
}

static bool reserve_buf(struct mms_datbatch *batch, size_t len)
{
	if (len <= batch->buf_alloc)
		return true;
	free(batch->buf);
	batch->buf = malloc(len);
	batch->buf_alloc = batch->buf ? len : 0;
	if (!batch->buf)
		batch->err = -ENOMEM;
	return batch->buf;
}

static void lose_rest(struct lane *lane, struct mms_datbatch *batch, const char *what)
{
	damaged(batch, lane->pos, what);
	lane->carry.lost = true;
	lane->carry.nr_lost = -1;
}

/*
 * Reading costs less than the page faults of a mapping, and much less than
 * giving a mapping's pages back; and a file that is cut while it is read does
 * not kill us. Return: bytes.
 */
static size_t get_pages(struct lane *lane, size_t len, struct mms_datbatch *batch)
{
	const struct mms_dat_cpu *cpu = lane->cpu;
	size_t have = 0;
	ssize_t n = 1;

	batch->base = cpu->data + lane->pos;
	if (cpu->fd < 0)
		return len;
	if (!reserve_buf(batch, len))
		return 0;
	batch->base = batch->buf;
	while (have < len && (n > 0 || (n < 0 && errno == EINTR))) {
		n = pread(cpu->fd, batch->buf + have, len - have,
			  (off_t)(cpu->offset + lane->pos + have));
		have += n > 0 ? (size_t)n : 0;
	}
	return have;
}

/* Return: false at the end. */
static bool read_plain(struct lane *lane, struct ctx *ctx, struct mms_datbatch *batch)
{
	uint64_t left = lane->cpu->size - lane->pos;
	uint64_t len = lane->feed->batch_bytes / lane->page_size * lane->page_size, have;

	if (!left)
		return false;
	if (len < lane->page_size)
		len = lane->page_size;
	if (len > left)
		len = left;
	have = get_pages(lane, len, batch);
	read_pages(lane, ctx, batch->base, have, lane->pos, batch);
	lane->pos += len;
	if (have == len)
		return true;
	lose_rest(lane, batch, "the file became shorter, or cannot be read");
	lane->pos = lane->cpu->size;
	return false;
}

static bool chunk_fits(const struct lane *lane, uint64_t bytes)
{
	return bytes <= CHUNK_BYTES_MAX || bytes / CHUNK_PAGES_MAX <= lane->page_size;
}

/* Return: false at the end. */
static bool read_chunk(struct lane *lane, struct ctx *ctx, struct mms_datbatch *batch)
{
	struct mms_cursor cur = mms_cursor_new(lane->cpu->data + lane->pos,
					       lane->cpu->size - lane->pos, lane->feed->df->swap);
	const struct mms_codec *codec = lane->feed->df->codec;
	uint32_t packed_len, len;
	const uint8_t *packed;

	if (!lane->nr_chunks)
		return false;
	packed_len = mms_cursor_u32(&cur);
	len = mms_cursor_u32(&cur);
	packed = mms_cursor_bytes(&cur, packed_len);
	if (cur.bad || !chunk_fits(lane, len)) {
		lose_rest(lane, batch, cur.bad ? "it ends here" : "a packed chunk is too large");
		lane->pos = lane->cpu->size;
		lane->nr_chunks = 0;
		return false;
	}
	if (!reserve_buf(batch, len))
		return false;
	batch->base = batch->buf;
	if (!codec->unpack || codec->unpack(ctx->codec, packed, packed_len, batch->buf, len))
		lose_rest(lane, batch, "a packed chunk is damaged");
	else
		read_pages(lane, ctx, batch->buf, len, lane->pos, batch);
	lane->pos = (uint64_t)(cur.pos - lane->cpu->data);
	lane->nr_chunks--;
	return true;
}

/* Fill a batch. Return: false when it is the last one. */
static bool fill(struct lane *lane, struct ctx *ctx, struct mms_datbatch *batch)
{
	bool more = true;

	batch->nr_refs = 0;
	batch->nr_gaps = 0;
	batch->is_damaged = false;
	batch->begin = lane->pos;
	while (more && !batch->nr_refs && !batch->err)
		more = lane->cpu->packed ? read_chunk(lane, ctx, batch)
					 : read_plain(lane, ctx, batch);
	if (!more)
		mms_datpage_gap(&lane->carry, batch, lane->carry.last_ts);
	batch->end = lane->pos;
	return more && !batch->err;
}

static struct lane *lane_of(struct mms_job *job)
{
	return (struct lane *)((char *)job - offsetof(struct lane, job));
}

static void run_lane(struct mms_job *job, unsigned int worker)
{
	struct lane *lane = lane_of(job);
	struct mms_datfeed *feed = lane->feed;
	struct mms_datbatch *batch;
	bool more;

	pthread_mutex_lock(&feed->lock);
	batch = &lane->ring[(lane->head + lane->count) % feed->depth];
	pthread_mutex_unlock(&feed->lock);
	more = fill(lane, &feed->ctxs[worker], batch);
	pthread_mutex_lock(&feed->lock);
	lane->count++;
	lane->ended = !more;
	more = more && lane->count < feed->depth;
	lane->busy = more;
	pthread_cond_signal(&feed->filled);
	pthread_mutex_unlock(&feed->lock);
	if (more)
		mms_pool_add(feed->pool, job);
}

static void free_ctxs(struct mms_datfeed *feed)
{
	for (unsigned int i = 0; feed->ctxs && i < feed->nr_ctxs; i++) {
		mms_datpage_free(feed->ctxs[i].page);
		if (feed->ctxs[i].codec)
			feed->df->codec->free_ctx(feed->ctxs[i].codec);
	}
	free(feed->ctxs);
}

void mms_datfeed_free(struct mms_datfeed *feed)
{
	if (!feed)
		return;
	mms_pool_free(feed->pool);
	free_ctxs(feed);
	for (unsigned int i = 0; i < feed->nr_lanes; i++)
		for (unsigned int k = 0; k < DEPTH_MAX; k++)
			mms_datbatch_release(&feed->lanes[i].ring[k]);
	free(feed->lanes);
	pthread_cond_destroy(&feed->filled);
	pthread_mutex_destroy(&feed->lock);
	free(feed);
}

static int new_ctxs(struct mms_datfeed *feed, unsigned int nr)
{
	const struct mms_datfile *df = feed->df;
	struct mms_datpage_opts opts = {
		.long_size = df->long_size,
		.big_endian = df->big_endian,
		.swap = df->swap,
		.mult = df->time.mult,
		.shift = df->time.shift,
		.offset = df->time.offset,
	};
	int ret = 0;

	feed->ctxs = calloc(nr, sizeof(*feed->ctxs));
	if (!feed->ctxs)
		return mms_err(-ENOMEM, "no memory to decode %s", df->path);
	feed->nr_ctxs = nr;
	for (unsigned int i = 0; i < nr && !ret; i++) {
		ret = mms_datpage_new(&opts, &feed->ctxs[i].page);
		if (ret || !df->codec->new_ctx)
			continue;
		feed->ctxs[i].codec = df->codec->new_ctx();
		if (!feed->ctxs[i].codec)
			ret = mms_err(-ENOMEM, "no memory to unpack %s", df->path);
	}
	return ret;
}

static void init_lane(struct mms_datfeed *feed, struct lane *lane, const struct mms_dat_cpu *cpu)
{
	struct mms_cursor cur = mms_cursor_new(cpu->data, cpu->size, feed->df->swap);

	lane->job.run = run_lane;
	lane->feed = feed;
	lane->cpu = cpu;
	lane->page_size = feed->df->buffers[cpu->buffer].page_size;
	lane->carry.last_ts = INT64_MIN;
	if (!cpu->packed)
		return;
	lane->nr_chunks = cpu->size ? mms_cursor_u32(&cur) : 0;
	lane->pos = (uint64_t)(cur.pos - cpu->data);
}

/* What a batch of the lane takes: pages, and references to what is in them. */
static uint64_t batch_bytes_of(const struct mms_datfeed *feed, const struct lane *lane)
{
	struct mms_cursor cur = mms_cursor_new(lane->cpu->data, lane->cpu->size, feed->df->swap);
	uint64_t bytes = feed->batch_bytes;

	if (lane->cpu->packed && mms_cursor_u32(&cur)) {
		mms_cursor_u32(&cur);
		bytes = mms_cursor_u32(&cur);
	}
	return chunk_fits(lane, bytes) ? bytes + bytes / 2 : 0;
}

static uint32_t clamp(uint64_t value, uint32_t min, uint32_t max)
{
	return value < min ? min : value > max ? max : (uint32_t)value;
}

static void set_sizes(struct mms_datfeed *feed)
{
	uint64_t all = 1;

	feed->batch_bytes = feed->nr_lanes > MANY_LANES ? BATCH_BYTES_SMALL : BATCH_BYTES;
	feed->drop_bytes = clamp(DROP_BYTES / (feed->nr_lanes + 1), DROP_BYTES_MIN, DROP_BYTES_MAX);
	for (unsigned int i = 0; i < feed->nr_lanes; i++)
		all += batch_bytes_of(feed, &feed->lanes[i]);
	feed->depth = clamp(RINGS_BYTES / all, DEPTH_MIN, DEPTH_MAX);
	/* then nothing is unpacked ahead of the reader */
	if (feed->depth * all > RINGS_BYTES_MAX)
		feed->depth = 1;
}

int mms_datfeed_new(const struct mms_datfile *df, unsigned int nr_workers,
		    struct mms_datfeed **ret_feed)
{
	struct mms_datfeed *feed mms_auto(datfeed) = calloc(1, sizeof(*feed));
	int ret;

	if (!feed)
		return mms_err(-ENOMEM, "no memory to decode %s", df->path);
	pthread_mutex_init(&feed->lock, NULL);
	pthread_cond_init(&feed->filled, NULL);
	feed->df = df;
	feed->lanes = calloc(df->nr_cpus ? df->nr_cpus : 1, sizeof(*feed->lanes));
	if (!feed->lanes)
		return mms_err(-ENOMEM, "no memory for %u CPU buffers", df->nr_cpus);
	feed->nr_lanes = df->nr_cpus;
	for (unsigned int i = 0; i < feed->nr_lanes; i++)
		init_lane(feed, &feed->lanes[i], &df->cpus[i]);
	set_sizes(feed);
	ret = new_ctxs(feed, nr_workers + 1);
	if (!ret)
		ret = mms_pool_new(nr_workers, &feed->pool);
	if (ret)
		return ret;
	for (unsigned int i = 0; i < feed->nr_lanes; i++) {
		feed->lanes[i].busy = true;
		mms_pool_add(feed->pool, &feed->lanes[i].job);
	}
	*ret_feed = mms_take(feed);
	return 0;
}

/* Pages of the mapping that were read: let the kernel have them back. */
static void drop_mapping(struct lane *lane, uint64_t upto)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t begin = (uintptr_t)lane->cpu->data + lane->dropped;
	uintptr_t end = (uintptr_t)lane->cpu->data + upto;

	if (upto - lane->dropped < lane->feed->drop_bytes && upto < lane->cpu->size)
		return;
	begin = (begin + page - 1) / page * page;
	end = end / page * page;
	if (begin < end)
		madvise((void *)begin, end - begin, MADV_DONTNEED);
	lane->dropped = upto;
}

/* Under the lock. */
static void give_back(struct mms_datfeed *feed, struct lane *lane)
{
	struct mms_datbatch *batch = &lane->ring[lane->head];

	if (!lane->holds)
		return;
	lane->holds = false;
	feed->done_bytes += batch->end - batch->begin;
	lane->head = (lane->head + 1) % feed->depth;
	lane->count--;
}

/* Under the lock, which is let go while waiting. */
static void wait_for_lane(struct mms_datfeed *feed, struct lane *lane)
{
	while (!lane->count && lane->busy) {
		pthread_mutex_unlock(&feed->lock);
		if (mms_pool_take(feed->pool, &lane->job)) {
			run_lane(&lane->job, feed->nr_ctxs - 1);
			pthread_mutex_lock(&feed->lock);
			continue;
		}
		pthread_mutex_lock(&feed->lock);
		if (!lane->count && lane->busy)
			pthread_cond_wait(&feed->filled, &feed->lock);
	}
}

int mms_datfeed_next(struct mms_datfeed *feed, unsigned int index,
		     const struct mms_datbatch **ret_batch)
{
	struct lane *lane = &feed->lanes[index];
	struct mms_datbatch *batch = NULL;
	bool start;

	if (lane->holds)
		drop_mapping(lane, lane->ring[lane->head].end);
	pthread_mutex_lock(&feed->lock);
	give_back(feed, lane);
	start = !lane->busy && !lane->ended && lane->count < feed->depth;
	if (start)
		lane->busy = true;
	pthread_mutex_unlock(&feed->lock);
	if (start)
		mms_pool_add(feed->pool, &lane->job);
	pthread_mutex_lock(&feed->lock);
	wait_for_lane(feed, lane);
	if (lane->count) {
		batch = &lane->ring[lane->head];
		lane->holds = true;
	}
	pthread_mutex_unlock(&feed->lock);
	if (!batch)
		return 0;
	if (batch->err)
		return mms_err(batch->err, "no memory to decode CPU %d", lane->cpu->cpu);
	*ret_batch = batch;
	return 1;
}

uint64_t mms_datfeed_done(const struct mms_datfeed *feed)
{
	return feed->done_bytes;
}
