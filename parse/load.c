// SPDX-License-Identifier: GPL-2.0-or-later
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/load.h"
#include "parse/load_batch.h"
#include "schema/db.h"

/*
 * Every table gathers its rows in one batch at a time. Batches come from a
 * pool of @nr_slots; a full one goes through a queue to the loading thread,
 * which inserts it with one INSERT ... SELECT, and from there to the pool.
 *
 * A table holds on to its part-filled batch. With more tables than slots the
 * pool would run dry with nothing under way, and both threads would wait for
 * ever: so when fewer than two batches are under way, the fullest one goes.
 */
#define NR_SLOTS      64
#define MIN_SLOTS     3
#define MIN_UNDER_WAY 2
#define BATCH_BYTES   (512 * 1024)
#define ARENA_BYTES   (256 * 1024) /* a batch with more text than this is full */
#define MAX_BYTES     (1 << 28)    /* of one cell */

struct mms_rows {
	struct mms_load *load;
	struct mms_batch *batch; /* being filled; NULL: none */
	int64_t *row;            /* the row begun last; NULL: none */
	unsigned int nr_cols;
	unsigned int stride;
	unsigned int max_rows;
	sqlite3_stmt *insert;
	struct mms_batch_table table;
	char name[32]; /* of the virtual table */
	char what[96]; /* for messages */
	enum mms_cell_kind kinds[];
};

struct mms_load {
	sqlite3 *db;
	struct mms_rows **rows;
	unsigned int nr_rows;
	unsigned int nr_slots;
	unsigned int nr_made;     /* batches that have memory */
	struct mms_rows *current; /* has the row that was begun last */
	pthread_t thread;
	bool running;
	atomic_int err;
	pthread_mutex_t lock; /* of all below */
	pthread_cond_t freed; /* a batch, or the database */
	pthread_cond_t queued;
	struct mms_batch *free;
	struct mms_batch *head, **tail;
	unsigned int under_way; /* queued, or with the loading thread */
	bool inserting;         /* the loading thread has the database */
	bool db_wanted;         /* the other thread has it, or waits for it */
	bool stop;              /* when the queue is empty */
	bool drop;              /* insert nothing more */
	char err_text[512];
};

/* The first error counts. */
static void fail(struct mms_load *load, int err, const char *text)
{
	pthread_mutex_lock(&load->lock);
	if (!atomic_load(&load->err)) {
		snprintf(load->err_text, sizeof(load->err_text), "%s", text);
		atomic_store(&load->err, err);
	}
	pthread_mutex_unlock(&load->lock);
}

/* The loading thread. */

static int insert(struct mms_load *load, struct mms_batch *batch)
{
	struct mms_rows *rows = batch->rows;
	int ret = 0;

	rows->table.reading = batch;
	if (sqlite3_step(rows->insert) != SQLITE_DONE)
		ret = mms_db_error(load->db, rows->what);
	sqlite3_reset(rows->insert);
	rows->table.reading = NULL;
	return ret;
}

static struct mms_batch *next_queued(struct mms_load *load, bool *ret_drop)
{
	struct mms_batch *batch;

	pthread_mutex_lock(&load->lock);
	while (load->db_wanted || (!load->head && !load->stop))
		pthread_cond_wait(&load->queued, &load->lock);
	batch = load->head;
	if (batch) {
		load->inserting = true;
		load->head = batch->next;
		if (!load->head)
			load->tail = &load->head;
	}
	*ret_drop = load->drop;
	pthread_mutex_unlock(&load->lock);
	return batch;
}

static void give_back(struct mms_load *load, struct mms_batch *batch)
{
	batch->nr_rows = 0;
	mms_buf_reset(&batch->arena);
	pthread_mutex_lock(&load->lock);
	batch->next = load->free;
	load->free = batch;
	load->under_way--;
	load->inserting = false;
	pthread_cond_signal(&load->freed);
	pthread_mutex_unlock(&load->lock);
}

/* After an error the queue is still emptied, so that nobody waits for it. */
static void *run(void *arg)
{
	struct mms_load *load = arg;
	struct mms_batch *batch;
	bool drop;
	int ret;

	while ((batch = next_queued(load, &drop))) {
		ret = drop || atomic_load(&load->err) ? 0 : insert(load, batch);
		if (ret)
			fail(load, ret, mms_err_text());
		give_back(load, batch);
	}
	return NULL;
}

/* The thread that adds rows. */

static void queue(struct mms_load *load, struct mms_rows *rows)
{
	struct mms_batch *batch = rows->batch;

	rows->batch = NULL;
	rows->row = NULL;
	batch->next = NULL;
	*load->tail = batch;
	load->tail = &batch->next;
	load->under_way++;
	pthread_cond_signal(&load->queued);
}

/* By share of its room, not by rows: small rows need more of them. */
static struct mms_rows *fullest(struct mms_load *load)
{
	struct mms_rows *best = NULL;
	size_t most = 0;

	for (unsigned int i = 0; i < load->nr_rows; i++) {
		const struct mms_rows *r = load->rows[i];
		size_t words = r->batch ? (size_t)r->batch->nr_rows * r->stride : 0;

		if (words > most) {
			most = words;
			best = load->rows[i];
		}
	}
	return best;
}

static struct mms_batch *make_batch(struct mms_load *load)
{
	struct mms_batch *batch = calloc(1, sizeof(*batch));

	if (!batch)
		return NULL;
	batch->cells = malloc(BATCH_BYTES);
	if (!batch->cells) {
		free(batch);
		return NULL;
	}
	load->nr_made++;
	return batch;
}

static struct mms_batch *get_batch(struct mms_load *load)
{
	struct mms_batch *batch;

	pthread_mutex_lock(&load->lock);
	while (!load->free && load->nr_made == load->nr_slots) {
		struct mms_rows *victim = load->under_way < MIN_UNDER_WAY ? fullest(load) : NULL;

		if (victim)
			queue(load, victim);
		else
			pthread_cond_wait(&load->freed, &load->lock);
	}
	batch = load->free;
	if (batch)
		load->free = batch->next;
	pthread_mutex_unlock(&load->lock);
	return batch ? batch : make_batch(load);
}

static void flush(struct mms_rows *rows)
{
	struct mms_load *load = rows->load;

	pthread_mutex_lock(&load->lock);
	queue(load, rows);
	pthread_mutex_unlock(&load->lock);
}

static bool is_full(const struct mms_rows *rows)
{
	return rows->batch->nr_rows == rows->max_rows || rows->batch->arena.len > ARENA_BYTES;
}

bool mms_rows_add(struct mms_rows *rows)
{
	struct mms_load *load = rows->load;

	rows->row = NULL;
	if (atomic_load_explicit(&load->err, memory_order_relaxed))
		return false;
	if (rows->batch && is_full(rows))
		flush(rows);
	if (!rows->batch) {
		rows->batch = get_batch(load);
		if (!rows->batch) {
			fail(load, -ENOMEM, "no memory for rows");
			return false;
		}
		rows->batch->rows = rows;
	}
	rows->row = rows->batch->cells + (size_t)rows->batch->nr_rows++ * rows->stride;
	memset(rows->row + rows->nr_cols, 0, (rows->stride - rows->nr_cols) * sizeof(*rows->row));
	load->current = rows;
	return true;
}

static void set(struct mms_rows *rows, size_t col, int64_t cell)
{
	assert(rows == rows->load->current && col < rows->nr_cols);
	if (!rows->row)
		return;
	rows->row[col] = cell;
	rows->row[rows->nr_cols + col / 64] |= (int64_t)(1ULL << (col % 64));
}

void mms_row_set(struct mms_rows *rows, size_t col, int64_t value)
{
	set(rows, col, value);
}

void mms_row_set_bytes(struct mms_rows *rows, size_t col, const void *data, size_t len)
{
	struct mms_buf *arena;
	size_t at;

	if (!rows->row || !data)
		return;
	arena = &rows->batch->arena;
	at = arena->len;
	if (len > MAX_BYTES || mms_buf_add(arena, data, len)) {
		fail(rows->load, -ENOMEM, "no memory for a row");
		return;
	}
	set(rows, col, (int64_t)((uint64_t)len << 32 | at));
}

struct sqlite3 *mms_load_lock(struct mms_load *load)
{
	pthread_mutex_lock(&load->lock);
	load->db_wanted = true;
	while (load->inserting)
		pthread_cond_wait(&load->freed, &load->lock);
	pthread_mutex_unlock(&load->lock);
	return load->db;
}

void mms_load_unlock(struct mms_load *load)
{
	pthread_mutex_lock(&load->lock);
	load->db_wanted = false;
	pthread_cond_signal(&load->queued);
	pthread_mutex_unlock(&load->lock);
}

int mms_load_error(struct mms_load *load)
{
	int ret = atomic_load(&load->err);

	if (!ret)
		return 0;
	pthread_mutex_lock(&load->lock);
	mms_err(ret, "%s", load->err_text);
	pthread_mutex_unlock(&load->lock);
	return ret;
}

static int insert_statement(const char *table, const struct mms_load_column *cols, size_t nr_cols,
			    const struct mms_rows *rows, char **ret_sql)
{
	sqlite3_str *sql = sqlite3_str_new(NULL);

	sqlite3_str_appendf(sql, "INSERT INTO \"%w\"(", table);
	for (size_t i = 0; i < nr_cols; i++)
		sqlite3_str_appendf(sql, "%s\"%w\"", i ? "," : "", cols[i].name);
	sqlite3_str_appendf(sql, ") SELECT * FROM %s", rows->name);
	*ret_sql = sqlite3_str_finish(sql);
	return *ret_sql ? 0 : mms_err(-ENOMEM, "no memory for the columns of %s", table);
}

static struct mms_rows *new_rows(struct mms_load *load, const char *table,
				 const struct mms_load_column *cols, size_t nr_cols)
{
	struct mms_rows *rows = calloc(1, sizeof(*rows) + nr_cols * sizeof(rows->kinds[0]));

	if (!rows)
		return NULL;
	rows->load = load;
	rows->nr_cols = (unsigned int)nr_cols;
	rows->stride = mms_batch_stride(rows->nr_cols);
	rows->max_rows = BATCH_BYTES / (rows->stride * (unsigned int)sizeof(int64_t));
	for (size_t i = 0; i < nr_cols; i++)
		rows->kinds[i] = cols[i].kind;
	rows->table = (struct mms_batch_table){ rows->nr_cols, rows->kinds, NULL };
	snprintf(rows->name, sizeof(rows->name), "mms_batch_%u", load->nr_rows);
	snprintf(rows->what, sizeof(rows->what), "rows of %s", table);
	return rows;
}

static int prepare(struct mms_load *load, struct mms_rows *rows, const char *sql)
{
	sqlite3 *db = mms_load_lock(load);
	int ret;

	ret = mms_batch_table_make(db, rows->name, &rows->table);
	if (!ret && sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &rows->insert,
				       NULL) != SQLITE_OK)
		ret = mms_db_error(db, rows->what);
	mms_load_unlock(load);
	return ret;
}

int mms_load_table(struct mms_load *load, const char *table, const struct mms_load_column *cols,
		   size_t nr_cols, struct mms_rows **ret_rows)
{
	struct mms_rows **all = realloc(load->rows, (load->nr_rows + 1) * sizeof(*all));
	struct mms_rows *rows;
	char *sql;
	int ret;

	if (!all)
		return mms_err(-ENOMEM, "no memory for the rows of %s", table);
	load->rows = all;
	rows = new_rows(load, table, cols, nr_cols);
	if (!rows)
		return mms_err(-ENOMEM, "no memory for the rows of %s", table);
	load->rows[load->nr_rows++] = rows;
	ret = insert_statement(table, cols, nr_cols, rows, &sql);
	if (!ret)
		ret = prepare(load, rows, sql);
	sqlite3_free(sql);
	if (!ret)
		*ret_rows = rows;
	return ret;
}

int mms_load_new_slots(struct sqlite3 *db, unsigned int nr_slots, struct mms_load **ret_load)
{
	struct mms_load *load = calloc(1, sizeof(*load));
	int ret;

	if (!load)
		return mms_err(-ENOMEM, "no memory for the loader");
	load->db = db;
	load->nr_slots = nr_slots < MIN_SLOTS ? MIN_SLOTS : nr_slots;
	load->tail = &load->head;
	pthread_mutex_init(&load->lock, NULL);
	pthread_cond_init(&load->freed, NULL);
	pthread_cond_init(&load->queued, NULL);
	ret = -pthread_create(&load->thread, NULL, run, load);
	if (ret) {
		mms_load_free(load);
		return mms_err(ret, "cannot start the loading thread");
	}
	load->running = true;
	*ret_load = load;
	return 0;
}

int mms_load_new(struct sqlite3 *db, struct mms_load **ret_load)
{
	return mms_load_new_slots(db, NR_SLOTS, ret_load);
}

static void stop(struct mms_load *load)
{
	if (!load->running)
		return;
	pthread_mutex_lock(&load->lock);
	load->stop = true;
	pthread_cond_signal(&load->queued);
	pthread_mutex_unlock(&load->lock);
	pthread_join(load->thread, NULL);
	load->running = false;
}

int mms_load_finish(struct mms_load *load)
{
	for (unsigned int i = 0; i < load->nr_rows; i++)
		if (load->rows[i]->batch)
			flush(load->rows[i]);
	stop(load);
	return mms_load_error(load);
}

static void free_batch(struct mms_batch *batch)
{
	if (!batch)
		return;
	mms_buf_release(&batch->arena);
	free(batch->cells);
	free(batch);
}

static void free_rows(struct mms_load *load, struct mms_rows *rows)
{
	sqlite3_finalize(rows->insert);
	mms_batch_table_drop(load->db, rows->name);
	free_batch(rows->batch);
	free(rows);
}

void mms_load_free(struct mms_load *load)
{
	if (!load)
		return;
	pthread_mutex_lock(&load->lock);
	load->drop = true;
	pthread_mutex_unlock(&load->lock);
	stop(load);
	for (unsigned int i = 0; i < load->nr_rows; i++)
		free_rows(load, load->rows[i]);
	while (load->free) {
		struct mms_batch *next = load->free->next;

		free_batch(load->free);
		load->free = next;
	}
	free(load->rows);
	pthread_cond_destroy(&load->queued);
	pthread_cond_destroy(&load->freed);
	pthread_mutex_destroy(&load->lock);
	free(load);
}
