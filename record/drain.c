// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/err.h"
#include "record/drain.h"
#include "record/writebehind.h"

/*
 * libtracefs' tracefs_cpu_write() is not used: it waits with select(), which
 * ends at descriptor 1023 (170 CPUs), and what a short write leaves in its pipe
 * is lost with it.
 */
enum {
	CPUS_PER_THREAD = 4,
	STACK_BYTES = 128 << 10,
	PIPE_BYTES = 1 << 20,
	IDLE_MS = 20,
};

struct cpu {
	int raw_fd; /* per_cpu/cpuN/trace_pipe_raw */
	int out_fd;
	off_t bytes;
	struct mms_writebehind wb;
};

struct worker {
	struct mms_drain *drain;
	struct cpu *cpus;
	int nr_cpus;
	int pipe[2];
	size_t pipe_bytes;
	pthread_t thread;
	bool started;
	atomic_int tid;
};

struct mms_drain {
	struct mms_drain_opts opts;
	struct cpu *cpus;
	struct worker *workers;
	int nr_workers;
	int stop_fd; /* readable: stop */
	atomic_int state, error;
	atomic_ullong written;
};

static void tell(struct mms_drain *drain, enum mms_drain_state state, int err)
{
	int none = 0, runs = MMS_DRAIN_RUNS;

	if (err)
		atomic_compare_exchange_strong(&drain->error, &none, err);
	if (atomic_compare_exchange_strong(&drain->state, &runs, (int)state) ||
	    state == MMS_DRAIN_FAILED)
		eventfd_write(drain->opts.event_fd, 1);
	if (state == MMS_DRAIN_FAILED)
		atomic_store(&drain->state, (int)state);
}

/* Empty the pipe into the file. Return: 0 or a negative errno. */
static int pipe_to_file(struct worker *w, struct cpu *c, size_t len)
{
	char buf[4096];

	while (len) {
		ssize_t n = splice(w->pipe[0], NULL, c->out_fd, NULL, len, SPLICE_F_MOVE);

		if (n < 0 && errno == EINVAL) { /* this file system cannot */
			n = read(w->pipe[0], buf, len < sizeof(buf) ? len : sizeof(buf));
			if (n > 0)
				n = write(c->out_fd, buf, (size_t)n);
		}
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		len -= (size_t)n;
		c->bytes += n;
	}
	return 0;
}

static void count(struct worker *w, struct cpu *c, size_t len)
{
	uint64_t all = atomic_fetch_add(&w->drain->written, len) + len;

	mms_writebehind(&c->wb, c->out_fd, c->bytes);
	if (w->drain->opts.max_bytes && all >= w->drain->opts.max_bytes)
		tell(w->drain, MMS_DRAIN_REACHED_MAX, 0);
}

/* Move the full pages of one CPU. Return: true when there were some. */
static bool move_pages(struct worker *w, struct cpu *c)
{
	bool moved = false;

	for (;;) {
		ssize_t n = splice(c->raw_fd, NULL, w->pipe[1], NULL, w->pipe_bytes,
				   SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
		int ret;

		if (n <= 0)
			return moved;
		ret = pipe_to_file(w, c, (size_t)n);
		if (ret) {
			tell(w->drain, MMS_DRAIN_FAILED, ret);
			return false;
		}
		count(w, c, (size_t)n);
		moved = true;
	}
}

/* The rest of a buffer: splice leaves the page that was being filled. */
static int flush(struct cpu *c, unsigned int subbuf_bytes)
{
	char *page = malloc(subbuf_bytes);
	int ret = page ? 0 : -ENOMEM;

	while (!ret) {
		ssize_t n = read(c->raw_fd, page, subbuf_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		for (ssize_t at = 0; at < n && !ret;) {
			ssize_t put = write(c->out_fd, page + at, (size_t)(n - at));

			if (put <= 0)
				ret = put ? -errno : -EIO;
			else
				at += put;
		}
		c->bytes += ret ? 0 : n;
	}
	free(page);
	return ret;
}

/*
 * A buffer is readable when it is filled to buffer_percent; kernels before v6.1
 * say so at the first event already, when there is no full page to take: hence
 * the pause after a round that moved nothing.
 */
static void *work(void *arg)
{
	struct worker *w = arg;
	struct pollfd fds[CPUS_PER_THREAD + 1];

	atomic_store(&w->tid, (int)syscall(SYS_gettid));
	for (int i = 0; i < w->nr_cpus; i++)
		fds[i] = (struct pollfd){ .fd = w->cpus[i].raw_fd, .events = POLLIN };
	fds[w->nr_cpus] = (struct pollfd){ .fd = w->drain->stop_fd, .events = POLLIN };
	while (!fds[w->nr_cpus].revents) {
		bool moved = false;

		if (poll(fds, (nfds_t)w->nr_cpus + 1, -1) < 0)
			continue;
		for (int i = 0; i < w->nr_cpus; i++)
			if (fds[i].revents)
				moved |= move_pages(w, &w->cpus[i]);
		if (!moved && !fds[w->nr_cpus].revents)
			poll(&fds[w->nr_cpus], 1, IDLE_MS);
		if (atomic_load(&w->drain->state) == MMS_DRAIN_FAILED)
			break;
	}
	return NULL;
}

static int open_cpu(const struct mms_drain_opts *opts, int cpu, int flags, struct cpu *c)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/per_cpu/cpu%d/trace_pipe_raw", opts->instance_dir, cpu);
	c->raw_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (c->raw_fd < 0)
		return mms_err(-errno, "cannot open %s: %s%s", path, strerror(errno),
			       errno == EMFILE ? "; raise the limit with ulimit -n" : "");
	snprintf(path, sizeof(path), "trace.dat.cpu%d", cpu);
	c->out_fd = openat(opts->dirfd, path, O_RDWR | O_CREAT | O_CLOEXEC | flags, 0666);
	if (c->out_fd < 0)
		return mms_err(-errno, "cannot open %s: %s", path, strerror(errno));
	return 0;
}

static void close_cpu(struct cpu *c)
{
	if (c->raw_fd >= 0)
		close(c->raw_fd);
	if (c->out_fd >= 0) {
		mms_writebehind_drop(&c->wb, c->out_fd);
		close(c->out_fd);
	}
	c->raw_fd = c->out_fd = -1;
}

static int start_worker(struct mms_drain *drain, struct worker *w, int first)
{
	int left = drain->opts.nr_cpus - first, ret;
	pthread_attr_t attr;

	w->drain = drain;
	w->cpus = &drain->cpus[first];
	w->nr_cpus = left < CPUS_PER_THREAD ? left : CPUS_PER_THREAD;
	if (pipe2(w->pipe, O_CLOEXEC))
		return mms_err(-errno, "cannot make a pipe: %s", strerror(errno));
	fcntl(w->pipe[1], F_SETPIPE_SZ, PIPE_BYTES);
	ret = fcntl(w->pipe[1], F_GETPIPE_SZ);
	w->pipe_bytes = ret > 0 ? (size_t)ret : 65536;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	ret = pthread_create(&w->thread, &attr, work, w);
	pthread_attr_destroy(&attr);
	w->started = !ret;
	return ret ? mms_err(-ret, "cannot start a thread: %s", strerror(ret)) : 0;
}

static struct mms_drain *alloc(const struct mms_drain_opts *opts)
{
	struct mms_drain *drain = calloc(1, sizeof(*drain));

	if (!drain)
		return NULL;
	drain->opts = *opts;
	drain->nr_workers = (opts->nr_cpus + CPUS_PER_THREAD - 1) / CPUS_PER_THREAD;
	drain->cpus = calloc((size_t)opts->nr_cpus + 1, sizeof(*drain->cpus));
	drain->workers = calloc((size_t)drain->nr_workers + 1, sizeof(*drain->workers));
	drain->stop_fd = eventfd(0, EFD_CLOEXEC);
	for (int i = 0; drain->cpus && i < opts->nr_cpus; i++)
		drain->cpus[i].raw_fd = drain->cpus[i].out_fd = -1;
	for (int i = 0; drain->workers && i < drain->nr_workers; i++)
		drain->workers[i].pipe[0] = drain->workers[i].pipe[1] = -1;
	if (drain->cpus && drain->workers && drain->stop_fd >= 0)
		return drain;
	mms_drain_free(drain);
	return NULL;
}

int mms_drain_new(const struct mms_drain_opts *opts, struct mms_drain **ret_drain)
{
	struct mms_drain *drain mms_auto(drain) = alloc(opts);
	int ret = 0;

	if (!drain)
		return mms_err(-ENOMEM, "out of memory");
	for (int i = 0; i < opts->nr_cpus && !ret; i++)
		ret = open_cpu(opts, opts->cpus[i], O_TRUNC, &drain->cpus[i]);
	for (int i = 0; i < drain->nr_workers && !ret; i++)
		ret = start_worker(drain, &drain->workers[i], i * CPUS_PER_THREAD);
	if (!ret)
		*ret_drain = mms_take(drain);
	return ret;
}

enum mms_drain_state mms_drain_state(const struct mms_drain *drain)
{
	return (enum mms_drain_state)atomic_load(&drain->state);
}

int mms_drain_error(const struct mms_drain *drain)
{
	return atomic_load(&drain->error);
}

int mms_drain_tids(const struct mms_drain *drain, pid_t *ret_tids, int max)
{
	int n = 0;

	for (int i = 0; i < drain->nr_workers && n < max; i++) {
		while (!atomic_load(&drain->workers[i].tid))
			usleep(100);
		ret_tids[n++] = atomic_load(&drain->workers[i].tid);
	}
	return n;
}

static void join(struct mms_drain *drain)
{
	eventfd_write(drain->stop_fd, 1);
	for (int i = 0; i < drain->nr_workers; i++) {
		if (drain->workers[i].started)
			pthread_join(drain->workers[i].thread, NULL);
		drain->workers[i].started = false;
	}
}

/*
 * What a failed write has left in a pipe are pages of the ring buffer. The
 * kernel gives them back when the pipe goes, and does not hold the buffer for
 * that: were the instance removed first, it would write to freed memory.
 */
static void close_pipes(struct mms_drain *drain)
{
	for (int i = 0; drain->workers && i < drain->nr_workers; i++) {
		struct worker *w = &drain->workers[i];

		if (w->pipe[0] >= 0)
			close(w->pipe[0]);
		if (w->pipe[1] >= 0)
			close(w->pipe[1]);
		w->pipe[0] = w->pipe[1] = -1;
	}
}

int mms_drain_stop(struct mms_drain *drain)
{
	int ret;

	join(drain);
	close_pipes(drain);
	ret = atomic_load(&drain->error);
	for (int i = 0; i < drain->opts.nr_cpus; i++) {
		/* After a failed write its file ends within a page. */
		if (!ret)
			ret = flush(&drain->cpus[i], drain->opts.subbuf_bytes);
		close_cpu(&drain->cpus[i]);
	}
	if (ret)
		tell(drain, MMS_DRAIN_FAILED, ret);
	return ret;
}

void mms_drain_free(struct mms_drain *drain)
{
	if (!drain)
		return;
	if (drain->workers && drain->stop_fd >= 0)
		join(drain);
	close_pipes(drain);
	for (int i = 0; drain->cpus && i < drain->opts.nr_cpus; i++)
		close_cpu(&drain->cpus[i]);
	if (drain->stop_fd >= 0)
		close(drain->stop_fd);
	free(drain->workers);
	free(drain->cpus);
	free(drain);
}

static int drain_rest_of(const struct mms_drain_opts *opts, int cpu)
{
	struct cpu c = { .raw_fd = -1, .out_fd = -1 };
	int ret = open_cpu(opts, cpu, 0, &c);
	off_t end;

	if (!ret) {
		end = lseek(c.out_fd, 0, SEEK_END);
		end -= end % (off_t)opts->subbuf_bytes;
		if (ftruncate(c.out_fd, end) || lseek(c.out_fd, end, SEEK_SET) != end)
			ret = -errno;
		else
			ret = flush(&c, opts->subbuf_bytes);
	}
	close_cpu(&c);
	return ret;
}

int mms_drain_rest(const struct mms_drain_opts *opts)
{
	int ret = 0;

	for (int i = 0; i < opts->nr_cpus && !ret; i++)
		ret = drain_rest_of(opts, opts->cpus[i]);
	return ret;
}
