// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "common/err.h"
#include "record/outdir.h"
#include "record/sampler.h"

enum { FILE_MAX_BYTES = 64 << 20, STACK_BYTES = 256 << 10 };

/* Of the machine; vmstat first, for it is what events are held against. */
static const struct {
	const char *name, *path;
} machine_files[] = {
	{ "vmstat", "/proc/vmstat" },           { "zoneinfo", "/proc/zoneinfo" },
	{ "meminfo", "/proc/meminfo" },         { "buddyinfo", "/proc/buddyinfo" },
	{ "diskstats", "/proc/diskstats" },     { "pressure-cpu", "/proc/pressure/cpu" },
	{ "pressure-io", "/proc/pressure/io" }, { "pressure-memory", "/proc/pressure/memory" },
};

/* Of each memory cgroup, version 2's and then version 1's. */
static const char *const group_files[] = {
	"memory.stat",
	"memory.numa_stat",
	"memory.current",
	"memory.peak",
	"memory.max",
	"memory.high",
	"memory.low",
	"memory.min",
	"memory.events",
	"memory.events.local",
	"memory.pressure",
	"memory.swap.current",
	"memory.swap.peak",
	"memory.swap.max",
	"memory.swap.high",
	"memory.swap.events",
	"memory.zswap.current",
	"memory.zswap.max",
	"memory.oom.group",
	"io.stat",
	"io.pressure",
	"memory.usage_in_bytes",
	"memory.max_usage_in_bytes",
	"memory.limit_in_bytes",
	"memory.soft_limit_in_bytes",
	"memory.failcnt",
	"memory.memsw.usage_in_bytes",
	"memory.memsw.limit_in_bytes",
	"memory.memsw.failcnt",
	"memory.kmem.usage_in_bytes",
	"memory.swappiness",
	"memory.oom_control",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What each series had last: hash of its name, hash of its content. */
struct seen {
	uint64_t name, content; /* name 0: free */
};

struct mms_sampler {
	struct mms_sampler_opts opts;
	struct seen *seen;
	size_t mask, used;
	struct mms_buf text, name;
	struct mms_sampler_result result;
	pthread_t thread;
	bool started;
	atomic_int tid;
	int stop_fd, timer_fd;
};

/* One pass over all files: where each goes. */
struct pass {
	const struct mms_sampler_opts *opts;
	struct mms_buf *text, *name, *ids;
	const char *snapshot;        /* name of it; NULL: a series */
	struct mms_sampler *sampler; /* of a series */
};

static uint64_t hash(const char *p, size_t len)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		h = (h ^ (uint8_t)p[i]) * UINT64_C(0x100000001b3);
	return h | 1;
}

static struct seen *seen_of(struct mms_sampler *s, uint64_t name)
{
	size_t i = name >> 16 & s->mask;

	while (s->seen[i].name && s->seen[i].name != name)
		i = (i + 1) & s->mask;
	return &s->seen[i];
}

static int grow(struct mms_sampler *s)
{
	struct mms_sampler bigger = { .mask = s->mask ? 2 * s->mask + 1 : 1023 };

	bigger.seen = calloc(bigger.mask + 1, sizeof(*bigger.seen));
	if (!bigger.seen)
		return -ENOMEM;
	for (size_t i = 0; s->seen && i <= s->mask; i++)
		if (s->seen[i].name)
			*seen_of(&bigger, s->seen[i].name) = s->seen[i];
	free(s->seen);
	s->seen = bigger.seen;
	s->mask = bigger.mask;
	return 0;
}

/* Return: 1 when @text differs from the last one of this name, 0, or -ENOMEM. */
static int is_news(struct mms_sampler *s, const struct mms_buf *name, const struct mms_buf *text)
{
	uint64_t content = hash(text->data, text->len), key = hash(name->data, name->len);
	struct seen *seen;

	if ((!s->seen || s->used * 2 > s->mask) && grow(s))
		return -ENOMEM;
	seen = seen_of(s, key);
	if (seen->name && seen->content == content)
		return 0;
	s->used += !seen->name;
	*seen = (struct seen){ key, content };
	return 1;
}

static int write_series(struct pass *p, int64_t at_ns, const char *source)
{
	struct mms_buf head mms_auto(buf) = { 0 };
	int ret = is_news(p->sampler, p->name, p->text);

	if (ret <= 0)
		return ret;
	mms_buf_printf(p->name, ".series");
	mms_buf_printf(&head, "=== %" PRId64 ".%09" PRId64 " %s\n", at_ns / 1000000000,
		       at_ns % 1000000000, source);
	mms_buf_add(&head, p->text->data, p->text->len);
	if (head.len && head.data[head.len - 1] != '\n')
		mms_buf_add(&head, "\n", 1);
	if (head.err || p->name->err)
		return -ENOMEM;
	return mms_outdir_write(p->opts->out, p->name->data, head.data, head.len, true);
}

/* p->text has been read at @at_ns from @source; p->name says what it is. */
static int store(struct pass *p, int64_t at_ns, const char *source)
{
	if (p->sampler)
		return write_series(p, at_ns, source);
	if (mms_buf_printf(p->name, ".%s", p->snapshot))
		return -ENOMEM;
	return mms_outdir_write(p->opts->out, p->name->data, mms_buf_text(p->text), p->text->len,
				false);
}

static int sample_machine(struct pass *p)
{
	int ret = 0;

	for (size_t i = 0; i < COUNT(machine_files) && !ret; i++) {
		int64_t at = mms_trclock_now_ns(p->opts->clock);

		mms_buf_reset(p->text);
		mms_buf_reset(p->name);
		mms_buf_printf(p->name, "%s", machine_files[i].name);
		if (!mms_root_read(p->opts->root, machine_files[i].path, p->text, FILE_MAX_BYTES))
			ret = store(p, at, machine_files[i].path);
	}
	return ret;
}

static int sample_group(void *ctx, const struct mms_memgroup *g)
{
	struct pass *p = ctx;
	const char *below = strcmp(g->path, "/") ? g->path : "";
	int ret = 0;

	mms_buf_printf(p->ids, "%" PRIu64 " %s\n", g->id, g->path);
	for (size_t i = 0; i < COUNT(group_files) && !ret; i++) {
		struct mms_buf source mms_auto(buf) = { 0 };
		int64_t at = mms_trclock_now_ns(p->opts->clock);

		mms_buf_reset(p->text);
		if (mms_buf_read_file(p->text, g->dirfd, group_files[i], FILE_MAX_BYTES))
			continue;
		mms_buf_reset(p->name);
		mms_buf_printf(p->name, "cgroup/root%s/%s", below, group_files[i]);
		mms_buf_printf(&source, "%s%s/%s", p->opts->mem->path, below, group_files[i]);
		ret = source.err ? source.err : store(p, at, source.data);
	}
	return ret;
}

static int add_id(void *ctx, const struct mms_memgroup *g)
{
	struct mms_buf *ids = ctx;

	return mms_buf_printf(ids, "%" PRIu64 " %s\n", g->id, g->path);
}

/* Ids are of all groups, whichever of them are sampled. */
static int sample_groups(struct pass *p)
{
	struct mms_buf ids mms_auto(buf) = { 0 };
	int64_t at = mms_trclock_now_ns(p->opts->clock);
	int ret;

	p->ids = &ids;
	mms_buf_printf(&ids, "# cgroup id (inode), path below %s\n", p->opts->mem->path);
	ret = mms_memroot_walk(p->opts->root, p->opts->mem, p->opts->cgroup_glob, sample_group, p);
	if (!ret && p->opts->cgroup_glob) {
		mms_buf_reset(&ids);
		ret = mms_memroot_walk(p->opts->root, p->opts->mem, NULL, add_id, &ids);
	}
	if (ret || !p->opts->mem->memory)
		return ret;
	mms_buf_reset(p->text);
	mms_buf_add(p->text, ids.data, ids.len);
	mms_buf_reset(p->name);
	mms_buf_printf(p->name, "cgroup/ids");
	return store(p, at, p->opts->mem->path);
}

static int remember(const struct mms_sampler_opts *opts, const char *name, int64_t from, int64_t to)
{
	char line[256];
	int len = snprintf(line, sizeof(line),
			   "%s %" PRId64 ".%09" PRId64 " %" PRId64 ".%09" PRId64 "\n", name,
			   from / 1000000000, from % 1000000000, to / 1000000000, to % 1000000000);

	return mms_outdir_write(opts->out, "snapshots", line, (size_t)len, true);
}

static void mark_moment(const char *name, const char *moment,
			int (*mark)(void *ctx, const char *text), void *ctx)
{
	char text[128];

	if (!mark)
		return;
	snprintf(text, sizeof(text), "mmscope: %s %s", name, moment);
	mark(ctx, text);
}

int mms_sampler_snapshot(const struct mms_sampler_opts *opts, const char *name,
			 int (*mark)(void *ctx, const char *text), void *ctx)
{
	struct mms_buf text mms_auto(buf) = { 0 }, file mms_auto(buf) = { 0 };
	struct pass p = { .opts = opts, .text = &text, .name = &file, .snapshot = name };
	int64_t from, to;
	int ret;

	/* Folds what each CPU has counted for itself; needs root, is no loss without. */
	mms_root_write(opts->root, "/proc/sys/vm/stat_refresh", "1");
	mark_moment(name, "begin", mark, ctx);
	from = mms_trclock_now_ns(opts->clock);
	ret = sample_machine(&p);
	if (!ret)
		ret = sample_groups(&p);
	to = mms_trclock_now_ns(opts->clock);
	mark_moment(name, "end", mark, ctx);
	return ret ? ret : remember(opts, name, from, to);
}

static int sample_series(struct mms_sampler *s)
{
	struct pass p = { .opts = &s->opts, .text = &s->text, .name = &s->name, .sampler = s };
	int ret = sample_machine(&p);

	s->result.samples++;
	return ret ? ret : sample_groups(&p);
}

static void *work(void *arg)
{
	struct mms_sampler *s = arg;
	struct pollfd fds[2] = {
		{ .fd = s->timer_fd, .events = POLLIN },
		{ .fd = s->stop_fd, .events = POLLIN },
	};
	uint64_t expired;

	atomic_store(&s->tid, (int)syscall(SYS_gettid));
	while (!s->result.error && !fds[1].revents) {
		if (poll(fds, 2, -1) < 0 || fds[1].revents)
			continue;
		if (read(s->timer_fd, &expired, sizeof(expired)) != sizeof(expired))
			continue;
		s->result.missed += expired - 1;
		s->result.error = sample_series(s);
	}
	return NULL;
}

static int start_timer(struct mms_sampler *s)
{
	int64_t first = mms_clock_ns(CLOCK_MONOTONIC), step = s->opts.interval_ns;
	struct itimerspec t = {
		.it_value = { first / 1000000000, first % 1000000000 },
		.it_interval = { step / 1000000000, step % 1000000000 },
	};

	s->stop_fd = eventfd(0, EFD_CLOEXEC);
	s->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (s->stop_fd < 0 || s->timer_fd < 0 ||
	    timerfd_settime(s->timer_fd, TFD_TIMER_ABSTIME, &t, NULL))
		return mms_err(-errno, "cannot make a timer: %s", strerror(errno));
	return 0;
}

int mms_sampler_start(const struct mms_sampler_opts *opts, struct mms_sampler **ret_sampler)
{
	struct mms_sampler *s mms_auto(sampler) = calloc(1, sizeof(*s));
	pthread_attr_t attr;
	int ret;

	if (!s)
		return mms_err(-ENOMEM, "out of memory");
	s->opts = *opts;
	s->stop_fd = s->timer_fd = -1;
	ret = start_timer(s);
	if (ret)
		return ret;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	ret = pthread_create(&s->thread, &attr, work, s);
	pthread_attr_destroy(&attr);
	s->started = !ret;
	if (ret)
		return mms_err(-ret, "cannot start a thread: %s", strerror(ret));
	*ret_sampler = mms_take(s);
	return 0;
}

pid_t mms_sampler_tid(const struct mms_sampler *sampler)
{
	while (!atomic_load(&sampler->tid))
		usleep(100);
	return atomic_load(&sampler->tid);
}

static void stop(struct mms_sampler *s)
{
	if (!s->started)
		return;
	eventfd_write(s->stop_fd, 1);
	pthread_join(s->thread, NULL);
	s->started = false;
}

void mms_sampler_stop(struct mms_sampler *sampler, struct mms_sampler_result *ret_result)
{
	stop(sampler);
	*ret_result = sampler->result;
}

void mms_sampler_free(struct mms_sampler *sampler)
{
	if (!sampler)
		return;
	stop(sampler);
	if (sampler->stop_fd >= 0)
		close(sampler->stop_fd);
	if (sampler->timer_fd >= 0)
		close(sampler->timer_fd);
	mms_buf_release(&sampler->text);
	mms_buf_release(&sampler->name);
	free(sampler->seen);
	free(sampler);
}
