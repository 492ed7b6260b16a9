// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/err.h"
#include "record/comms.h"
#include "record/datout.h"
#include "record/finish.h"
#include "record/formats.h"
#include "record/instance.h"
#include "record/outdir.h"
#include "record/runjson.h"
#include "record/scan.h"
#include "record/symbols.h"

enum { SIDE_MAX_BYTES = 256 << 20, MAX_CPUS = 65536 };

static const char dat_name[] = "trace.dat";

static struct mms_datout_opts dat_opts(const json_t *run)
{
	const char *compress = mms_runjson_text(run, "trace_dat", "compress");

	return (struct mms_datout_opts){
		.version = (int)mms_runjson_int(run, "trace_dat", "version", 7),
		.zstd = compress && !strcmp(compress, "zstd"),
	};
}

static int put_head(const struct mms_instance *inst, const struct mms_events *evs,
		    struct mms_datout *dat, struct mms_buf *texts)
{
	struct mms_buf info mms_auto(buf) = { 0 }, ftrace mms_auto(buf) = { 0 };
	struct mms_buf formats mms_auto(buf) = { 0 };
	int ret = mms_formats_header_info(inst, &info);

	if (!ret)
		ret = mms_formats_ftrace(&ftrace, texts);
	if (!ret)
		ret = mms_formats_events(evs, &formats, texts);
	if (!ret)
		ret = mms_datout_section(dat, MMS_DATOUT_HEADER_INFO, info.data, info.len);
	if (!ret)
		ret = mms_datout_section(dat, MMS_DATOUT_FTRACE_EVENTS, ftrace.data, ftrace.len);
	return ret ? ret
		   : mms_datout_section(dat, MMS_DATOUT_EVENT_FORMATS, formats.data, formats.len);
}

/* Functions only: nothing else is ever printed by name. */
static int save_kallsyms(const struct mms_root *root, struct mms_outdir *out)
{
	struct mms_buf all mms_auto(buf) = { 0 }, functions mms_auto(buf) = { 0 };
	const char *line;

	if (mms_root_read(root, "/proc/kallsyms", &all, SIDE_MAX_BYTES))
		return 0;
	for (line = mms_buf_text(&all); *line;) {
		size_t len = strcspn(line, "\n");
		const char *type = memchr(line, ' ', len);

		len += line[len] == '\n';
		if (type && strchr("tTwW", type[1]))
			mms_buf_add(&functions, line, len);
		line += len;
	}
	return functions.err ? functions.err
			     : mms_outdir_write(out, MMS_FINISH_KALLSYMS, mms_buf_text(&functions),
						functions.len, false);
}

static int save_tracefs_file(const struct mms_instance *inst, const char *file,
			     struct mms_outdir *out, const char *name)
{
	char *text = mms_instance_read(inst, file);
	int ret = text ? mms_outdir_write(out, name, text, strlen(text), false) : 0;

	free(text);
	return ret;
}

int mms_finish_prepare(const struct mms_root *root, const struct mms_instance *inst,
		       const struct mms_events *evs, struct mms_outdir *out, json_t *run)
{
	struct mms_datout_opts opts = dat_opts(run);
	struct mms_datout *dat mms_auto(datout) = NULL;
	struct mms_buf texts mms_auto(buf) = { 0 };
	int ret = mms_datout_create(mms_outdir_fd(out), dat_name, &opts, &dat);
	off_t head;

	if (!ret)
		ret = put_head(inst, evs, dat, &texts);
	if (ret)
		return ret;
	head = mms_datout_end_head(dat);
	if (head < 0)
		return (int)head;
	json_object_set_new(json_object_get(run, "trace_dat"), "head_bytes", json_integer(head));
	ret = mms_outdir_write(out, MMS_FINISH_FORMATS, texts.data, texts.len, false);
	if (!ret)
		ret = save_kallsyms(root, out);
	if (!ret)
		ret = mms_instance_save_printk(out, MMS_FINISH_PRINTK);
	return ret ? ret : save_tracefs_file(inst, "trace_clock", out, MMS_FINISH_CLOCK);
}

/* What a recording that is being completed consists of. */
struct parts {
	struct mms_outdir *out;
	json_t *run;
	struct mms_buf kallsyms, printk, cmdlines, clock;
	struct mms_comms *comms;
	struct mms_symbols *syms;
	struct mms_scan *scan;
	struct mms_datout_cpu *cpus; /* dense, by number */
	uint64_t *events;            /* per CPU, counted in its pages */
	unsigned int nr_cpus;
	unsigned int subbuf_bytes;
};

static void parts_release(struct parts *p)
{
	mms_buf_release(&p->kallsyms);
	mms_buf_release(&p->printk);
	mms_buf_release(&p->cmdlines);
	mms_buf_release(&p->clock);
	mms_scan_free(p->scan);
	mms_comms_free(p->comms);
	mms_symbols_free(p->syms);
	for (unsigned int i = 0; i < p->nr_cpus; i++)
		if (p->cpus[i].fd >= 0)
			close(p->cpus[i].fd);
	free(p->cpus);
	free(p->events);
}

static void mms_auto_parts(struct parts *p)
{
	parts_release(p);
}

/* A side file; one that is missing is empty. */
static int read_side(struct parts *p, const char *name, struct mms_buf *buf)
{
	int ret = mms_buf_read_file(buf, mms_outdir_fd(p->out), name, SIDE_MAX_BYTES);

	return ret == -ENOMEM ? mms_err(ret, "out of memory") : 0;
}

static int open_cpu(struct parts *p, int cpu)
{
	char name[64];
	struct stat st;
	struct mms_datout_cpu *c = &p->cpus[cpu];

	*c = (struct mms_datout_cpu){ .cpu = cpu, .fd = -1 };
	snprintf(name, sizeof(name), "%s.cpu%d", dat_name, cpu);
	c->fd = openat(mms_outdir_fd(p->out), name, O_RDWR | O_CLOEXEC);
	if (c->fd < 0)
		return errno == ENOENT
			       ? 0
			       : mms_err(-errno, "cannot open %s: %s", name, strerror(errno));
	if (fstat(c->fd, &st))
		return mms_err(-errno, "cannot read %s: %s", name, strerror(errno));
	c->bytes = st.st_size - st.st_size % (off_t)p->subbuf_bytes;
	return 0;
}

/* CPUs that were never online have empty files; they are left out at the end. */
static int open_cpus(struct parts *p)
{
	unsigned int n = (unsigned int)mms_runjson_int(p->run, NULL, "nr_cpus_possible", 1);
	unsigned int used = (unsigned int)mms_runjson_int(p->run, NULL, "nr_cpus", 1);
	int ret = 0;

	if (n > MAX_CPUS || used > n)
		return mms_err(-EBADMSG, "run.json: %u of %u CPUs", used, n);
	p->cpus = calloc(n + 1, sizeof(*p->cpus));
	p->events = calloc(n + 1, sizeof(*p->events));
	if (!p->cpus || !p->events)
		return mms_err(-ENOMEM, "out of memory");
	while (p->nr_cpus < n && !ret) {
		ret = open_cpu(p, (int)p->nr_cpus);
		if (p->cpus[p->nr_cpus++].bytes && p->nr_cpus > used)
			used = p->nr_cpus;
	}
	for (unsigned int i = used; i < p->nr_cpus; i++)
		if (p->cpus[i].fd >= 0)
			close(p->cpus[i].fd);
	p->nr_cpus = p->nr_cpus < used ? p->nr_cpus : used;
	return ret;
}

static int learn_formats(struct parts *p)
{
	struct mms_buf texts mms_auto(buf) = { 0 }, format mms_auto(buf) = { 0 };
	const char *pos, *text;
	char name[128];
	int ret = read_side(p, MMS_FINISH_FORMATS, &texts);

	for (pos = mms_buf_text(&texts); !ret && (text = mms_formats_next(&pos, &format, name));)
		ret = mms_scan_add_format(p->scan, name, text);
	return ret;
}

static int take_tasks(struct parts *p)
{
	struct mms_buf tasks mms_auto(buf) = { 0 };
	int ret = read_side(p, "tasks", &tasks);

	return ret ? ret : mms_comms_add_tasks(p->comms, mms_buf_text(&tasks));
}

static int read_parts(struct parts *p)
{
	struct mms_buf all mms_auto(buf) = { 0 };
	int ret;

	p->subbuf_bytes = (unsigned int)mms_runjson_int(p->run, "buffer", "subbuf_bytes", 4096);
	p->comms = mms_comms_new();
	p->syms = mms_symbols_new();
	p->scan = p->comms && p->syms ? mms_scan_new(p->comms, p->syms) : NULL;
	if (!p->scan || !p->subbuf_bytes)
		return mms_err(-ENOMEM, "out of memory");
	ret = open_cpus(p);
	if (!ret)
		ret = learn_formats(p);
	if (!ret)
		ret = take_tasks(p);
	for (unsigned int i = 0; i < p->nr_cpus && !ret; i++)
		ret = mms_scan_pages(p->scan, p->cpus[i].fd, p->cpus[i].bytes, p->subbuf_bytes,
				     &p->events[i]);
	if (!ret)
		ret = read_side(p, MMS_FINISH_KALLSYMS, &all);
	if (!ret)
		ret = mms_symbols_print(p->syms, mms_buf_text(&all), &p->kallsyms);
	if (!ret)
		ret = mms_comms_print(p->comms, &p->cmdlines);
	if (!ret)
		ret = read_side(p, MMS_FINISH_PRINTK, &p->printk);
	return ret ? ret : read_side(p, MMS_FINISH_CLOCK, &p->clock);
}

static int put_sized(struct mms_datout *dat, enum mms_datout_section id, const struct mms_buf *text,
		     size_t size_bytes)
{
	struct mms_buf section mms_auto(buf) = { 0 };
	uint64_t size = text->len;
	uint32_t size32 = (uint32_t)text->len;

	mms_buf_add(&section, size_bytes == 4 ? (void *)&size32 : (void *)&size, size_bytes);
	mms_buf_add(&section, mms_buf_text(text), text->len);
	return section.err ? section.err : mms_datout_section(dat, id, section.data, section.len);
}

static int put_text_option(struct mms_datout *dat, enum mms_datout_option id, const char *text)
{
	return mms_datout_option(dat, id, text, strlen(text) + 1);
}

static int put_options(struct mms_datout *dat, const struct parts *p)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	uint32_t nr_cpus = p->nr_cpus;
	json_t *cpu;
	size_t i;

	put_text_option(dat, MMS_DATOUT_TRACECLOCK, mms_buf_text(&p->clock));
	mms_buf_printf(&text, "%s %s %s %s", mms_runjson_text(p->run, "kernel", "sysname"),
		       mms_runjson_text(p->run, "kernel", "nodename"),
		       mms_runjson_text(p->run, "kernel", "release"),
		       mms_runjson_text(p->run, "kernel", "machine"));
	put_text_option(dat, MMS_DATOUT_UNAME, mms_buf_text(&text));
	mms_buf_reset(&text);
	mms_buf_printf(&text, "mmscope %s", mms_runjson_text(p->run, "versions", "mmscope"));
	put_text_option(dat, MMS_DATOUT_VERSION, mms_buf_text(&text));
	json_array_foreach(json_object_get(p->run, "cpus"), i, cpu)
	{
		const char *stats = json_string_value(json_object_get(cpu, "stats"));

		if (!stats || i >= p->nr_cpus)
			continue;
		mms_buf_reset(&text);
		mms_buf_printf(&text, "CPU: %zu\n%s", i, stats);
		put_text_option(dat, MMS_DATOUT_CPUSTAT, mms_buf_text(&text));
	}
	return mms_datout_option(dat, MMS_DATOUT_CPUCOUNT, &nr_cpus, sizeof(nr_cpus));
}

static int write_dat(const struct parts *p, bool punch)
{
	struct mms_datout_opts opts = dat_opts(p->run);
	off_t head = (off_t)mms_runjson_int(p->run, "trace_dat", "head_bytes", 0);
	struct mms_datout_buffer buffer = {
		.clock = mms_runjson_text(p->run, "clock", "name"),
		.subbuf_bytes = p->subbuf_bytes,
		.nr_cpus = p->nr_cpus,
		.cpus = p->cpus,
		.punch = punch,
	};
	struct mms_datout *dat mms_auto(datout) = NULL;
	int ret = mms_datout_reopen(mms_outdir_fd(p->out), dat_name, &opts, head, &dat);

	if (!ret)
		ret = put_sized(dat, MMS_DATOUT_KALLSYMS, &p->kallsyms, 4);
	if (!ret)
		ret = put_sized(dat, MMS_DATOUT_PRINTK, &p->printk, 4);
	if (!ret)
		ret = put_sized(dat, MMS_DATOUT_CMDLINES, &p->cmdlines, 8);
	if (!ret)
		ret = put_options(dat, p);
	return ret ? ret : mms_datout_buffers(dat, &buffer);
}

static void remove_parts(struct parts *p)
{
	static const char *const names[] = { MMS_FINISH_KALLSYMS, MMS_FINISH_FORMATS,
					     MMS_FINISH_PRINTK, MMS_FINISH_CLOCK };
	int n = (int)mms_runjson_int(p->run, NULL, "nr_cpus_possible", 1);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unlinkat(mms_outdir_fd(p->out), names[i], 0);
	for (int i = 0; i < n; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%s.cpu%d", dat_name, i);
		unlinkat(mms_outdir_fd(p->out), name, 0);
	}
}

/* What is in the pages counts; what the kernel handed out beyond is lost. */
static void count_events(const struct parts *p)
{
	json_t *cpus = json_object_get(p->run, "cpus"), *cpu;
	json_int_t events = 0, lost = 0;

	if (!json_is_array(cpus)) {
		cpus = json_array();
		json_object_set_new(p->run, "cpus", cpus);
	}
	for (unsigned int i = 0; i < p->nr_cpus; i++) {
		json_int_t written = (json_int_t)p->events[i];

		cpu = json_array_get(cpus, i);
		if (!cpu) {
			cpu = json_pack("{s:i}", "cpu", (int)i);
			json_array_append_new(cpus, cpu);
		}
		lost += mms_runjson_cpu_lost(cpu, written);
		json_object_set_new(cpu, "entries", json_integer(written));
		json_object_set_new(cpu, "bytes", json_integer(p->cpus[i].bytes));
		events += written;
	}
	json_object_set_new(p->run, "nr_events", json_integer(events));
	json_object_set_new(p->run, "nr_lost", json_integer(lost));
}

int mms_finish(struct mms_outdir *out, json_t *run)
{
	struct parts p mms_auto(parts) = { .out = out, .run = run };
	int ret = read_parts(&p);

	if (ret)
		return ret;
	count_events(&p);
	ret = write_dat(&p, false);
	if (ret == -ENOSPC) {
		mms_outdir_release_reserve(out);
		ret = write_dat(&p, true);
	}
	if (!ret)
		remove_parts(&p);
	return ret;
}

static long long stat_of(const char *stats, const char *key)
{
	const char *p = stats ? strstr(stats, key) : NULL;

	return p ? strtoll(p + strlen(key), NULL, 10) : 0;
}

void mms_finish_stats(const char *instance_dir, const int *cpus, int nr_cpus, json_t *run)
{
	json_t *list = json_array();

	for (int i = 0; i < nr_cpus; i++) {
		struct mms_buf stats mms_auto(buf) = { 0 };
		char path[4096];
		const char *s;

		snprintf(path, sizeof(path), "%s/per_cpu/cpu%d/stats", instance_dir, cpus[i]);
		mms_buf_read_file(&stats, AT_FDCWD, path, 4096);
		s = mms_buf_text(&stats);
		json_array_append_new(
			list, json_pack("{s:i, s:I, s:I, s:I, s:I, s:s}", "cpu", cpus[i], "overrun",
					(json_int_t)stat_of(s, "\noverrun: "), "commit_overrun",
					(json_int_t)stat_of(s, "\ncommit overrun: "), "dropped",
					(json_int_t)stat_of(s, "\ndropped events: "), "given",
					(json_int_t)stat_of(s, "entries: ") +
						(json_int_t)stat_of(s, "\nread events: "),
					"stats", s));
	}
	json_object_set_new(run, "cpus", list);
}
