// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/buf.h"
#include "parse/sample_text.h"

static int print(void *ctx, const struct mms_sample *s)
{
	struct mms_buf *out = ctx;

	mms_buf_printf(out, "%s%s%s=", s->scope, *s->scope ? " " : "", s->key);
	return s->is_max ? mms_buf_printf(out, "max\n")
			 : mms_buf_printf(out, "%lld\n", (long long)s->value);
}

static void check(const char *file, const char *text, const char *want)
{
	struct mms_buf out mms_auto(buf) = { 0 };

	assert_int_equal(mms_sample_parse(file, text, strlen(text), print, &out), 0);
	assert_string_equal(mms_buf_text(&out), want);
}

static void pairs_are_taken_line_by_line(void **state)
{
	(void)state;
	check("vmstat", "nr_free_pages 149326\npgscan_kswapd 0\nnr_unstable 0",
	      "vmstat.nr_free_pages=149326\nvmstat.pgscan_kswapd=0\nvmstat.nr_unstable=0\n");
	check("memory.stat", "anon 4096\nfile 20262912\n",
	      "memory.stat.anon=4096\nmemory.stat.file=20262912\n");
	check("memory.events.local", "low 0\nhigh 299\n",
	      "memory.events.local.low=0\nmemory.events.local.high=299\n");
}

static void lines_that_do_not_look_so_are_passed_over(void **state)
{
	(void)state;
	check("vmstat", "\n \t\nonly\nx y\nz 1z\nv -\nok 7\nw 99999999999999999999999999\n",
	      "vmstat.ok=7\n");
	check("vmstat", "", "");
	check("unheard_of", "a 1\n", "");
}

static void counters_of_64_bits_keep_their_bits(void **state)
{
	(void)state;
	check("vmstat",
	      "a 18446744073709551615\nb 9223372036854775808\nc -5\nd 18446744073709551616\n",
	      "vmstat.a=-1\nvmstat.b=-9223372036854775808\nvmstat.c=-5\n");
}

static void meminfo_is_told_in_bytes(void **state)
{
	(void)state;
	check("meminfo",
	      "MemTotal:         655996 kB\nActive(anon):       2420 kB\nHugePages_Total:       0\n",
	      "meminfo.MemTotal=671739904\nmeminfo.Active(anon)=2478080\nmeminfo.HugePages_Total=0\n");
}

static void pressure_is_told_by_its_totals(void **state)
{
	const char text[] = "some avg10=1.32 avg60=0.41 avg300=0.09 total=332767\n"
			    "full avg10=1.32 avg60=0.41 avg300=0.09 total=319000\n";
	const char want[] =
		"pressure.memory.some.total=332767\npressure.memory.full.total=319000\n";

	(void)state;
	check("pressure-memory", text, want);
	check("memory.pressure", text, want);
}

static void zoneinfo_parts_nodes_zones_and_leaves_cpu_lists_out(void **state)
{
	(void)state;
	check("zoneinfo",
	      "Node 0, zone      DMA\n"
	      "  per-node stats\n"
	      "      nr_inactive_anon 11\n"
	      "      nr_mapped    1004\n"
	      "  pages free     3808\n"
	      "        min      190\n"
	      "        high     284\n"
	      "        protection: (0, 131, 628, 628, 628)\n"
	      "      nr_free_pages 3808\n"
	      "  pagesets\n"
	      "    cpu: 0\n"
	      "              count: 0\n"
	      "              high:  118\n"
	      "  vm stats threshold: 4\n"
	      "    cpu: 1\n"
	      "              high:  119\n"
	      "  node_unreclaimable:  0\n"
	      "  start_pfn:           1\n"
	      "Node 1, zone   Normal\n"
	      "  pages free     7\n"
	      "        high     9\n",
	      "node0 zoneinfo.nr_inactive_anon=11\nnode0 zoneinfo.nr_mapped=1004\n"
	      "node0/DMA zoneinfo.free=3808\nnode0/DMA zoneinfo.min=190\nnode0/DMA zoneinfo.high=284\n"
	      "node0/DMA zoneinfo.nr_free_pages=3808\nnode0/DMA zoneinfo.node_unreclaimable=0\n"
	      "node0/DMA zoneinfo.start_pfn=1\n"
	      "node1/Normal zoneinfo.free=7\nnode1/Normal zoneinfo.high=9\n");
}

static void buddyinfo_is_told_by_order(void **state)
{
	(void)state;
	check("buddyinfo", "Node 0, zone      DMA      1      0      3 \nrubbish\n",
	      "node0/DMA buddyinfo.order0=1\nnode0/DMA buddyinfo.order1=0\nnode0/DMA buddyinfo.order2=3\n");
}

static void diskstats_is_told_by_disk(void **state)
{
	(void)state;
	check("diskstats", " 254       0 vda 2603 17 20824 99 5 0 40 1 0 60 100\n",
	      "vda diskstats.reads=2603\nvda diskstats.reads_merged=17\nvda diskstats.read_sectors=20824\n"
	      "vda diskstats.read_ms=99\nvda diskstats.writes=5\nvda diskstats.writes_merged=0\n"
	      "vda diskstats.write_sectors=40\nvda diskstats.write_ms=1\nvda diskstats.in_flight=0\n"
	      "vda diskstats.io_ms=60\nvda diskstats.weighted_io_ms=100\n");
}

static void disks_of_a_cgroup_are_summed(void **state)
{
	(void)state;
	check("io.stat", "254:0 rbytes=100 wbytes=49606656 rios=1\n254:16 rbytes=23 dios=0\n",
	      "io.stat.rbytes=123\nio.stat.wbytes=49606656\nio.stat.rios=1\nio.stat.dios=0\n");
}

static void numa_statistics_are_told_by_node(void **state)
{
	(void)state;
	check("memory.numa_stat", "anon N0=5 N1=6\n",
	      "memory.numa_stat.anon.N0=5\nmemory.numa_stat.anon.N1=6\n");
	check("memory.numa_stat", "total=11 N0=5 N1=6\n",
	      "memory.numa_stat.total=11\nmemory.numa_stat.total.N0=5\nmemory.numa_stat.total.N1=6\n");
}

static void a_limit_may_be_max(void **state)
{
	(void)state;
	check("memory.high", "max\n", "memory.high=max\n");
	check("memory.current", "20361216\n", "memory.current=20361216\n");
	check("memory.limit_in_bytes", "9223372036854771712\n",
	      "memory.limit_in_bytes=9223372036854771712\n");
	check("memory.current", "1 2\n", "");
	check("memory.current", "1\n2\n", "");
	check("cgroup.procs", "77\n", "");
}

static int refuse(void *ctx, const struct mms_sample *s)
{
	(void)ctx;
	(void)s;
	return -ENOMEM;
}

static void the_teller_can_stop(void **state)
{
	(void)state;
	assert_int_equal(mms_sample_parse("vmstat", "a 1\nb 2\n", 8, refuse, NULL), -ENOMEM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_are_taken_line_by_line),
		cmocka_unit_test(lines_that_do_not_look_so_are_passed_over),
		cmocka_unit_test(counters_of_64_bits_keep_their_bits),
		cmocka_unit_test(meminfo_is_told_in_bytes),
		cmocka_unit_test(pressure_is_told_by_its_totals),
		cmocka_unit_test(zoneinfo_parts_nodes_zones_and_leaves_cpu_lists_out),
		cmocka_unit_test(buddyinfo_is_told_by_order),
		cmocka_unit_test(diskstats_is_told_by_disk),
		cmocka_unit_test(disks_of_a_cgroup_are_summed),
		cmocka_unit_test(numa_statistics_are_told_by_node),
		cmocka_unit_test(a_limit_may_be_max),
		cmocka_unit_test(the_teller_can_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
