// SPDX-License-Identifier: GPL-2.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/buf.h"
#include "common/err.h"
#include "common/hash.h"
#include "parse/source.h"
#include "parse/text_sort.h"

/* A text as an input: what comes out of it, a line per event or gap. */
struct text {
	struct mms_source *src;
	struct mms_buf out;
	uint64_t nr;
	char path[64];
};

static void text_write(struct text *t, const char *text, size_t len)
{
	int fd;

	memset(t, 0, sizeof(*t));
	snprintf(t->path, sizeof(t->path), "/tmp/mmscope-test-XXXXXX");
	fd = mkstemp(t->path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

static void dump_field(struct mms_buf *out, const struct mms_event *ev, const struct mms_field *f)
{
	int64_t value = 0;
	uint32_t len = 0;
	const uint8_t *bytes;

	if (f->kind == MMS_FIELD_INT) {
		if (mms_field_int(ev, f, &value))
			mms_buf_printf(out, " %s=%lld", f->name, (long long)value);
		return;
	}
	bytes = mms_field_bytes(ev, f, &len);
	if (bytes)
		mms_buf_printf(out, " %s='%.*s'", f->name, (int)len, (const char *)bytes);
}

static void dump(struct mms_buf *out, const struct mms_event *ev)
{
	if (out->len)
		mms_buf_add(out, "\n", 1);
	if (!ev->type) {
		mms_buf_printf(out, "%lld cpu %d lost %lld after %lld", (long long)ev->ts_ns,
			       ev->cpu, (long long)ev->nr_lost,
			       ev->lost_from_ns == INT64_MIN ? -1 : (long long)ev->lost_from_ns);
		return;
	}
	mms_buf_printf(out, "%lld cpu %d pid %d %s", (long long)ev->ts_ns, ev->cpu, ev->pid,
		       ev->type->name);
	for (unsigned int i = 0; i < ev->type->nr_fields; i++)
		dump_field(out, ev, &ev->type->fields[i]);
}

static void text_open(struct text *t, const char *text)
{
	struct mms_source_opts opts = { 0 };
	struct mms_event ev;
	int ret;

	text_write(t, text, strlen(text));
	ret = mms_source_open(t->path, &opts, &t->src);
	if (ret)
		fail_msg("%s", mms_err_text());
	while ((ret = mms_source_next(t->src, &ev)) > 0) {
		dump(&t->out, &ev);
		t->nr++;
	}
	assert_int_equal(ret, 0);
}

static void text_close(struct text *t)
{
	mms_source_close(t->src);
	mms_buf_release(&t->out);
	unlink(t->path);
}

static void expect(const char *text, const char *want)
{
	struct text t;

	text_open(&t, text);
	assert_string_equal(mms_buf_text(&t.out), want);
	text_close(&t);
}

/* Behind the first line, which every text has. */
static void expect_notes(struct mms_source *src, const char *want)
{
	const char *rest = strchr(mms_source_info(src)->notes, '\n');

	assert_non_null(strstr(mms_source_info(src)->notes, "size of a page"));
	assert_non_null(rest);
	assert_string_equal(rest + 1, want);
}

/* ---- values ---- */

static void labels_become_the_fields_of_the_record(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: mm_vmscan_lru_isolate: isolate_mode=1 order=8 nr_requested=32"
	       " nr_scanned=31 nr_taken=30 contig_taken=12 contig_dirty=0 contig_failed=18\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_lru_isolate order=8 nr_requested=32 nr_scanned=31"
	       " nr_taken=30 isolate_mode=1 nr_lumpy_taken=12 nr_lumpy_dirty=0 nr_lumpy_failed=18");
	expect("a-1 [000] 1.000001: mm_vmscan_throttled: nid=0 usec_timeout=100000"
	       " usect_delayed=24000 reason=VMSCAN_THROTTLE_WRITEBACK\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_throttled nid=0 usec_timeout=100000"
	       " usec_delayed=24000 reason=1");
	expect("a-1 [000] 1.000001: mm_compaction_isolate_freepages: range=(0x1000 ~ 0x1200)"
	       " nr_scanned=512 nr_taken=7\n",
	       "1000001000 cpu 0 pid 1 mm_compaction_isolate_freepages start_pfn=4096"
	       " end_pfn=4608 nr_scanned=512 nr_taken=7");
}

static void labels_may_be_words(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: mm_shrink_slab_start: my_scan+0x0/0x10 [mymod] ffff8881aa00:"
	       " nid: 1 objects to shrink 20 gfp_flags GFP_KERNEL|__GFP_ZERO cache items 10"
	       " delta 3 total_scan 4 priority 12\n",
	       "1000001000 cpu 0 pid 1 mm_shrink_slab_start shr='ffff8881aa00'"
	       " shrink='my_scan+0x0/0x10 [mymod]' nid=1 nr_objects_to_shrink=20"
	       " gfp_flags='GFP_KERNEL|__GFP_ZERO' cache_items=10 delta=3 total_scan=4 priority=12");
	expect("a-1 [000] 1.000001: mm_shrink_slab_start: cache items 10 delta 3 total_scan 4\n",
	       "1000001000 cpu 0 pid 1 mm_shrink_slab_start cache_items=10 delta=3 total_scan=4");
	expect("a-1 [000] 1.000001: mark_victim: pid=9 comm=my app total-vm=12kB anon-rss=3kB"
	       " file-rss:4kB oom_score_adj=-7\n",
	       "1000001000 cpu 0 pid 1 mark_victim pid=9 comm='my app' total_vm=12 anon_rss=3"
	       " file_rss=4 oom_score_adj=-7");
	expect("a-1 [000] 1.000001: writeback_pages_written: 316\n",
	       "1000001000 cpu 0 pid 1 writeback_pages_written pages=316");
}

static void a_label_without_a_value_is_no_value_of_the_next(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: writeback_dirty_inode_enqueue: dev 8,1 ino 23 dirtied 99 state"
	       "  mode 0100644\n",
	       "1000001000 cpu 0 pid 1 writeback_dirty_inode_enqueue dev='8,1' ino=23 state=''"
	       " mode=33188 dirtied_when=99");
}

static void events_that_nobody_knows_keep_keys_and_values(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: name=Web Worker #1 n=0x10 oorder=3 state= z=1\n",
	       "1000001000 cpu 0 pid 1 my_event name='Web Worker' n=16 oorder=3 state='' z=1"
	       " text='name=Web Worker #1 n=0x10 oorder=3 state= z=1'");
	expect("a-1 [000] 1.000001: my_event: free text, and n=1\n"
	       "a-1 [000] 1.000002: my_event: n=2\n",
	       "1000001000 cpu 0 pid 1 my_event n=1 text='free text, and n=1'\n"
	       "1000002000 cpu 0 pid 1 my_event n=2");
	expect("a-1 [000] 1.000001: my_switch: prev_comm=my app prev_state=R+ ==> next_comm=x\n",
	       "1000001000 cpu 0 pid 1 my_switch prev_comm='my app' prev_state='R+' next_comm='x'");
}

static void a_field_is_a_text_when_one_of_its_values_is(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: flags=0x40\n"
	       "a-1 [000] 1.000002: my_event: flags=GFP_KERNEL|0x2\n",
	       "1000001000 cpu 0 pid 1 my_event flags='0x40'\n"
	       "1000002000 cpu 0 pid 1 my_event flags='GFP_KERNEL|0x2'");
}

static void raw_fields_and_failures_of_trace_cmd_are_read(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: mm_vmscan_memcg_reclaim_begin: [FAILED TO PARSE]"
	       " gfp_flags=0x100cca memcg_id=154 order=0\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_memcg_reclaim_begin order=0 gfp_flags=1051850"
	       " memcg_id=154");
	expect("a-1 [000] 1.000001: mm_vmscan_write_folio: pfn=0x102efe reclaim_flags=9\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_write_folio pfn=1060606 reclaim_flags=9");
}

/* ---- pitfalls: kernel-events of text ---- */

static void a_comm_that_is_not_known_is_no_name(void **state)
{
	const struct mms_source_info *info;
	struct text t;

	(void)state;
	text_open(&t, "<...>-5 [000] 1.000001: my_event: a=1\n"
		      "my [app]: x-6 [000] 1.000002: my_event: a=1\n"
		      "older-7 [000] 1.000003: my_event: a=1\n"
		      "newer-7 [000] 1.000004: my_event: a=1\n");
	info = mms_source_info(t.src);
	assert_int_equal(info->nr_comms, 2);
	for (unsigned int i = 0; i < 2; i++)
		assert_string_equal(info->comms[i].comm,
				    info->comms[i].pid == 6 ? "my [app]: x" : "newer");
	text_close(&t);
}

static void a_pid_is_a_thread_not_its_process(void **state)
{
	(void)state;
	expect("a-8 (    5) [000] ...1 1.000001: my_event: a=1\n"
	       "a    5/9 [000] 1.000002: my_event: a=1\n",
	       "1000001000 cpu 0 pid 8 my_event a=1\n"
	       "1000002000 cpu 0 pid 9 my_event a=1");
}

static void equal_times_keep_the_order_of_the_lines(void **state)
{
	(void)state;
	expect("a-1 [001] 1.000001: my_event: a=1\n"
	       "a-1 [000] 1.000001: my_event: a=2\n"
	       "a-1 [001] 1.000001: my_event: a=3\n"
	       "a-1 [001] 1.000000: my_event: a=0\n",
	       "1000000000 cpu 1 pid 1 my_event a=0\n"
	       "1000001000 cpu 1 pid 1 my_event a=1\n"
	       "1000001000 cpu 0 pid 1 my_event a=2\n"
	       "1000001000 cpu 1 pid 1 my_event a=3");
}

static void headers_of_all_eras_may_be_in_one_text(void **state)
{
	(void)state;
	expect("#           TASK-PID    CPU#    TIMESTAMP  FUNCTION\n"
	       "   a-1 [003]  1.000001: my_event: a=1\n"
	       "# tracer: nop\n"
	       "   a-1 [003] d..2  1.000002: my_event: a=2\n"
	       "   a-1 (    1) [003] d..2.  1.000003: my_event: a=3\n"
	       "   a-1     3d..2.  1000004us : my_event: a=4\n",
	       "1000001000 cpu 3 pid 1 my_event a=1\n"
	       "1000002000 cpu 3 pid 1 my_event a=2\n"
	       "1000003000 cpu 3 pid 1 my_event a=3\n"
	       "1000004000 cpu 3 pid 1 my_event a=4");
}

static void pointers_are_no_numbers(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: ptr=00000000d2be5665 pfn=970744\n"
	       "a-1 [000] 1.000002: my_event: ptr=0000000012345678 pfn=0x1d1ac1\n"
	       "a-1 [000] 1.000003: my_event: ptr=(null) pfn=0\n",
	       "1000001000 cpu 0 pid 1 my_event ptr='00000000d2be5665' pfn=970744\n"
	       "1000002000 cpu 0 pid 1 my_event ptr='0000000012345678' pfn=1907393\n"
	       "1000003000 cpu 0 pid 1 my_event ptr='(null)' pfn=0");
}

static void numbers_that_look_negative_or_huge_are_kept(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: a=-32 b=9223372036854775807"
	       " c=18446744073709551615 d=-4294824915\n",
	       "1000001000 cpu 0 pid 1 my_event a=-32 b=9223372036854775807 c=-1 d=-4294824915");
}

/* ---- lines ---- */

static void lines_broken_between_words_are_joined(void **state)
{
	(void)state;
	expect("          kswapd1-86    [001] dN.. 18.654375: \n"
	       "mm_vmscan_lru_isolate: classzone=0 order=0 \n"
	       "nr_requested=32 nr_scanned=42 nr_taken=0 lru=inactive_file\n"
	       "[...]\n"
	       "          kswapd1-86    [001] dN.. 18.654376: mm_vmscan_kswapd_sleep: nid=1\n",
	       "18654375000 cpu 1 pid 86 mm_vmscan_lru_isolate highest_zoneidx=0 order=0"
	       " nr_requested=32 nr_scanned=42 nr_taken=0 lru=2\n"
	       "18654376000 cpu 1 pid 86 mm_vmscan_kswapd_sleep nid=1");
	expect("a-1 [000] 1.000001: mm_shrink_slab_end: my_scan+0x0/0x10 ffff8881aa00: nid: 0\n"
	       "unused scan count 5 new scan\n"
	       "count 7 total_scan 8\n"
	       "last shrinker return val 9\n",
	       "1000001000 cpu 0 pid 1 mm_shrink_slab_end shr='ffff8881aa00'"
	       " shrink='my_scan+0x0/0x10' nid=0 unused_scan=5 new_scan=7 retval=9 total_scan=8");
}

static void lines_broken_within_words_are_joined(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: mm_vmscan_lru_shr\n"
	       "ink_inactive: nid=0 nr_scanned=1 nr_reclaimed=1 nr_dirty=0 nr_activat\n"
	       "e=3 nr_unmap_fail=12\n"
	       "34 priority=\n"
	       "4 flags=RECLAIM_WB_FILE|RECLAIM_WB\n"
	       "_ASYNC\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_lru_shrink_inactive nid=0 nr_scanned=1"
	       " nr_reclaimed=1 nr_dirty=0 nr_activate=3 nr_unmap_fail=1234 priority=4"
	       " reclaim_flags=10");
	expect("a-1 [000] 1.000001: mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERN\n"
	       "EL|__GFP_ZERO\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_direct_reclaim_begin order=0"
	       " gfp_flags='GFP_KERNEL|__GFP_ZERO'");
}

static void other_lines_do_not_go_on_with_an_event(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: mm_vmscan_lru_isolate: order=0 nr_scanned=7 nr_taken=0 file=1\n"
	       "   8284 0 file=1\n"
	       "    501 32 file=1\n"
	       "77.123456 app invoked oom-killer: gfp_mask=0x1, order=5\n"
	       "a-1 [000] 1.000002: mm_vmscan_kswapd_sleep: nid=1\n"
	       "[   77.123456] Node 0 order=4\n"
	       "a-1 [000] 1.000003: mm_vmscan_kswapd_wake: nid=1\n"
	       "\n"
	       "order=3\n",
	       "1000001000 cpu 0 pid 1 mm_vmscan_lru_isolate order=0 nr_scanned=7 nr_taken=0 file=1\n"
	       "1000002000 cpu 0 pid 1 mm_vmscan_kswapd_sleep nid=1\n"
	       "1000003000 cpu 0 pid 1 mm_vmscan_kswapd_wake nid=1");
}

static void quoting_and_codings_of_mail_are_undone(void **state)
{
	(void)state;
	expect("> > a-1 [000] 1.000001: my_event: a=1\r\n"
	       "> a-1\xc2\xa0[000]\xc2\xa0 1.000002: my_event: a=2\r\n"
	       "a-1\xa0[000]\xa0 1.000003: my_event: a=3\n",
	       "1000001000 cpu 0 pid 1 my_event a=1\n"
	       "1000002000 cpu 0 pid 1 my_event a=2\n"
	       "1000003000 cpu 0 pid 1 my_event a=3");
	expect("Content-Transfer-Encoding: quoted-printable\n"
	       "\n"
	       "a-1 [000] 1.000001: my_ev=\n"
	       "ent: a=3D1=0A=\n"
	       "a-1 [000] 1.000002: my_event: a=\n"
	       "=3D2\n",
	       "1000001000 cpu 0 pid 1 my_event a=1\n"
	       "1000002000 cpu 0 pid 1 my_event a=2");
	expect("<html><pre>\n"
	       "&lt;...&gt;-1 [000] 1.000001: my_event: a=1 b=&quot;x&quot;\n"
	       "a-1 [000] 1.000002: my_event: a=2\\n\\\n"
	       "a-1 [000] 1.000003: my_event: a=3\\n\\\n"
	       "</pre>\n",
	       "1000001000 cpu 0 pid 1 my_event a=1 b='\"x\"'\n"
	       "1000002000 cpu 0 pid 1 my_event a=2\n"
	       "1000003000 cpu 0 pid 1 my_event a=3");
}

static void a_stack_belongs_to_its_event(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: a=1\n"
	       "a-1 [000] 1.000002: <stack trace>\n"
	       " => one\n"
	       " => two\n"
	       "a-1 [000] 1.000003: my_event: a=2\n",
	       "1000001000 cpu 0 pid 1 my_event a=1\n"
	       "1000002000 cpu 0 pid 1 kernel_stack text=' => one => two'\n"
	       "1000003000 cpu 0 pid 1 my_event a=2");
}

static void markers_have_one_name_in_all_texts(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: tracing_mark_write: my: a=1 marker\n"
	       "a-1 [000] 1.000002: print:    tracing_mark_write: my: a=1 marker\n"
	       "a-1 [000] 1.000003: print:    ip=tracing_mark_write buf=my: a=1 marker\n",
	       "1000001000 cpu 0 pid 1 print ip='tracing_mark_write' buf='my: a=1 marker'\n"
	       "1000002000 cpu 0 pid 1 print ip='tracing_mark_write' buf='my: a=1 marker'\n"
	       "1000003000 cpu 0 pid 1 print ip='tracing_mark_write' buf='my: a=1 marker'");
}

static void an_event_without_a_time_has_its_neighbours(void **state)
{
	(void)state;
	expect("a-1 [000] 1.000001: my_event: a=1\n"
	       " 3)   0.5 us |  /* my_event: a=2 */\n",
	       "1000001000 cpu 0 pid 1 my_event a=1\n"
	       "1000001000 cpu 3 pid -1 my_event a=2");
}

/* ---- what is missing ---- */

static void losses_stand_before_the_next_event_of_their_cpu(void **state)
{
	(void)state;
	expect("a-1 [001] 1.000001: my_event: a=1\n"
	       "CPU:1 [LOST 12 EVENTS]\n"
	       "a-1 [000] 1.000002: my_event: a=2\n"
	       "a-1 [001] 1.000003: my_event: a=3\n"
	       "[   77.1] CPU:0 [LOST EVENTS]\n"
	       "a-1 [000] 1.000004: my_event: a=4\n"
	       "CPU:0 [3 EVENTS DROPPED]\n"
	       "CPU:0 [EVENTS DROPPED]\n"
	       "a-1 [000] 1.000005: my_event: a=5\n"
	       "CPU:2 [3 EVENTS DROPPED]\n",
	       "1000001000 cpu 1 pid 1 my_event a=1\n"
	       "1000002000 cpu 0 pid 1 my_event a=2\n"
	       "1000003000 cpu 1 lost 12 after 1000001000\n"
	       "1000003000 cpu 1 pid 1 my_event a=3\n"
	       "1000004000 cpu 0 lost -1 after 1000002000\n"
	       "1000004000 cpu 0 pid 1 my_event a=4\n"
	       "1000005000 cpu 0 lost -1 after 1000004000\n"
	       "1000005000 cpu 0 pid 1 my_event a=5\n"
	       "1000005000 cpu 2 lost 3 after -1");
	expect("a 1 [000] 1.000001: my_event: a=1\n"
	       "a 1 [000] 1.000002: PERF_RECORD_LOST lost 30\n"
	       "a 1 [000] 1.000003: my_event: a=2\n",
	       "1000001000 cpu 0 pid 1 my_event a=1\n"
	       "1000003000 cpu 0 lost 30 after 1000001000\n"
	       "1000003000 cpu 0 pid 1 my_event a=2");
}

static void the_header_tells_what_was_overwritten(void **state)
{
	const struct mms_source_info *info;
	struct text t;

	(void)state;
	text_open(&t, "# entries-in-buffer/entries-written: 1/9   #P:4\n"
		      "a-1 [001] 1.000001: my_event: a=1\n");
	assert_string_equal(mms_buf_text(&t.out), "1000001000 cpu -1 lost 8 after -1\n"
						  "1000001000 cpu 1 pid 1 my_event a=1");
	info = mms_source_info(t.src);
	assert_int_equal(info->nr_cpus, 4);
	text_close(&t);
	expect("# entries-in-buffer/entries-written: 1/1   #P:4\n"
	       "a-1 [001] 1.000001: my_event: a=1\n",
	       "1000001000 cpu 1 pid 1 my_event a=1");
}

static void statistics_of_cpus_are_kept(void **state)
{
	const struct mms_source_info *info;
	struct text t;

	(void)state;
	text_open(&t, "CPU: 3\n"
		      "entries: 0\n"
		      "overrun: 75\n"
		      "commit overrun: 0\n"
		      "dropped events: 2\n"
		      "\n"
		      "a-1 [003] 1.000001: my_event: a=1\n");
	info = mms_source_info(t.src);
	assert_int_equal(info->nr_cpu_stats, 1);
	assert_int_equal(info->cpu_stats[0].cpu, 3);
	assert_int_equal(info->cpu_stats[0].overrun, 75);
	assert_int_equal(info->cpu_stats[0].dropped, 2);
	text_close(&t);
}

static void a_value_that_may_be_cut_is_unknown(void **state)
{
	struct text t;

	(void)state;
	text_open(&t, "a-1 [000] 1.000001: my_event: a=12 b=34\n"
		      "a-1 [000] 1.000002: my_event: a=12 b=3");
	assert_string_equal(mms_buf_text(&t.out), "1000001000 cpu 0 pid 1 my_event a=12 b=34\n"
						  "1000002000 cpu 0 pid 1 my_event a=12");
	assert_non_null(strstr(mms_source_info(t.src)->incomplete, "line 2"));
	text_close(&t);
	/* a label that is cut is none */
	expect("a-1 [000] 1.000001: mm_shrink_slab_start: cache items 15 delt\n",
	       "1000001000 cpu 0 pid 1 mm_shrink_slab_start cache_items=15 text='cache items 15 delt'");
}

static void what_cannot_be_read_is_unknown_and_told(void **state)
{
	struct text t;

	(void)state;
	text_open(&t,
		  "a-1 [000] 1.000001: mm_vmscan_kswapd_wake: nid=0 order=x\n"
		  "a-1 [000] 1.000002: mm_vmscan_lru_isolate: nr_scanned=1x2 lru=inactive_f\n"
		  "a-1 [000] 1.000003: mm_vmscan_lru_isolate: nr_scanned=12 lru=inactive_file\n");
	assert_string_equal(mms_buf_text(&t.out),
			    "1000001000 cpu 0 pid 1 mm_vmscan_kswapd_wake nid=0 order='x'\n"
			    "1000002000 cpu 0 pid 1 mm_vmscan_lru_isolate\n"
			    "1000003000 cpu 0 pid 1 mm_vmscan_lru_isolate nr_scanned=12 lru=2");
	assert_non_null(strstr(mms_source_info(t.src)->notes, "2 values cannot be read"));
	text_close(&t);
}

static void lines_without_time_and_place_are_told(void **state)
{
	struct text t;

	(void)state;
	text_open(&t, "a-1 [000] 1.000001: my_event: a=1\n"
		      "  mm_vmscan_kswapd_wake: nid=0 order=0\n"
		      "a-1 [000] 1.000002:\n"
		      "...\n");
	assert_int_equal(t.nr, 1);
	expect_notes(t.src, "1 lines begin like an event that then has no name: left out\n"
			    "1 lines are an event without time, thread and CPU: left out");
	text_close(&t);
}

static void a_clock_that_counts_no_ns_is_said(void **state)
{
	struct text t;

	(void)state;
	text_open(&t, "a-1 [000] ..... 41: my_event: a=1\na-1 [000] ..... 42: my_event: a=1\n");
	assert_false(mms_source_info(t.src)->clock_is_ns);
	text_close(&t);
	text_open(&t, "a-1 [000] ..... 0.000041: my_event: a=1\n");
	assert_true(mms_source_info(t.src)->clock_is_ns);
	text_close(&t);
}

static void a_text_without_events_is_refused(void **state)
{
	struct mms_source *src = NULL;
	struct text t;

	(void)state;
	text_write(&t, "Dear all,\n\nnothing.\n", 20);
	assert_true(mms_source_open(t.path, &(struct mms_source_opts){ 0 }, &src) < 0);
	assert_non_null(strstr(mms_err_text(), "no line of it is a trace event"));
	unlink(t.path);
}

/* ---- much of it ---- */

static void long_inputs_are_read_through_a_small_buffer(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct text t;

	(void)state;
	for (int i = 0; i < 40000; i++) {
		mms_buf_printf(&text, "a-1 [000] %d.000000: my_event: n=%d\n", i, i);
		if (i % 10000 == 5000) {
			memset(mms_buf_reserve(&text, 3 << 20), 'x', 3 << 20);
			text.len += 3 << 20;
			mms_buf_add(&text, "\n", 1);
		}
	}
	text_open(&t, mms_buf_text(&text));
	assert_int_equal(t.nr, 40000);
	assert_non_null(
		strstr(mms_buf_text(&t.out), "39999000000000 cpu 0 pid 1 my_event n=39999"));
	text_close(&t);
}

/* Every block of lines reversed, and then one line too far from its place. */
static void lines_are_sorted_within_a_window(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_source_opts opts = { 0 };
	struct mms_event ev;
	int64_t last = -1;
	unsigned int n = 3 * MMS_TEXT_SORT_WINDOW;
	struct text t;

	(void)state;
	for (unsigned int i = 0; i < n; i++)
		mms_buf_printf(&text, "a-1 [000] %u.000000: my_event: n=1\n", (i ^ 0x3fff) + 1);
	mms_buf_printf(&text, "a-1 [000] 0.000001: my_event: n=1\n");
	text_write(&t, text.data, text.len);
	assert_int_equal(mms_source_open(t.path, &opts, &t.src), 0);
	for (unsigned int i = 0; i < n - 2 * MMS_TEXT_SORT_WINDOW; i++, last = ev.ts_ns) {
		assert_int_equal(mms_source_next(t.src, &ev), 1);
		assert_true(ev.ts_ns > last);
	}
	for (t.nr = n - 2 * MMS_TEXT_SORT_WINDOW; mms_source_next(t.src, &ev) > 0;)
		t.nr++;
	assert_int_equal(t.nr, n + 1);
	expect_notes(t.src,
		     "1 events are too far from their place in time: given where they stand");
	text_close(&t);
}

/* All that comes out, in one number. */
static uint64_t digest(const char *path, int nr_workers, uint64_t *ret_nr)
{
	struct mms_source_opts opts = { .nr_workers = nr_workers };
	struct mms_source *src mms_auto(source) = NULL;
	struct mms_buf out mms_auto(buf) = { 0 };
	const struct mms_source_info *info;
	uint64_t hash = MMS_HASH_INIT;
	struct mms_event ev;

	assert_int_equal(mms_source_open(path, &opts, &src), 0);
	for (*ret_nr = 0; mms_source_next(src, &ev) > 0; ++*ret_nr) {
		mms_buf_reset(&out);
		dump(&out, &ev);
		hash = mms_hash(hash, out.data, out.len);
	}
	info = mms_source_info(src);
	hash = mms_hash(hash, info->notes, strlen(info->notes));
	hash = mms_hash(hash, info->incomplete, strlen(info->incomplete));
	hash = mms_hash(hash, &info->nr_cpus, sizeof(info->nr_cpus));
	for (unsigned int i = 0; i < info->nr_types; i++)
		hash = mms_hash(hash, info->types[i].name, strlen(info->types[i].name));
	return mms_hash(hash, &info->nr_comms, sizeof(info->nr_comms));
}

/* Each event has fields of its own in every part, some are texts in the last one only. */
static void several_threads_read_what_one_reads(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	uint64_t one, four, nr_one, nr_four;
	struct text t;

	(void)state;
	for (int i = 0; i < 400000; i++) {
		mms_buf_printf(&text, "comm%d-%d [%03d] %d.%06d: event%d: a%d=%d\n", i % 7,
			       i % 7 + 1, i % 3, i / 1000, i % 1000 * 1000, i % 5 + i / 100000,
			       i / 50000, i);
		mms_buf_printf(&text,
			       "x-1 [000] %d.%06d: mm_vmscan_kswapd_wake: nid=0\n order=%d\n",
			       i / 1000, i % 1000 * 1000 + 1, i);
		if (i % 1000 == 0)
			mms_buf_printf(&text, "CPU:1 [LOST %d EVENTS]\n", i + 1);
	}
	mms_buf_printf(&text, "CPU: 2\noverrun: 3\n\nz-9 [004] 0.000001: event1: a0=word a1=1");
	assert_true(text.len > 32 << 20);
	text_write(&t, text.data, text.len);
	one = digest(t.path, 1, &nr_one);
	four = digest(t.path, 4, &nr_four);
	assert_int_equal(nr_one, 800401);
	assert_int_equal(nr_four, nr_one);
	assert_true(one == four);
	unlink(t.path);
}

/* Whoever reads ahead is stopped when nobody wants more. */
static void a_long_text_may_be_closed_at_any_time(void **state)
{
	struct mms_buf text mms_auto(buf) = { 0 };
	struct mms_source_opts opts = { 0 };
	struct mms_event ev;
	struct text t;

	(void)state;
	for (int i = 0; text.len < 9 << 20; i++)
		mms_buf_printf(&text, "a-1 [000] %d.000000: my_event: n=%d\n", i, i);
	text_write(&t, text.data, text.len);
	for (int taken = 0; taken < 6000; taken += 2000) {
		assert_int_equal(mms_source_open(t.path, &opts, &t.src), 0);
		for (int i = 0; i < taken; i++) {
			assert_int_equal(mms_source_next(t.src, &ev), 1);
			assert_int_equal(ev.ts_ns, i * 1000000000ll);
		}
		mms_source_close(t.src);
	}
	unlink(t.path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(labels_become_the_fields_of_the_record),
		cmocka_unit_test(labels_may_be_words),
		cmocka_unit_test(a_label_without_a_value_is_no_value_of_the_next),
		cmocka_unit_test(events_that_nobody_knows_keep_keys_and_values),
		cmocka_unit_test(a_field_is_a_text_when_one_of_its_values_is),
		cmocka_unit_test(raw_fields_and_failures_of_trace_cmd_are_read),
		cmocka_unit_test(a_comm_that_is_not_known_is_no_name),
		cmocka_unit_test(a_pid_is_a_thread_not_its_process),
		cmocka_unit_test(equal_times_keep_the_order_of_the_lines),
		cmocka_unit_test(headers_of_all_eras_may_be_in_one_text),
		cmocka_unit_test(pointers_are_no_numbers),
		cmocka_unit_test(numbers_that_look_negative_or_huge_are_kept),
		cmocka_unit_test(lines_broken_between_words_are_joined),
		cmocka_unit_test(lines_broken_within_words_are_joined),
		cmocka_unit_test(other_lines_do_not_go_on_with_an_event),
		cmocka_unit_test(quoting_and_codings_of_mail_are_undone),
		cmocka_unit_test(a_stack_belongs_to_its_event),
		cmocka_unit_test(markers_have_one_name_in_all_texts),
		cmocka_unit_test(an_event_without_a_time_has_its_neighbours),
		cmocka_unit_test(losses_stand_before_the_next_event_of_their_cpu),
		cmocka_unit_test(the_header_tells_what_was_overwritten),
		cmocka_unit_test(statistics_of_cpus_are_kept),
		cmocka_unit_test(a_value_that_may_be_cut_is_unknown),
		cmocka_unit_test(what_cannot_be_read_is_unknown_and_told),
		cmocka_unit_test(lines_without_time_and_place_are_told),
		cmocka_unit_test(a_clock_that_counts_no_ns_is_said),
		cmocka_unit_test(a_text_without_events_is_refused),
		cmocka_unit_test(long_inputs_are_read_through_a_small_buffer),
		cmocka_unit_test(lines_are_sorted_within_a_window),
		cmocka_unit_test(several_threads_read_what_one_reads),
		cmocka_unit_test(a_long_text_may_be_closed_at_any_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
