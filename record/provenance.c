// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "record/outdir.h"
#include "record/provenance.h"
#include "record/runjson.h"
#include "record/tasksnap.h"

enum { COPY_MAX_BYTES = 16 << 20, SETTING_MAX_BYTES = 4096 };

/* Kept as they are. */
static const struct {
	const char *name, *path;
} copies[] = {
	{ "config.gz", "/proc/config.gz" }, { "cmdline", "/proc/cmdline" },
	{ "mounts", "/proc/self/mounts" },  { "swaps", "/proc/swaps" },
	{ "cgroups", "/proc/cgroups" },     { "cpuinfo", "/proc/cpuinfo" },
};

/* One line each in "settings". */
static const char *const settings[] = {
	"/proc/sys/vm/*",
	"/proc/sys/kernel/numa_balancing",
	"/proc/sys/kernel/numa_balancing_promote_rate_limit_MBps",
	"/sys/kernel/mm/transparent_hugepage/*",
	"/sys/kernel/mm/transparent_hugepage/khugepaged/*",
	"/sys/kernel/mm/transparent_hugepage/hugepages-*/*",
	"/sys/kernel/mm/lru_gen/*",
	"/sys/kernel/mm/numa/*",
	"/sys/kernel/mm/swap/*",
	"/sys/kernel/mm/ksm/*",
	"/sys/kernel/mm/damon/admin/kdamonds/nr_kdamonds",
	"/sys/module/zswap/parameters/*",
	"/sys/module/damon_reclaim/parameters/*",
	"/sys/block/zram*/disksize",
	"/sys/block/zram*/comp_algorithm",
	"/sys/block/*/queue/read_ahead_kb",
	"/sys/block/*/queue/rotational",
	"/sys/block/*/queue/scheduler",
	"/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
	"/sys/devices/system/cpu/intel_pstate/no_turbo",
	"/sys/devices/system/cpu/cpufreq/boost",
	"/sys/devices/system/cpu/smt/control",
	"/sys/devices/system/clocksource/clocksource0/current_clocksource",
	"/sys/devices/system/node/node*/distance",
	"/sys/devices/system/node/node*/cpulist",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Values go into one line: newlines within become blanks. */
static void print_setting(const struct mms_root *root, const char *path, struct mms_buf *out)
{
	struct mms_buf value mms_auto(buf) = { 0 };

	if (mms_root_read(root, path, &value, SETTING_MAX_BYTES))
		return; /* only for writing, or gone */
	while (value.len && value.data[value.len - 1] == '\n')
		value.data[--value.len] = '\0';
	for (size_t i = 0; i < value.len; i++)
		if (value.data[i] == '\n' || value.data[i] == '\t')
			value.data[i] = ' ';
	mms_buf_printf(out, "%s: %s\n", path, mms_buf_text(&value));
}

static void print_settings(const struct mms_root *root, const char *pattern, struct mms_buf *out)
{
	size_t skip = strlen(root->dir);
	char full[4096];
	glob_t g;

	if (mms_root_path(root, pattern, full, sizeof(full)) || glob(full, 0, NULL, &g))
		return;
	for (size_t i = 0; i < g.gl_pathc; i++)
		print_setting(root, g.gl_pathv[i] + skip, out);
	globfree(&g);
}

static int write_buf(struct mms_outdir *out, const char *name, const struct mms_buf *buf)
{
	return buf->err ? buf->err
			: mms_outdir_write(out, name, mms_buf_text(buf), buf->len, false);
}

static int write_settings(const struct mms_root *root, struct mms_outdir *out)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	for (size_t i = 0; i < COUNT(settings); i++)
		print_settings(root, settings[i], &buf);
	return write_buf(out, "settings", &buf);
}

static int copy(const struct mms_root *root, const char *path, struct mms_outdir *out,
		const char *name)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	return mms_root_read(root, path, &buf, COPY_MAX_BYTES) ? 0 : write_buf(out, name, &buf);
}

static int write_uname(const struct utsname *u, struct mms_outdir *out)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	mms_buf_printf(&buf, "%s %s %s %s %s\n", u->sysname, u->nodename, u->release, u->version,
		       u->machine);
	return write_buf(out, "uname", &buf);
}

int mms_provenance_tasks(const struct mms_root *root, const struct mms_memroot *mem,
			 struct mms_outdir *out)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	int ret = mms_tasksnap_print(root, mem, &buf);

	return ret ? ret : write_buf(out, "tasks", &buf);
}

int mms_provenance_files(const struct mms_root *root, struct mms_outdir *out)
{
	struct utsname u;
	char config[512];
	int ret;

	uname(&u);
	ret = write_uname(&u, out);
	for (size_t i = 0; i < COUNT(copies) && !ret; i++)
		ret = copy(root, copies[i].path, out, copies[i].name);
	snprintf(config, sizeof(config), "/boot/config-%s", u.release);
	if (!ret)
		ret = copy(root, config, out, "config");
	return ret ? ret : write_settings(root, out);
}

uint64_t mms_provenance_mem_kb(const struct mms_root *root)
{
	struct mms_buf buf mms_auto(buf) = { 0 };
	const char *p;

	if (mms_root_read(root, "/proc/meminfo", &buf, COPY_MAX_BYTES))
		return 0;
	p = strstr(mms_buf_text(&buf), "MemTotal:");
	return p ? strtoull(p + strlen("MemTotal:"), NULL, 10) : 0;
}

/* The coarse clocks move once per tick, and their resolution says so. */
static json_t *ticks_per_second(void)
{
	struct timespec ts;

	if (clock_getres(CLOCK_MONOTONIC_COARSE, &ts) || ts.tv_sec || ts.tv_nsec <= 0)
		return json_null();
	return json_integer((1000000000 + ts.tv_nsec / 2) / ts.tv_nsec);
}

static json_t *lru_gen(const struct mms_root *root)
{
	struct mms_buf buf mms_auto(buf) = { 0 };

	if (mms_root_read(root, "/sys/kernel/mm/lru_gen/enabled", &buf, 64))
		return json_null();
	return json_stringn_nocheck(buf.data, strcspn(mms_buf_text(&buf), "\n"));
}

void mms_provenance_json(const struct mms_root *root, const struct mms_memroot *mem,
			 const struct mms_trclock *clock, json_t *run)
{
	uint64_t mem_kb = mms_provenance_mem_kb(root);
	struct utsname u;

	uname(&u);
	json_object_set_new(run, "kernel",
			    json_pack("{s:s, s:s, s:s, s:s, s:s}", "sysname", u.sysname, "release",
				      u.release, "version", u.version, "machine", u.machine,
				      "nodename", u.nodename));
	json_object_set_new(run, "nr_cpus", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
	json_object_set_new(run, "nr_cpus_possible", json_integer(sysconf(_SC_NPROCESSORS_CONF)));
	json_object_set_new(run, "page_size", json_integer(sysconf(_SC_PAGESIZE)));
	json_object_set_new(run, "hz", ticks_per_second());
	json_object_set_new(run, "mem_total_kb",
			    mem_kb ? json_integer((json_int_t)mem_kb) : json_null());
	json_object_set_new(run, "clock",
			    json_pack("{s:s, s:b, s:s, s:I}", "name", clock->name, "is_ns",
				      clock->is_ns, "sample_clock", clock->sample, "wall_offset_ns",
				      (json_int_t)mms_trclock_wall_offset_ns(clock)));
	json_object_set_new(run, "cgroup",
			    json_pack("{s:s, s:o, s:o}", "mode", mem->mode, "memory",
				      mms_runjson_text_or_null(mem->memory), "root",
				      mms_runjson_text_or_null(mem->memory ? mem->path : NULL)));
	json_object_set_new(run, "lru_gen", lru_gen(root));
}
