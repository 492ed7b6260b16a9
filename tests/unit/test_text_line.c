// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "parse/text_line.h"

/* What is expected of a line; comm NULL: unknown, event "": cut. */
struct want {
	const char *line;
	const char *comm;
	int32_t pid, tgid, cpu;
	int16_t flags;
	int64_t ts;
	const char *event, *rest;
};

static bool parse(const char *line, struct mms_text_head *h)
{
	struct mms_slice s = { line, line + strlen(line) };

	return mms_text_head_parse(s, h);
}

static void same(struct mms_slice got, const char *want, const char *line)
{
	if (!got.pos != !want || (want && !mms_slice_is(got, want, strlen(want))))
		fail_msg("'%s': '%.*s' instead of '%s'", line, (int)mms_slice_len(got),
			 got.pos ? got.pos : "", want ? want : "(unknown)");
}

static void check(const struct want *w, size_t n)
{
	for (; n--; w++) {
		struct mms_text_head h;

		if (!parse(w->line, &h))
			fail_msg("'%s' is no event", w->line);
		same(h.comm, w->comm, w->line);
		same(h.event, w->event, w->line);
		same(h.rest, w->rest, w->line);
		if (h.pid != w->pid || h.tgid != w->tgid || h.cpu != w->cpu || h.flags != w->flags)
			fail_msg("'%s': pid %d tgid %d cpu %d flags %d", w->line, h.pid, h.tgid,
				 h.cpu, h.flags);
		if (h.ts != w->ts || (w->ts && !h.has_time))
			fail_msg("'%s': time %lld", w->line, (long long)h.ts);
	}
}

#define CHECK(table) check(table, sizeof(table) / sizeof(table[0]))

/* kernel-events: text headers differ by era */
static void heads_of_every_era_are_read(void **state)
{
	static const struct want w[] = {
		{ "  kswapd0-31 [002]  12.000345: ev: a=1", "kswapd0", 31, -1, 2, -1, 12000345000,
		  "ev", "a=1" },
		{ "  kswapd0-31 [002] d..2  12.000345: ev: a=1", "kswapd0", 31, -1, 2, 1,
		  12000345000, "ev", "a=1" },
		{ "  kswapd0-31 [010] DNh2. 12.000345: ev: a=1", "kswapd0", 31, -1, 10,
		  0x81 | 0x24 | 0x08, 12000345000, "ev", "a=1" },
		{ "  kswapd0-31 (   31) [002] ...1  12.000345: ev: a=1", "kswapd0", 31, 31, 2, 0,
		  12000345000, "ev", "a=1" },
		{ "  app-77  (-----) [002] .n.1  12.000345: ev: a=1", "app", 77, -1, 2, 4,
		  12000345000, "ev", "a=1" },
		{ "  app-77     2dNs3.  8123456us : ev: a=1", "app", 77, -1, 2, 1 | 0x24 | 0x10,
		  8123456000, "ev", "a=1" },
		{ "  app-77     12d..3.  56us+: ev: a=1", "app", 77, -1, 12, 1, 56000, "ev",
		  "a=1" },
	};

	(void)state;
	CHECK(w);
}

static void stamps_are_read_as_exactly_as_they_are_written(void **state)
{
	static const struct want w[] = {
		{ "a-1 [000] 7.123456789: ev: a=1", "a", 1, -1, 0, -1, 7123456789, "ev", "a=1" },
		{ "a-1 [000] 7.123456789 ev: a=1", "a", 1, -1, 0, -1, 7123456789, "ev", "a=1" },
		{ "a-1 [000] 4111222.000001: ev: a=1", "a", 1, -1, 0, -1, 4111222000001000, "ev",
		  "a=1" },
		{ "a-1 [000] ..... 987654321987: ev: a=1", "a", 1, -1, 0, 0, 987654321987, "ev",
		  "a=1" },
		{ "a-1 [000]987654321987: ev: a=1", "a", 1, -1, 0, -1, 987654321987, "ev", "a=1" },
	};
	struct mms_text_head h;

	(void)state;
	CHECK(w);
	assert_false(parse("a-1 [000] 3.1: ev:", &h));
	assert_true(parse(w[3].line, &h));
	assert_true(h.is_ticks);
	/* a number alone is a time only behind a CPU */
	assert_false(parse("  a-1 987654321987: ev: a=1", &h));
	assert_false(parse("a-1 [000] 99999999999999999999.000001: ev: a=1", &h));
}

/* kernel-events: comm may hold anything, and is no key */
static void a_comm_may_hold_anything(void **state)
{
	static const struct want w[] = {
		{ " Web Worker #3-99 [000] ..... 1.000001: ev:", "Web Worker #3", 99, -1, 0, 0,
		  1000001000, "ev", "" },
		{ " a-b-7-99 [000] ..... 1.000001: ev:", "a-b-7", 99, -1, 0, 0, 1000001000, "ev",
		  "" },
		{ " kworker/u9:1-9 [000] ..... 1.000001: ev:", "kworker/u9:1", 9, -1, 0, 0,
		  1000001000, "ev", "" },
		{ " x [1] y-9 [000] ..... 1.000001: ev:", "x [1] y", 9, -1, 0, 0, 1000001000, "ev",
		  "" },
		{ " jbd2/vda2-12-9 [000] 1.000001: ev:", "jbd2/vda2-12", 9, -1, 0, -1, 1000001000,
		  "ev", "" },
		{ "fifteen-chars-x-123456 [000] 1.000001: ev:", "fifteen-chars-x", 123456, -1, 0,
		  -1, 1000001000, "ev", "" },
		{ " -9 [000] 1.000001: ev:", "", 9, -1, 0, -1, 1000001000, "ev", "" },
		{ " <...>-9 [000] 1.000001: ev:", NULL, 9, -1, 0, -1, 1000001000, "ev", "" },
		{ " <idle>-0 [000] 1.000001: ev:", "<idle>", 0, -1, 0, -1, 1000001000, "ev", "" },
	};

	(void)state;
	CHECK(w);
}

static void perf_script_puts_blanks_where_ftrace_has_a_dash(void **state)
{
	static const struct want w[] = {
		{ "  kswapd0    55 [001] 12.000345: vmscan:ev: a=1", "kswapd0", 55, -1, 1, -1,
		  12000345000, "ev", "a=1" },
		{ "  Web Worker  55/57 [001] 12.000345:  vmscan:ev: a=1", "Web Worker", 57, 55, 1,
		  -1, 12000345000, "ev", "a=1" },
		{ "  kswapd0    55 12.000345: ev: a=1", "kswapd0", 55, -1, -1, -1, 12000345000,
		  "ev", "a=1" },
	};
	struct mms_text_head h;

	(void)state;
	CHECK(w);
	assert_true(parse(w[0].line, &h));
	same(h.system, "vmscan", w[0].line);
	assert_true(parse("a 1 [000] 12.000345: PERF_RECORD_LOST lost 30", &h));
	same(h.event, "PERF_RECORD_LOST", "lost");
}

static void what_stands_before_the_task_is_passed_over(void **state)
{
	static const struct want w[] = {
		{ "[  77.123456] mytask-9   1d..2. 5000us : ev: a=1", "mytask", 9, -1, 1, 1,
		  5000000, "ev", "a=1" },
		{ "<4>[  77.123456] my task-9   1d..2. 5000us : ev: a=1", "my task", 9, -1, 1, 1,
		  5000000, "ev", "a=1" },
		{ "  instance:           sh-9 [000] 1.000001: ev:", "sh", 9, -1, 0, -1, 1000001000,
		  "ev", "" },
		{ "trace.dat:            my sh-9 [000] 1.000001: ev:", "my sh", 9, -1, 0, -1,
		  1000001000, "ev", "" },
	};

	(void)state;
	CHECK(w);
}

static void some_lines_have_no_cpu_or_begin_with_the_time(void **state)
{
	static const struct want w[] = {
		{ "55.000345 kswapd0-31 ev: a=1", "kswapd0", 31, -1, -1, -1, 55000345000, "ev",
		  "a=1" },
		{ "55.000345 Web Worker-31 ev: a=1", "Web Worker", 31, -1, -1, -1, 55000345000,
		  "ev", "a=1" },
		{ "kswapd0-31 55.000345: ev: a=1", "kswapd0", 31, -1, -1, -1, 55000345000, "ev",
		  "a=1" },
	};

	(void)state;
	CHECK(w);
}

static void a_comment_in_a_function_graph_has_no_time(void **state)
{
	struct mms_text_head h;

	(void)state;
	assert_true(parse("  7)   0.5 us    |    /* ev: a=1 b=2 */", &h));
	assert_false(h.has_time);
	assert_int_equal(h.cpu, 7);
	assert_int_equal(h.pid, -1);
	same(h.event, "ev", "graph");
	same(h.rest, "a=1 b=2", "graph");
	assert_false(parse("  7)   0.5 us    |    /* only prose */", &h));
	assert_false(parse("  7)   0.5 us    |    foo(); /* bar */", &h));
}

static void tracers_that_name_no_event_have_one(void **state)
{
	static const struct want w[] = {
		{ "a-1 [000] d... 1.000001: do_it <-by_whom", "a", 1, -1, 0, 1, 1000001000, "do_it",
		  "<-by_whom" },
		{ "a-1 [000] d... 1.000001: <stack trace>", "a", 1, -1, 0, 1, 1000001000,
		  "kernel_stack", "" },
		{ "a-1 [000] d... 1.000001: tracing_mark_write: A: b: c", "a", 1, -1, 0, 1,
		  1000001000, "tracing_mark_write", "A: b: c" },
	};

	(void)state;
	CHECK(w);
}

static void a_line_may_end_before_the_event(void **state)
{
	static const struct want w[] = {
		{ "a-1 [000] d... 1.000001:", "a", 1, -1, 0, 1, 1000001000, "", "" },
		{ "a-1 [000] d... 1.000001: ", "a", 1, -1, 0, 1, 1000001000, "", "" },
		{ "a-1 [000] d... 1.000001: mm_vmsc", "a", 1, -1, 0, 1, 1000001000, "", "mm_vmsc" },
	};

	(void)state;
	CHECK(w);
}

static void other_lines_are_no_events(void **state)
{
	static const char *const lines[] = {
		"",
		":",
		"# tracer: nop",
		"#           TASK-PID   CPU#  ||||    TIMESTAMP  FUNCTION",
		"[   77.123456] Call Trace:",
		"[   77.123456] CPU: 3 PID: 31 Comm: app Tainted: G W 4.8.0 #1",
		"77.123456 app invoked oom-killer: gfp_mask=0x1, order=0",
		"77.123456 Node 0 active_anon:100kB inactive_anon:3kB",
		"CPU:1 [LOST 7 EVENTS]",
		" => foo <ffffffff81000000>",
		"\tffffffff81000000 foo+0x10 ([kernel.kallsyms])",
		"     1,234 vmscan:mm_vmscan_kswapd_wake  #  0.7 M/sec",
		"12:30:59 Triggered by PID 31 (\"app\"), OOM kill of PID 32",
		"app  31  0  ZONE_DMA  -1  SYNC  0.02  complete",
	};
	struct mms_text_head h;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (parse(lines[i], &h))
			fail_msg("'%s' was taken for an event", lines[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_of_every_era_are_read),
		cmocka_unit_test(stamps_are_read_as_exactly_as_they_are_written),
		cmocka_unit_test(a_comm_may_hold_anything),
		cmocka_unit_test(perf_script_puts_blanks_where_ftrace_has_a_dash),
		cmocka_unit_test(what_stands_before_the_task_is_passed_over),
		cmocka_unit_test(some_lines_have_no_cpu_or_begin_with_the_time),
		cmocka_unit_test(a_comment_in_a_function_graph_has_no_time),
		cmocka_unit_test(tracers_that_name_no_event_have_one),
		cmocka_unit_test(a_line_may_end_before_the_event),
		cmocka_unit_test(other_lines_are_no_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
