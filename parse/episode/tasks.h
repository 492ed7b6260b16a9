/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_PARSE_EPISODE_TASKS_H
#define MMS_PARSE_EPISODE_TASKS_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/engine.h"
#include "parse/episode/lru.h"

struct mms_ep;
struct mms_span;

#define MMS_COMM_LEN 16

/* What a thread's name or its events say it is. */
enum mms_task_role { MMS_ROLE_NONE, MMS_ROLE_KSWAPD, MMS_ROLE_KHUGEPAGED };

/* Where a thread's name comes from; a better source replaces a worse one. */
enum mms_comm_from {
	MMS_COMM_UNKNOWN,
	MMS_COMM_GUESS, /* saved command lines: the name at the end, perhaps another task's */
	MMS_COMM_SURE,
};

/* Orders that a thread compacts for, until it does something else. */
struct mms_attempt {
	int64_t alloc_order, gfp, node;
};

/**
 * struct mms_task - A thread, in the stretch of its life that goes on.
 * @id: task.id of the stretch
 * @from_ns: begin of the stretch; MMS_UNKNOWN: before the recording
 * @exited_ns: when it exited; its last events may still come
 * @seen: events of it came, or a snapshot had it: it gets rows
 * @newborn: created by task_newtask, nothing seen of it since
 * @last_cpu, @last_order: of its last event
 * @top: innermost open span
 * @cpus: CPUs it was seen on since the outermost open span began, by number
 *	modulo 256: two that share a bit make a loss look wider, never narrower
 */
struct mms_task {
	int64_t id;
	int64_t from_ns, exited_ns;
	int64_t cgroup_id;
	int32_t pid, tgid; /* tgid 0: unknown */
	char comm[MMS_COMM_LEN];
	enum mms_comm_from comm_from;
	enum mms_task_role role;
	bool role_sure; /* by its events: its name says nothing more */
	bool seen, newborn;
	int32_t last_cpu;
	uint64_t last_order;
	int64_t node; /* of a kswapd */
	struct mms_span *top;
	uint64_t cpus[4];
	struct mms_task *busy_next, **busy_link; /* tasks with open spans */
	struct mms_batch *batch;                 /* NULL until it reclaims */
	struct mms_attempt attempt;
};

struct mms_task_cpu {
	struct mms_task *task; /* last one seen: the next event is often its too */
	uint64_t gap;          /* order of the last loss; 0: none */
};

struct mms_task_chunk;

struct mms_tasks {
	struct mms_rows *rows;
	struct mms_task **slots; /* by pid; open addressing */
	size_t nr_slots, nr;
	struct mms_task_chunk *chunks;
	size_t chunk_used;
	struct mms_task *busy;
	struct mms_task_cpu *cpus;
	size_t nr_cpus;
	int64_t next_id;
	bool renames_seen; /* task_rename is recorded: names need no guessing from exec */
};

int mms_tasks_init(struct mms_ep *ep, struct mms_load *load);
void mms_tasks_release(struct mms_ep *ep);

/** mms_tasks_get() - The thread @pid, made when it is new; NULL when out of memory. */
struct mms_task *mms_tasks_get(struct mms_ep *ep, int32_t pid);

/**
 * mms_tasks_event() - Note that the current event is @ev's thread's.
 *
 * When events were lost since its last one, on that event's CPU or on this
 * one, what was open is given up: its end, and another begin, may be lost.
 *
 * Return: the thread; NULL when out of memory or @ev->cpu is absurd.
 */
struct mms_task *mms_tasks_event(struct mms_ep *ep, const struct mms_event *ev);

/** mms_tasks_gap() - Events of @cpu were lost. Return: 0 or -ENOMEM. */
int mms_tasks_gap(struct mms_ep *ep, int32_t cpu);

/* The task has its first open span; its last one was closed. */
void mms_tasks_busy(struct mms_ep *ep, struct mms_task *task);
void mms_tasks_idle(struct mms_task *task);

/** mms_tasks_add() - A thread of the snapshot. */
int mms_tasks_add(struct mms_ep *ep, const struct mms_engine_task *add);

/**
 * mms_task_learn_comm() - The name a thread has had all along.
 *
 * When another name was known, the thread was renamed unseen: a new stretch.
 */
int mms_task_learn_comm(struct mms_ep *ep, struct mms_task *task, const char *comm, uint32_t len);

/** mms_task_rename() - The thread's name changes with the current event. */
int mms_task_rename(struct mms_ep *ep, struct mms_task *task, const char *comm, uint32_t len);

/** mms_task_move() - The thread's memory cgroup changes with the current event. */
int mms_task_move(struct mms_ep *ep, struct mms_task *task, int64_t cgroup_id);

/** mms_tasks_move_process() - The same for all threads of @pid's process. */
int mms_tasks_move_process(struct mms_ep *ep, int32_t pid, int64_t cgroup_id);

/**
 * mms_task_born() - The current task makes @pid: a new life, even if the
 * number was in use.
 * @told: another event may have told of this birth just before
 * @ret_child: set only on success
 */
int mms_task_born(struct mms_ep *ep, const struct mms_task *parent, int32_t pid, bool told,
		  struct mms_task **ret_child);

/** mms_task_exit() - The current event is the thread's exit. Some more may come. */
int mms_task_exit(struct mms_ep *ep, struct mms_task *task);

/** mms_task_is_kswapd() - An event that only kswapd of @node emits came from it. */
void mms_task_is_kswapd(struct mms_task *task, int64_t node);

/** mms_task_no_kswapd() - It does what kswapd never does, whatever its name. */
void mms_task_no_kswapd(struct mms_task *task);

/** mms_tasks_finish() - Close what is open in every thread, write all rows. */
int mms_tasks_finish(struct mms_ep *ep);

#endif
