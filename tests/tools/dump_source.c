// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Prints the records of an input, one a line, so that they can be compared
 * with "trace-cmd report -t -R": TIME CPU PID EVENT FIELD=VALUE ...
 * With -c it only counts, with -e it lists names of numbers, with -i it tells
 * what the input says of itself. With -R fields are parted by the byte 0x1f
 * and a number stands in all the ways that trace-cmd may print it, for which
 * is right its format says: NAME=DECIMAL|0xHEX|HEX|OCTAL.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/err.h"
#include "parse/source.h"

static void print_bytes(const struct mms_event *ev, const struct mms_field *f)
{
	uint32_t len;
	const uint8_t *p = mms_field_bytes(ev, f, &len);

	if (!p)
		printf("(outside)");
	else if (f->kind == MMS_FIELD_TEXT)
		printf("%.*s", (int)len, (const char *)p);
	else
		for (uint32_t i = 0; i < len; i++)
			printf("%02x", p[i]);
}

static void print_record(const struct mms_event *ev)
{
	int64_t value = 0;

	printf("%" PRId64 ".%09" PRId64 " %d %d %s", ev->ts_ns / 1000000000, ev->ts_ns % 1000000000,
	       ev->cpu, ev->pid, ev->type->name);
	for (unsigned int i = 0; i < ev->type->nr_fields; i++) {
		const struct mms_field *f = &ev->type->fields[i];

		printf(" %s=", f->name);
		if (mms_field_int(ev, f, &value))
			printf(f->is_signed ? "%" PRId64 : "%" PRIu64, value);
		else
			print_bytes(ev, f);
	}
	putchar('\n');
}

/* As trace-cmd prints arrays; it prints no more of a text than its first line. */
static void print_raw_bytes(const struct mms_event *ev, const struct mms_field *f)
{
	uint32_t len = 0;
	const uint8_t *p = mms_field_bytes(ev, f, &len);

	if (f->kind == MMS_FIELD_TEXT) {
		printf("%.*s", (int)strcspn((const char *)p, "\n"), (const char *)p);
		return;
	}
	printf("ARRAY[");
	for (uint32_t i = 0; i < len; i++)
		printf(i ? ", %02x" : "%02x", p[i]);
	putchar(']');
}

static void print_raw(const struct mms_event *ev)
{
	int64_t value = 0;

	printf("%" PRId64 " %d %d %s", ev->ts_ns, ev->cpu, ev->pid, ev->type->name);
	for (unsigned int i = 0; i < ev->type->nr_fields; i++) {
		const struct mms_field *f = &ev->type->fields[i];

		printf("\x1f%s=", f->name);
		if (mms_field_int(ev, f, &value))
			printf(f->is_signed ? "%" PRId64 "|0x%" PRIx64 "|%" PRIx64 "|%" PRIo64
					    : "%" PRIu64 "|0x%" PRIx64 "|%" PRIx64 "|%" PRIo64,
			       value, value, value, value);
		else
			print_raw_bytes(ev, f);
	}
	putchar('\n');
}

static void print_event(const struct mms_event *ev, int what)
{
	if (ev->type && what == 'R')
		print_raw(ev);
	else if (ev->type && !what)
		print_record(ev);
	else if (!ev->type && what == 'R')
		printf("LOST %d %" PRId64 "\n", ev->cpu, ev->nr_lost);
	else if (!what)
		printf("%" PRId64 ".%09" PRId64 " %d LOST %" PRId64 "\n", ev->ts_ns / 1000000000,
		       ev->ts_ns % 1000000000, ev->cpu, ev->nr_lost);
}

static void print_info(const struct mms_source_info *info)
{
	printf("kind %s\nclock %s%s\nuname %s\ncpus %d\nfingerprint %s\n", info->kind,
	       info->clock ? info->clock : "?", info->clock_is_ns ? " (ns)" : "",
	       info->uname ? info->uname : "?", info->nr_cpus, info->fingerprint);
	printf("types %u\nenums %u\ncomms %u\n", info->nr_types, info->nr_enums, info->nr_comms);
	for (unsigned int i = 0; i < info->nr_buffers; i++)
		printf("buffer '%s'\n", info->buffers[i]);
	for (unsigned int i = 0; i < info->nr_cpu_stats; i++)
		printf("cpu %d overrun %" PRId64 " dropped %" PRId64 "\n", info->cpu_stats[i].cpu,
		       info->cpu_stats[i].overrun, info->cpu_stats[i].dropped);
	if (info->incomplete)
		printf("incomplete: %s\n", info->incomplete);
	if (info->notes)
		printf("notes: %s\n", info->notes);
}

static void print_enums(const struct mms_source_info *info)
{
	for (unsigned int i = 0; i < info->nr_enums; i++)
		printf("%s %" PRId64 " %s\n", info->enums[i].name, info->enums[i].value,
		       info->enums[i].text);
}

static int drain(struct mms_source *src, int what)
{
	struct mms_event ev;
	uint64_t nr = 0, gaps = 0, lost = 0;
	struct timespec a, b;
	double sec;
	int ret;

	clock_gettime(CLOCK_MONOTONIC, &a);
	while ((ret = mms_source_next(src, &ev)) > 0) {
		nr += ev.type != NULL;
		gaps += ev.type == NULL;
		lost += !ev.type && ev.nr_lost > 0 ? (uint64_t)ev.nr_lost : 0;
		if (what != 'c')
			print_event(&ev, what);
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	sec = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
	if (what == 'c')
		printf("records %" PRIu64 "\ngaps %" PRIu64 "\nlost %" PRIu64
		       "\nseconds %.3f\nrecords/s %.0f\n",
		       nr, gaps, lost, sec, (double)nr / sec);
	return ret;
}

int main(int argc, char **argv)
{
	struct mms_source *src mms_auto(source) = NULL;
	struct mms_source_opts opts = { 0 };
	int opt, what = 0, ret;

	while ((opt = getopt(argc, argv, "ceiRw:")) > 0)
		if (opt == 'w')
			opts.nr_workers = (int)strtol(optarg, NULL, 10);
		else
			what = opt;
	if (optind + 1 != argc) {
		fprintf(stderr, "usage: dump_source [-c|-e|-i|-R] [-w WORKERS] FILE\n");
		return 2;
	}
	ret = mms_source_open(argv[optind], &opts, &src);
	if (!ret && what == 'e')
		print_enums(mms_source_info(src));
	else if (!ret)
		ret = drain(src, what);
	if (!ret && what == 'i')
		print_info(mms_source_info(src));
	if (ret < 0)
		fprintf(stderr, "dump_source: %s\n", mms_err_text());
	return ret < 0 ? 2 : 0;
}
