// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/err.h"
#include "parse/episode/state.h"

#define TASKS_PER_CHUNK 512

/* More than any kernel can be built for. */
#define MAX_CPUS (1 << 16)

struct mms_task_chunk {
	struct mms_task_chunk *next;
	struct mms_task tasks[TASKS_PER_CHUNK];
};

enum { COL_ID, COL_RUN, COL_PID, COL_FROM, COL_TO, COL_COMM, COL_TGID, COL_CGROUP };

static const struct mms_load_column columns[] = {
	[COL_ID] = { "id", MMS_CELL_KIND_INT },
	[COL_RUN] = { "run_id", MMS_CELL_KIND_INT },
	[COL_PID] = { "pid", MMS_CELL_KIND_INT },
	[COL_FROM] = { "from_ns", MMS_CELL_KIND_INT },
	[COL_TO] = { "to_ns", MMS_CELL_KIND_INT },
	[COL_COMM] = { "comm", MMS_CELL_KIND_TEXT },
	[COL_TGID] = { "tgid", MMS_CELL_KIND_INT },
	[COL_CGROUP] = { "cgroup_id", MMS_CELL_KIND_INT },
};

/* ---- threads by number ---- */

static struct mms_task **find_slot(const struct mms_tasks *ts, int32_t pid)
{
	size_t i = ((uint32_t)pid * 0x9e3779b1u) & (ts->nr_slots - 1);

	while (ts->slots[i] && ts->slots[i]->pid != pid)
		i = (i + 1) & (ts->nr_slots - 1);
	return &ts->slots[i];
}

/* Twice the slots; at least half of them are free. */
static int grow_slots(struct mms_tasks *ts)
{
	struct mms_task **old = ts->slots;
	size_t nr_old = ts->nr_slots;

	ts->nr_slots = nr_old ? nr_old * 2 : 1024;
	ts->slots = calloc(ts->nr_slots, sizeof(*ts->slots));
	if (!ts->slots) {
		ts->slots = old;
		ts->nr_slots = nr_old;
		return -ENOMEM;
	}
	for (size_t i = 0; i < nr_old; i++)
		if (old[i])
			*find_slot(ts, old[i]->pid) = old[i];
	free(old);
	return 0;
}

static struct mms_task *alloc_task(struct mms_tasks *ts)
{
	if (!ts->chunks || ts->chunk_used == TASKS_PER_CHUNK) {
		struct mms_task_chunk *chunk = calloc(1, sizeof(*chunk));

		if (!chunk)
			return NULL;
		chunk->next = ts->chunks;
		ts->chunks = chunk;
		ts->chunk_used = 0;
	}
	return &ts->chunks->tasks[ts->chunk_used++];
}

/* A life, or what is left of it, begins. The number and the place in lists stay. */
static void begin_life(struct mms_ep *ep, struct mms_task *task, int64_t from_ns)
{
	task->id = ep->tasks.next_id++;
	task->from_ns = from_ns;
	task->exited_ns = MMS_UNKNOWN;
	task->cgroup_id = MMS_UNKNOWN;
	task->tgid = 0;
	task->comm[0] = '\0';
	task->comm_from = MMS_COMM_UNKNOWN;
	task->role = MMS_ROLE_NONE;
	task->role_sure = false;
	task->seen = false;
	task->newborn = false;
	task->node = MMS_UNKNOWN;
	task->attempt = (struct mms_attempt){ MMS_UNKNOWN, MMS_UNKNOWN, MMS_UNKNOWN };
}

struct mms_task *mms_tasks_get(struct mms_ep *ep, int32_t pid)
{
	struct mms_tasks *ts = &ep->tasks;
	struct mms_task **slot, *task;

	if (ts->nr * 2 >= ts->nr_slots && grow_slots(ts))
		return NULL;
	slot = find_slot(ts, pid);
	if (*slot)
		return *slot;
	task = alloc_task(ts);
	if (!task)
		return NULL;
	task->pid = pid;
	task->last_cpu = -1;
	begin_life(ep, task, MMS_UNKNOWN);
	*slot = task;
	ts->nr++;
	return task;
}

/* ---- stretches of their lives ---- */

static int write_row(struct mms_ep *ep, const struct mms_task *task, int64_t to_ns)
{
	struct mms_rows *rows = ep->tasks.rows;

	if (!task->seen || task->pid < 0)
		return 0;
	if (!mms_rows_add(rows))
		return -EIO;
	mms_row_set(rows, COL_ID, task->id);
	mms_row_set(rows, COL_RUN, ep->opts.run_id);
	mms_row_set(rows, COL_PID, task->pid);
	mms_row_put(rows, COL_FROM, task->from_ns);
	mms_row_put(rows, COL_TO, to_ns);
	if (task->comm_from != MMS_COMM_UNKNOWN)
		mms_row_put_text(rows, COL_COMM, task->comm);
	mms_row_put(rows, COL_TGID, task->tgid ? task->tgid : MMS_UNKNOWN);
	mms_row_put(rows, COL_CGROUP, task->cgroup_id);
	return 0;
}

/* The stretch ends before the current event, the next one begins with it. */
static int next_stretch(struct mms_ep *ep, struct mms_task *task)
{
	int ret = write_row(ep, task, task->exited_ns != MMS_UNKNOWN ? task->exited_ns : ep->ts_ns);

	task->exited_ns = MMS_UNKNOWN;
	task->id = ep->tasks.next_id++;
	task->from_ns = ep->ts_ns;
	return ret;
}

/* kswapd3, and a vendor's kswapd3:1, are of node 3. */
static void guess_role(struct mms_task *task)
{
	static const char kswapd[] = "kswapd";
	const char *number = task->comm + sizeof(kswapd) - 1;

	task->role = MMS_ROLE_NONE;
	if (!strncmp(task->comm, kswapd, sizeof(kswapd) - 1) && isdigit((unsigned char)*number)) {
		task->role = MMS_ROLE_KSWAPD;
		task->node = strtol(number, NULL, 10);
	} else if (!strcmp(task->comm, "khugepaged")) {
		task->role = MMS_ROLE_KHUGEPAGED;
	}
}

static void set_comm(struct mms_task *task, const char *comm, uint32_t len, enum mms_comm_from from)
{
	if (len > MMS_COMM_LEN - 1)
		len = MMS_COMM_LEN - 1;
	memcpy(task->comm, comm, len);
	task->comm[len] = '\0';
	task->comm_from = from;
	if (!task->role_sure)
		guess_role(task);
}

static bool has_comm(const struct mms_task *task, const char *comm, uint32_t len)
{
	if (len > MMS_COMM_LEN - 1)
		len = MMS_COMM_LEN - 1;
	return strlen(task->comm) == len && !memcmp(task->comm, comm, len);
}

int mms_task_learn_comm(struct mms_ep *ep, struct mms_task *task, const char *comm, uint32_t len)
{
	int ret = 0;

	if (task->comm_from == MMS_COMM_SURE && has_comm(task, comm, len))
		return 0;
	if (task->comm_from == MMS_COMM_SURE)
		ret = next_stretch(ep, task);
	set_comm(task, comm, len, MMS_COMM_SURE);
	return ret;
}

int mms_task_rename(struct mms_ep *ep, struct mms_task *task, const char *comm, uint32_t len)
{
	int ret = 0;

	if (task->comm_from != MMS_COMM_UNKNOWN && has_comm(task, comm, len)) {
		task->comm_from = MMS_COMM_SURE;
		return 0;
	}
	if (task->from_ns != ep->ts_ns)
		ret = next_stretch(ep, task);
	set_comm(task, comm, len, MMS_COMM_SURE);
	return ret;
}

int mms_task_move(struct mms_ep *ep, struct mms_task *task, int64_t cgroup_id)
{
	int ret = 0;

	if (task->cgroup_id == cgroup_id)
		return 0;
	if (task->from_ns != ep->ts_ns)
		ret = next_stretch(ep, task);
	task->cgroup_id = cgroup_id;
	return ret;
}

int mms_tasks_move_process(struct mms_ep *ep, int32_t pid, int64_t cgroup_id)
{
	struct mms_tasks *ts = &ep->tasks;
	struct mms_task *leader = mms_tasks_get(ep, pid);
	int ret = leader ? mms_task_move(ep, leader, cgroup_id) : -ENOMEM;

	for (size_t i = 0; !ret && i < ts->nr_slots; i++)
		if (ts->slots[i] && ts->slots[i]->tgid == pid && ts->slots[i] != leader &&
		    ts->slots[i]->exited_ns == MMS_UNKNOWN)
			ret = mms_task_move(ep, ts->slots[i], cgroup_id);
	return ret;
}

/* The thread is gone: give up what is open, write its last stretch. */
static int end_life(struct mms_ep *ep, struct mms_task *task)
{
	int64_t to_ns = task->exited_ns != MMS_UNKNOWN ? task->exited_ns : ep->ts_ns;
	int ret = mms_lru_forget(ep, task);

	mms_lru_drop(ep, task);
	if (!ret)
		ret = mms_spans_finish_task(ep, task, MMS_STATE_LOST);
	return ret ? ret : write_row(ep, task, to_ns);
}

int mms_task_born(struct mms_ep *ep, const struct mms_task *parent, int32_t pid, bool told,
		  struct mms_task **ret_child)
{
	struct mms_task *child = mms_tasks_get(ep, pid);
	int ret;

	if (!child)
		return -ENOMEM;
	if (!told || !child->newborn) {
		ret = end_life(ep, child);
		if (ret)
			return ret;
		begin_life(ep, child, ep->ts_ns);
		child->cgroup_id = parent->cgroup_id;
		child->seen = true;
	}
	*ret_child = child;
	return 0;
}

int mms_task_exit(struct mms_ep *ep, struct mms_task *task)
{
	task->exited_ns = ep->ts_ns;
	return mms_spans_finish_task(ep, task, MMS_STATE_LOST);
}

void mms_task_is_kswapd(struct mms_task *task, int64_t node)
{
	if (task->pid < 0)
		return;
	task->role = MMS_ROLE_KSWAPD;
	task->role_sure = true;
	task->node = node;
}

void mms_task_no_kswapd(struct mms_task *task)
{
	if (task->role != MMS_ROLE_KSWAPD)
		return;
	task->role = MMS_ROLE_NONE;
	task->role_sure = true;
}

/* ---- events and losses ---- */

/* CPU -1, of inputs that do not say it, is a CPU like others. */
static struct mms_task_cpu *get_cpu(struct mms_tasks *ts, int32_t cpu)
{
	size_t nr = ts->nr_cpus ? ts->nr_cpus : 16;
	struct mms_task_cpu *cpus;

	if (cpu >= -1 && (size_t)(cpu + 1) < ts->nr_cpus)
		return &ts->cpus[cpu + 1];
	if (cpu < -1 || cpu >= MAX_CPUS) {
		mms_err(-EBADMSG, "an event on CPU %d", cpu);
		return NULL;
	}
	while (nr <= (size_t)(cpu + 1))
		nr *= 2;
	cpus = reallocarray(ts->cpus, nr, sizeof(*cpus));
	if (!cpus)
		return NULL;
	memset(cpus + ts->nr_cpus, 0, (nr - ts->nr_cpus) * sizeof(*cpus));
	ts->cpus = cpus;
	ts->nr_cpus = nr;
	return &cpus[cpu + 1];
}

static void mark_cpu(struct mms_task *task, int32_t cpu)
{
	task->cpus[(uint8_t)cpu / 64] |= 1ull << ((uint8_t)cpu % 64);
}

static bool was_on_cpu(const struct mms_task *task, int32_t cpu)
{
	return task->cpus[(uint8_t)cpu / 64] >> ((uint8_t)cpu % 64) & 1;
}

/* Were events of this CPU, or of the one before, lost since the task's last event? */
static bool lost_since(const struct mms_tasks *ts, const struct mms_task *task, uint64_t gap)
{
	return gap > task->last_order || ts->cpus[task->last_cpu + 1].gap > task->last_order;
}

static int after_loss(struct mms_ep *ep, struct mms_task *task)
{
	task->attempt = (struct mms_attempt){ MMS_UNKNOWN, MMS_UNKNOWN, MMS_UNKNOWN };
	return mms_lru_forget(ep, task);
}

struct mms_task *mms_tasks_event(struct mms_ep *ep, const struct mms_event *ev)
{
	struct mms_tasks *ts = &ep->tasks;
	struct mms_task_cpu *cpu = get_cpu(ts, ev->cpu);
	struct mms_task *task;

	if (!cpu)
		return NULL;
	task = cpu->task && cpu->task->pid == ev->pid ? cpu->task : mms_tasks_get(ep, ev->pid);
	if (!task)
		return NULL;
	cpu->task = task;
	if (lost_since(ts, task, cpu->gap) && after_loss(ep, task))
		return NULL;
	/* It may have been here before, in what was lost. */
	if (task->top && !was_on_cpu(task, ev->cpu))
		mms_spans_lose(task, cpu->gap);
	task->last_cpu = ev->cpu;
	task->last_order = ep->order;
	task->seen = true;
	task->newborn = false;
	if (task->top)
		mark_cpu(task, ev->cpu);
	return task;
}

int mms_tasks_gap(struct mms_ep *ep, int32_t cpu)
{
	struct mms_task_cpu *c = get_cpu(&ep->tasks, cpu);

	if (!c)
		return -ENOMEM;
	c->gap = ep->order;
	for (struct mms_task *t = ep->tasks.busy; t; t = t->busy_next)
		if (was_on_cpu(t, cpu))
			mms_spans_lose(t, ep->order);
	return 0;
}

void mms_tasks_busy(struct mms_ep *ep, struct mms_task *task)
{
	task->busy_next = ep->tasks.busy;
	task->busy_link = &ep->tasks.busy;
	if (task->busy_next)
		task->busy_next->busy_link = &task->busy_next;
	ep->tasks.busy = task;
	memset(task->cpus, 0, sizeof(task->cpus));
	mark_cpu(task, task->last_cpu);
}

void mms_tasks_idle(struct mms_task *task)
{
	*task->busy_link = task->busy_next;
	if (task->busy_next)
		task->busy_next->busy_link = task->busy_link;
}

/* ---- begin and end ---- */

int mms_tasks_init(struct mms_ep *ep, struct mms_load *load)
{
	int ret = mms_load_table(load, "task", columns, MMS_ARRAY_SIZE(columns), &ep->tasks.rows);

	ep->tasks.next_id = 1;
	for (unsigned int i = 0; !ret && i < ep->info->nr_comms; i++) {
		const struct mms_source_comm *c = &ep->info->comms[i];
		struct mms_task *task = mms_tasks_get(ep, c->pid);

		if (!task)
			return -ENOMEM;
		set_comm(task, c->comm, (uint32_t)strlen(c->comm), MMS_COMM_GUESS);
	}
	return ret;
}

void mms_tasks_release(struct mms_ep *ep)
{
	struct mms_tasks *ts = &ep->tasks;

	while (ts->chunks) {
		struct mms_task_chunk *chunk = ts->chunks;

		ts->chunks = chunk->next;
		free(chunk);
	}
	free(ts->slots);
	free(ts->cpus);
}

int mms_tasks_add(struct mms_ep *ep, const struct mms_engine_task *add)
{
	struct mms_task *task = mms_tasks_get(ep, add->pid);

	if (!task)
		return -ENOMEM;
	task->seen = true;
	task->tgid = add->tgid;
	task->cgroup_id = add->cgroup_id ? add->cgroup_id : MMS_UNKNOWN;
	if (add->comm)
		set_comm(task, add->comm, (uint32_t)strlen(add->comm), MMS_COMM_SURE);
	return 0;
}

static int finish_task(struct mms_ep *ep, struct mms_task *task)
{
	int ret = mms_lru_settle(ep, task, MMS_UNKNOWN);

	if (!ret)
		ret = mms_spans_finish_task(ep, task, MMS_STATE_OPEN);
	return ret ? ret : write_row(ep, task, task->exited_ns);
}

int mms_tasks_finish(struct mms_ep *ep)
{
	struct mms_tasks *ts = &ep->tasks;
	int ret = 0;

	for (size_t i = 0; !ret && i < ts->nr_slots; i++)
		if (ts->slots[i])
			ret = finish_task(ep, ts->slots[i]);
	return ret;
}
