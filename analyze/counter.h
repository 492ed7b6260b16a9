/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_ANALYZE_COUNTER_H
#define MMS_ANALYZE_COUNTER_H

#include <stdbool.h>
#include <stddef.h>

#include "common/auto.h"
#include "common/file.h"

/*
 * What the kernel's counters count: counters/FAMILY.counters, and the rows
 * that are made of them: counters/vmstat.rows. Blocks of lines "key: value",
 * parted by empty lines; # begins a comment line.
 *
 * A block "counter: NAME" may have
 *	what	what is counted
 *	unit	pages when it is not there
 *	kind	level: goes up and down, no growth is told; else a count
 *	file	memory.stat when /proc/vmstat does not have it
 *	since, until	kernels that have it
 *	key	how /proc/vmstat spells it: "NAME [-NAME ...] | kernels"; may be
 *		repeated: the first spelling that is there is used, so that no
 *		page is counted twice. {zone} stands for every zone. All names
 *		without it must be there. Without a key line: the counter's name
 *	stat	its name in memory.stat, "NAME | kernels"
 *	memcg	is reclaim for a memcg's limit in it: in, out, or scope (up to
 *		7.0 out, from 7.1 in: run.counter_scope)
 *	when	"KEY | text | text": what is counted where the kernel has KEY,
 *		and where not
 *	note	what else to know
 *	also	what other tools call it
 *
 * A block "row: NAME" has
 *	sum	"[FACTOR] COUNTER[?] + ...": FACTOR is a number, or hpage: the
 *		base pages of a huge page; ? makes it 0 where it is not known
 *	per	it is divided by: a sum, a number, or "seconds" of the window
 *	empty	what mmtests prints when that is 0
 *	better	less or more; nothing: neutral
 *	primary	yes: a member of the family that gets verdicts
 *	unit, what, when	as above; of a plain sum: its first counter's
 */

extern const struct mms_file mms_counter_files[]; /* *.counters */
extern const struct mms_file mms_counter_rows[];  /* *.rows */

enum { MMS_COUNTER_MAX_KEYS = 4, MMS_COUNTER_MAX_WHENS = 2, MMS_COUNTER_MAX_TERMS = 4 };

/* What is counted depends on whether the kernel has @key; texts may be "". */
struct mms_counter_when {
	const char *key;
	const char *present;
	const char *absent;
};

struct mms_counter {
	const char *name; /* with {zone}: one counter per zone */
	const char *family;
	const char *what;
	const char *unit;
	const char *kind; /* "count" or "level" */
	const char *file; /* "vmstat" or "memory.stat" */
	const char *since;
	const char *until;
	const char *memcg;
	const char *stat;
	const char *note;
	const char *also;
	size_t nr_keys;
	const char *keys[MMS_COUNTER_MAX_KEYS];     /* in order of preference */
	const char *key_eras[MMS_COUNTER_MAX_KEYS]; /* "" when not told */
	size_t nr_whens;
	struct mms_counter_when whens[MMS_COUNTER_MAX_WHENS];
};

struct mms_counter_term {
	const char *counter;
	long factor;
	bool hpage;    /* times the base pages of a huge page */
	bool optional; /* 0 where it is not known */
};

struct mms_counter_row {
	const char *name;
	const char *what;
	const char *unit;
	const char *better;
	const char *empty;
	bool primary;
	size_t nr_sum;
	struct mms_counter_term sum[MMS_COUNTER_MAX_TERMS];
	bool per_seconds;
	double per_number; /* 0 when it is none */
	size_t nr_per;
	struct mms_counter_term per[MMS_COUNTER_MAX_TERMS];
	size_t nr_whens;
	struct mms_counter_when whens[MMS_COUNTER_MAX_WHENS];
};

/* All of them; texts that are not told are "". */
struct mms_counters {
	size_t nr_counters;
	struct mms_counter *counters;
	size_t nr_rows;
	struct mms_counter_row *rows;
	char *text; /* what all the names and texts above lie in */
};

/**
 * mms_counters_load() - Read the compiled-in registry.
 * @ret_cs: for mms_counters_free()
 *
 * Return: 0; -EBADMSG for a line that is none (a test reads them all); -ENOMEM.
 */
int mms_counters_load(struct mms_counters **ret_cs);
void mms_counters_free(struct mms_counters *cs);
MMS_DEFINE_AUTO(counters, struct mms_counters *, mms_counters_free);

/** mms_counter_find() - The counter @name, also of one zone; NULL. */
const struct mms_counter *mms_counter_find(const struct mms_counters *cs, const char *name);

/** mms_counter_row_find() - The row @name, capitals or not; NULL. */
const struct mms_counter_row *mms_counter_row_find(const struct mms_counters *cs, const char *name);

/** mms_counter_zones - Zones that {zone} stands for, ended by NULL. */
extern const char *const mms_counter_zones[];

/**
 * mms_counter_expand() - A name with {zone} for one zone.
 * @zone: NULL when @name has none
 * @ret_name: @size bytes
 */
void mms_counter_expand(const char *name, const char *zone, char *ret_name, size_t size);

struct mms_buf;

/** mms_counter_sum_text() - Append a sum as people write it. Return: 0 or -ENOMEM. */
int mms_counter_sum_text(const struct mms_counter_term *t, size_t n, struct mms_buf *buf);

struct sqlite3;

/**
 * mms_counters_make() - Put the registry into temporary tables of a database:
 * counter, counter_key, counter_when, counter_row, counter_term.
 * @db: may be open for reading only; nothing is done when they are there
 *
 * Return: 0 or a negative errno.
 */
int mms_counters_make(struct sqlite3 *db);

struct mms_table;

/** mms_counters_table() - All counters as a table. Return: 0 or -ENOMEM. */
int mms_counters_table(const struct mms_counters *cs, struct mms_table **ret_table);

#endif
