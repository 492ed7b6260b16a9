/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MMS_TESTS_UNIT_MADE_TRACEDAT_H
#define MMS_TESTS_UNIT_MADE_TRACEDAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "common/buf.h"

/*
 * Writes small trace.dat files of every kind that no machine at hand records:
 * big-endian, 32 bits, zlib. They are as the man pages trace-cmd.dat.v6(5) and
 * v7(5) say, so they prove that the reader agrees with these pages and with
 * this file, no more.
 */
struct dw_opts {
	int version; /* 6, 7 */
	bool big_endian;
	unsigned int long_size; /* 4, 8 */
	const char *codec;      /* of version 7: "none", "zlib", "zstd" */
	unsigned int page_size; /* bytes of a sub-buffer */
	unsigned int nr_cpus;
	unsigned int nr_pages;   /* of each CPU */
	unsigned int nr_records; /* of each page */
	uint64_t step_ns;        /* between two records of a CPU */
	bool lose_before_page1;  /* 7 events, number stored */
	bool back_at_page1;      /* each CPU's second page is 1 ms too early */
	bool no_buffers;         /* version 7: no table of CPUs */
};

#define DW_EVENT_ID 301
#define DW_LOST     7
#define DW_TEXT     "two words"

struct dw {
	struct dw_opts o;
	struct mms_buf out;
};

/* What record number @nr of CPU @cpu holds. */
static inline uint64_t dw_big(unsigned int cpu, unsigned int nr)
{
	return 0x8000000000000000u | (uint64_t)cpu << 32 | nr;
}

static inline int32_t dw_small(unsigned int nr)
{
	return -(int32_t)nr;
}

static inline uint64_t dw_time(const struct dw_opts *o, unsigned int cpu, unsigned int nr)
{
	uint64_t back = o->back_at_page1 && nr / o->nr_records == 1 ? 1000000 : 0;

	return 5000000 + nr * o->step_ns + cpu - back;
}

static inline void dw_num(const struct dw *w, struct mms_buf *buf, uint64_t value, unsigned int len)
{
	uint8_t bytes[8];

	for (unsigned int i = 0; i < len; i++)
		bytes[w->o.big_endian ? len - 1 - i : i] = (uint8_t)(value >> (8 * i));
	mms_buf_add(buf, bytes, len);
}

static inline void dw_str(struct mms_buf *buf, const char *s)
{
	mms_buf_add(buf, s, strlen(s) + 1);
}

static inline void dw_sized(const struct dw *w, struct mms_buf *buf, const char *text,
			    unsigned int len_bytes)
{
	dw_num(w, buf, strlen(text), len_bytes);
	mms_buf_add(buf, text, strlen(text));
}

static inline void dw_header_part(const struct dw *w, struct mms_buf *buf)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	unsigned int start = 8 + w->o.long_size;

	mms_buf_printf(&text,
		       "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		       "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
		       "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		       "\tfield: char data;\toffset:%u;\tsize:%u;\tsigned:1;\n",
		       w->o.long_size, start, w->o.page_size - start);
	dw_str(buf, "header_page");
	dw_sized(w, buf, mms_buf_text(&text), 8);
	dw_str(buf, "header_event");
	dw_sized(w, buf, "# compressed entry header\n", 8);
}

static const char dw_common[] =
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";

static inline void dw_events_part(const struct dw *w, struct mms_buf *buf)
{
	struct mms_buf text mms_auto(buf) = { 0 };

	mms_buf_printf(&text,
		       "name: made_event\nID: %d\n%s"
		       "\tfield:u64 big;\toffset:8;\tsize:8;\tsigned:0;\n"
		       "\tfield:int small;\toffset:16;\tsize:4;\tsigned:1;\n"
		       "\tfield:__data_loc char[] text;\toffset:20;\tsize:4;\tsigned:1;\n"
		       "\tfield:char comm[8];\toffset:24;\tsize:8;\tsigned:1;\n"
		       "\nprint fmt: \"small=%%s\", __print_symbolic(REC->small, "
		       "{ 0, \"none\" }, { 1 << 2, \"four\" })\n",
		       DW_EVENT_ID, dw_common);
	dw_num(w, buf, 1, 4);
	dw_str(buf, "made");
	dw_num(w, buf, 1, 4);
	dw_sized(w, buf, mms_buf_text(&text), 8);
}

static inline void dw_ftrace_part(const struct dw *w, struct mms_buf *buf)
{
	struct mms_buf text mms_auto(buf) = { 0 };

	mms_buf_printf(&text,
		       "name: print\nID: 5\n%s"
		       "\tfield:unsigned long ip;\toffset:8;\tsize:%u;\tsigned:0;\n"
		       "\tfield:char buf[];\toffset:%u;\tsize:0;\tsigned:0;\n"
		       "\nprint fmt: \"%%ps: %%s\", (void *)REC->ip, REC->buf\n",
		       dw_common, w->o.long_size, 8 + w->o.long_size);
	dw_num(w, buf, 1, 4);
	dw_sized(w, buf, mms_buf_text(&text), 8);
}

static inline void dw_kallsyms_part(const struct dw *w, struct mms_buf *buf)
{
	dw_sized(w, buf, "ffffffff81000000 T _text\n", 4);
}

static inline void dw_printk_part(const struct dw *w, struct mms_buf *buf)
{
	dw_sized(w, buf, "", 4);
}

static inline void dw_cmdlines_part(const struct dw *w, struct mms_buf *buf)
{
	dw_sized(w, buf, "100 a b\n101 c\n", 8);
}

static void (*const dw_parts[])(const struct dw *w, struct mms_buf *buf) = {
	dw_header_part,   dw_ftrace_part, dw_events_part,
	dw_kallsyms_part, dw_printk_part, dw_cmdlines_part,
};

/* Length or type and 27 bits of time. */
static inline void dw_record_head(const struct dw *w, struct mms_buf *page, uint32_t type,
				  uint64_t delta)
{
	uint32_t time = (uint32_t)(delta & ((1u << 27) - 1));

	dw_num(w, page, w->o.big_endian ? type << 27 | time : time << 5 | type, 4);
}

static inline void dw_record(const struct dw *w, struct mms_buf *page, unsigned int cpu,
			     unsigned int nr, uint64_t delta)
{
	static const char text[12] = DW_TEXT;

	if (delta >> 27) {
		dw_record_head(w, page, 30, delta);
		dw_num(w, page, delta >> 27, 4);
		delta = 0;
	}
	/* 44 bytes: as a length in the head, or in a word of its own */
	dw_record_head(w, page, nr % 2 ? 11 : 0, delta);
	if (nr % 2 == 0)
		dw_num(w, page, 44 + 4, 4);
	dw_num(w, page, DW_EVENT_ID, 2);
	dw_num(w, page, 1, 1);
	dw_num(w, page, 0, 1);
	dw_num(w, page, 100 + cpu, 4);
	dw_num(w, page, dw_big(cpu, nr), 8);
	dw_num(w, page, (uint32_t)dw_small(nr), 4);
	dw_num(w, page, sizeof(text) << 16 | 32, 4);
	mms_buf_add(page, "comm\0\0\0", 8);
	mms_buf_add(page, text, sizeof(text));
}

static inline void dw_page(const struct dw *w, struct mms_buf *out, unsigned int cpu,
			   unsigned int page_nr)
{
	struct mms_buf data mms_auto(buf) = { 0 };
	unsigned int first = page_nr * w->o.nr_records;
	uint64_t commit;
	bool lost = page_nr == 1 && w->o.lose_before_page1;

	for (unsigned int i = 0; i < w->o.nr_records; i++)
		dw_record(w, &data, cpu, first + i, i ? w->o.step_ns : 0);
	commit = data.len | (lost ? 3u << 30 : 0);
	if (lost)
		dw_num(w, &data, DW_LOST, w->o.long_size);
	dw_num(w, out, dw_time(&w->o, cpu, first), 8);
	dw_num(w, out, commit, w->o.long_size);
	while (data.len + 8 + w->o.long_size < w->o.page_size)
		mms_buf_add(&data, "", 1);
	mms_buf_add(out, data.data, data.len);
}

static inline void dw_pack(const struct dw *w, struct mms_buf *out, const struct mms_buf *raw)
{
	uLongf len = compressBound(raw->len) + ZSTD_compressBound(raw->len);
	struct mms_buf packed mms_auto(buf) = { 0 };
	char *to = mms_buf_reserve(&packed, len);

	if (!strcmp(w->o.codec, "zlib"))
		compress2((Bytef *)to, &len, (const Bytef *)raw->data, raw->len, 6);
	else
		len = ZSTD_compress(to, len, raw->data, raw->len, 3);
	dw_num(w, out, len, 4);
	dw_num(w, out, raw->len, 4);
	mms_buf_add(out, to, len);
}

static inline bool dw_packs(const struct dw *w)
{
	return w->o.version == 7 && strcmp(w->o.codec, "none");
}

/* Two pages a chunk. */
static inline void dw_cpu_data(const struct dw *w, struct mms_buf *out, unsigned int cpu)
{
	struct mms_buf raw mms_auto(buf) = { 0 };

	if (dw_packs(w))
		dw_num(w, out, (w->o.nr_pages + 1) / 2, 4);
	for (unsigned int i = 0; i < w->o.nr_pages; i++) {
		dw_page(w, dw_packs(w) ? &raw : out, cpu, i);
		if (!dw_packs(w) || (i % 2 == 0 && i + 1 < w->o.nr_pages))
			continue;
		dw_pack(w, out, &raw);
		mms_buf_reset(&raw);
	}
}

static inline void dw_align(struct dw *w)
{
	while (w->out.len % w->o.page_size)
		mms_buf_add(&w->out, "", 1);
}

static inline void dw_head(struct dw *w)
{
	mms_buf_add(&w->out, "\x17\x08\x44tracing", 10);
	dw_str(&w->out, w->o.version == 7 ? "7" : "6");
	dw_num(w, &w->out, w->o.big_endian, 1);
	dw_num(w, &w->out, w->o.long_size, 1);
	dw_num(w, &w->out, w->o.page_size, 4);
}

/* Overwrite 8 bytes at @at. */
static inline void dw_patch(struct dw *w, size_t at, uint64_t value)
{
	struct mms_buf num mms_auto(buf) = { 0 };

	dw_num(w, &num, value, 8);
	memcpy(w->out.data + at, num.data, 8);
}

static inline size_t dw_section(struct dw *w, unsigned int id, bool packed)
{
	dw_num(w, &w->out, id, 2);
	dw_num(w, &w->out, packed, 2);
	dw_num(w, &w->out, 0, 4);
	dw_num(w, &w->out, 0, 8);
	return w->out.len;
}

static inline void dw_option(struct dw *w, struct mms_buf *opts, unsigned int id,
			     const struct mms_buf *data)
{
	dw_num(w, opts, id, 2);
	dw_num(w, opts, data->len, 4);
	mms_buf_add(opts, data->data, data->len);
}

static const char dw_clock[] = "local [mono] boot\n";
static const char dw_stats[] = "CPU: 1\nentries: 0\noverrun: 9\ncommit overrun: 0\nbytes: 1\n"
			       "dropped events: 2\nread events: 3\n";

static inline void dw_text_option(struct dw *w, struct mms_buf *opts, unsigned int id,
				  const char *text)
{
	struct mms_buf data mms_auto(buf) = { 0 };

	dw_str(&data, text);
	dw_option(w, opts, id, &data);
}

static inline void dw_shared_options(struct dw *w, struct mms_buf *opts)
{
	dw_text_option(w, opts, 4, dw_clock);
	dw_text_option(w, opts, 5, "Linux made 6.1 x86_64");
	dw_text_option(w, opts, 2, dw_stats);
	dw_text_option(w, opts, 4711, "an option of the future");
}

static inline void dw_cpu_table6(struct dw *w)
{
	size_t table = w->out.len;

	for (unsigned int i = 0; i < 2 * w->o.nr_cpus; i++)
		dw_num(w, &w->out, 0, 8);
	for (unsigned int i = 0; i < w->o.nr_cpus; i++) {
		size_t begin;

		dw_align(w);
		begin = w->out.len;
		dw_cpu_data(w, &w->out, i);
		dw_patch(w, table + 16 * i, begin);
		dw_patch(w, table + 16 * i + 8, w->out.len - begin);
	}
}

static inline void dw_write6(struct dw *w)
{
	for (size_t i = 0; i < sizeof(dw_parts) / sizeof(dw_parts[0]); i++)
		dw_parts[i](w, &w->out);
	dw_num(w, &w->out, w->o.nr_cpus, 4);
	mms_buf_add(&w->out, "options  \0", 10);
	dw_shared_options(w, &w->out);
	dw_num(w, &w->out, 0, 2);
	mms_buf_add(&w->out, "flyrecord\0", 10);
	dw_cpu_table6(w);
}

/* Options with what comes next; the section before points here. */
static inline size_t dw_options7(struct dw *w, struct mms_buf *opts, size_t patch_at)
{
	struct mms_buf done mms_auto(buf) = { 0 };
	size_t begin, section = w->out.len;

	dw_num(w, &done, 0, 8);
	dw_option(w, opts, 0, &done);
	dw_patch(w, patch_at, section);
	begin = dw_section(w, 0, false);
	mms_buf_add(&w->out, opts->data, opts->len);
	dw_patch(w, begin - 8, w->out.len - begin);
	return w->out.len - 8;
}

static inline void dw_part7(struct dw *w, struct mms_buf *opts, unsigned int part)
{
	struct mms_buf raw mms_auto(buf) = { 0 }, where mms_auto(buf) = { 0 };
	size_t begin;

	dw_num(w, &where, w->out.len, 8);
	dw_option(w, opts, 16 + part, &where);
	begin = dw_section(w, 16 + part, dw_packs(w));
	dw_parts[part](w, &raw);
	if (dw_packs(w))
		dw_pack(w, &w->out, &raw);
	else
		mms_buf_add(&w->out, raw.data, raw.len);
	dw_patch(w, begin - 8, w->out.len - begin);
}

static inline void dw_buffer7(struct dw *w, struct mms_buf *opts)
{
	struct mms_buf data mms_auto(buf) = { 0 };
	size_t section = w->out.len, begin = dw_section(w, 3, dw_packs(w));

	dw_num(w, &data, section, 8);
	dw_str(&data, "");
	dw_str(&data, "mono");
	dw_num(w, &data, w->o.page_size, 4);
	dw_num(w, &data, w->o.nr_cpus, 4);
	for (unsigned int i = 0; i < w->o.nr_cpus; i++) {
		size_t at;

		dw_align(w);
		at = w->out.len;
		dw_cpu_data(w, &w->out, i);
		dw_num(w, &data, i, 4);
		dw_num(w, &data, at, 8);
		dw_num(w, &data, w->out.len - at, 8);
	}
	dw_patch(w, begin - 8, w->out.len - begin);
	dw_option(w, opts, 3, &data);
}

static inline void dw_write7(struct dw *w)
{
	struct mms_buf meta mms_auto(buf) = { 0 }, data mms_auto(buf) = { 0 };
	size_t first_options, next;

	dw_str(&w->out, w->o.codec);
	dw_str(&w->out, "1");
	first_options = w->out.len;
	dw_num(w, &w->out, 0, 8);
	for (unsigned int i = 0; i < sizeof(dw_parts) / sizeof(dw_parts[0]); i++)
		dw_part7(w, &meta, i);
	dw_shared_options(w, &meta);
	next = dw_options7(w, &meta, first_options);
	if (w->o.no_buffers)
		return;
	dw_buffer7(w, &data);
	dw_options7(w, &data, next);
}

/* The whole file; release w->out. */
static inline void dw_write(struct dw *w)
{
	dw_head(w);
	if (w->o.version == 7)
		dw_write7(w);
	else
		dw_write6(w);
}

#endif
