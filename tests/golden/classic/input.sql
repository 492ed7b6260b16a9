-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: A classic LRU of 6.18: kswapd, direct and memcg reclaim, counters of the global scope, three segments, no loss.
INSERT INTO run (
	id, label, n, fingerprint, source, kernel, machine, nr_cpus, page_size, hz, clock,
	first_ns, last_ns, win_from_ns, win_to_ns, win_kind, command, status, wall_ns, user_ns, sys_ns,
	recorded_at, events, mglru, scan_source, counter_scope
) VALUES (
	1, 'base', 1, 'f1', 'base.data', '6.18.5', 'x86_64', 2, 4096, 250, 'mono',
	10200000000, 13999999999, 10500000000, 13500000000, 'markers', 'dd if=file of=/dev/null', 0, 2500000000,
	500000000, 1250000000, '2026-01-02T03:04:05Z', 1000, 0, 'isolate.nr_scanned', 'global'
);
-- 0 lies before the window, 4 behind it
INSERT INTO segment VALUES
	(1, 0, 10200000000, 10500000000, 1), (1, 1, 10500000000, 11000000000, 11), (1, 2, 11000000000, 12000000000, 21),
	(1, 3, 12000000000, 13500000000, 31), (1, 4, 13500000000, 14000000000, 91);
INSERT INTO marker VALUES
	(1, 11, 10500000000, 'mmscope: before end'), (1, 21, 11000000000, 'load, first'), (1, 91, 13500000000, 'mmscope: after begin');
INSERT INTO event_type (id, run_id, system, name, event_id, enabled, filter, count, loaded) VALUES
	(1, 1, 'vmscan', 'mm_vmscan_lru_isolate', 100, 1, NULL, 60, 60),
	(2, 1, 'vmscan', 'mm_vmscan_lru_shrink_inactive', 101, 1, NULL, 50, 50),
	(3, 1, 'memcg', 'count_memcg_events', 102, 1, 'item==28', 40, 0),
	(4, 1, 'oom', 'mark_victim', 103, 1, NULL, 0, 0);
INSERT INTO rollup_event VALUES
	(1, 0, 1, 7), (1, 1, 1, 20), (1, 2, 1, 20), (1, 2, 1, 3), (1, 3, 1, 10), (1, 1, 2, 40), (1, 4, 2, 10), (1, 2, 3, 40);
INSERT INTO rollup_lru (
	run_id, segment, reclaimer, node, by_cgroup, for_cgroup, from_cgroup, lru, inactive, isolates, requested, scanned, skipped, taken,
	shrinks, shrink_scanned, reclaimed, dirty, writeback, congested, immediate, activated, ref_keep, unmap_fail
) VALUES
	-- before the window: counts nowhere
	(1, 0, 'kswapd', 0, 1, NULL, NULL, 2, 1, 7, 224, 9999, 0, 200, 7, 9999, 8888, 0, 0, 0, 0, 0, 0, 0),
	(1, 1, 'kswapd', 0, 1, NULL, NULL, 2, 1, 10, 320, 300, 0, 300, 10, 300, 200, 0, 0, 0, 0, 0, 0, 0),
	(1, 2, 'kswapd', 0, 1, NULL, NULL, 2, 1, 10, 320, 700, 0, 300, 10, 700, 300, 0, 0, 0, 0, 0, 0, 0),
	-- an active list: not scanned in the sense of pgscan
	(1, 2, 'kswapd', 0, 1, NULL, NULL, 3, 0, 10, 320, 5000, 0, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	(1, 2, 'direct', 0, 30, NULL, NULL, 0, 1, 10, 320, 100, 0, 90, 10, 100, 90, 0, 0, 0, 0, 0, 0, 0),
	(1, 2, 'memcg', 0, 30, NULL, NULL, 2, 1, 10, 320, 400, 0, 90, 10, 400, 100, 0, 0, 0, 0, 0, 0, 0),
	(1, 3, 'memcg', 0, NULL, NULL, NULL, 2, 1, 10, 320, 100, 0, 90, 10, 100, 50, 0, 0, 0, 0, 0, 0, 0),
	(1, 3, 'pageout', 0, 30, NULL, NULL, NULL, 1, 0, 0, 0, 0, 0, 10, 64, 60, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO cgroup VALUES (1, 1, '/', NULL, NULL), (1, 30, '/load', NULL, NULL), (1, 31, '/old', NULL, 10900000000), (1, 31, '/load/new', 10900000000, NULL);
INSERT INTO enum VALUES
	(1, 'vm_event_item', 28, 'PGSTEAL_KSWAPD'), (1, 'vm_event_item', 29, 'PGSTEAL_DIRECT'), (1, 'vm_event_item', 33, 'PGSCAN_DIRECT'), (1, 'vm_event_item', 39, 'PGSTEAL_ANON'),
	(1, 'mm_vmscan_direct_reclaim_begin.gfp_flags', 3264, 'GFP_KERNEL'), (1, 'mm_vmscan_direct_reclaim_begin.gfp_flags', 64, '__GFP_IO'),
	(1, 'mm_vmscan_direct_reclaim_begin.gfp_flags', 4096, '__GFP_NOWARN'), (1, 'mm_vmscan_throttled.reason', 4, 'VMSCAN_THROTTLE_NOPROGRESS');
INSERT INTO rollup_memcg VALUES
	(1, 2, 3, 30, 29, 3, 40), (1, 2, 3, 30, 33, 3, 150), (1, 3, 3, 31, 29, 2, 100), (1, 3, 3, 31, 33, 2, 350), (1, 3, 3, 31, 39, 2, 100), (1, 2, 3, 1, 28, 9, 500),
	(1, 0, 3, 30, 29, 1, 7000);
INSERT INTO task VALUES (1, 1, 500, NULL, NULL, 'dd', 500, 30), (2, 1, 40, NULL, NULL, 'kswapd0', 40, 1), (3, 1, 501, NULL, NULL, 'a b', 501, 31);
INSERT INTO episode (
	seq, run_id, kind, state, from_ns, to_ns, dur_ns, busy_ns, cpu, pid, task_id, parent_seq, reclaimer, node, alloc_order, gfp, by_cgroup,
	result, end_reclaimed, scanned, reclaimed, priority, written
) VALUES
	-- before the window
	(5, 1, 'direct', 'ok', 10300000000, 10400000000, 100000000, NULL, 0, 500, 1, NULL, 'direct', 0, 0, 3264, 30, NULL, 777, 9, 9, 12, 0),
	(12, 1, 'kswapd', 'ok', 10600000000, 10900000000, 300000000, 200000000, 1, 40, 2, NULL, 'kswapd', 0, 3, NULL, 1, NULL, NULL, 1000, 500, 10, 4),
	(22, 1, 'direct', 'ok', 11100000000, 11100001000, 1000, NULL, 0, 500, 1, NULL, 'direct', 0, 0, 7360, 30, NULL, 32, 50, 40, 12, 0),
	(23, 1, 'direct', 'ok', 11200000000, 11200003000, 3000, NULL, 1, 500, 1, NULL, 'direct', 0, 2, 3264, 30, NULL, 70, 50, 50, 11, 0),
	-- softlimit reclaim inside of it: in the sum of all only once
	(24, 1, 'softlimit', 'ok', 11200001000, 11200002000, 1000, NULL, 1, 500, 1, 23, 'softlimit', 0, 0, 3264, 30, NULL, 10, 0, 0, NULL, 0),
	(25, 1, 'throttle', 'ok', 11300000000, 11304000000, 4000000, NULL, 1, 501, 3, NULL, NULL, 0, NULL, NULL, 31, 4, NULL, NULL, NULL, NULL, NULL),
	(32, 1, 'memcg', 'ok', 12000000000, 12000000000, 0, NULL, 0, 501, 3, NULL, 'memcg', NULL, 0, 3264, 31, NULL, 20, 100, 50, 12, 0),
	(33, 1, 'memcg', 'ok', 12100000000, 12099999990, -10, NULL, 0, 501, 3, NULL, 'memcg', NULL, 0, 3265, 31, NULL, 30, 100, 50, 12, 0),
	(34, 1, 'memcg', 'ok', 12200000000, 12200000017, 17, NULL, 0, 501, 3, NULL, 'memcg', NULL, 0, 0, 31, NULL, 50, 100, 50, 0, 0),
	(35, 1, 'memcg', 'open', 13400000000, NULL, NULL, NULL, 0, 501, 3, NULL, 'memcg', NULL, 0, 3264, NULL, NULL, NULL, 10, 5, 12, 0);
INSERT INTO sample_key VALUES
	(1, 'vmstat.pgscan_kswapd'), (2, 'vmstat.pgscan_direct'), (3, 'vmstat.pgsteal_kswapd'), (4, 'vmstat.pgsteal_direct'), (5, 'vmstat.pgscan_khugepaged'),
	(6, 'vmstat.pgsteal_khugepaged'), (7, 'vmstat.pgscan_anon'), (8, 'vmstat.pgscan_file'), (9, 'vmstat.pgsteal_anon'), (10, 'vmstat.pgsteal_file'),
	(11, 'vmstat.pswpout'), (12, 'meminfo.MemTotal'), (13, 'vmstat.pgscan_direct_throttle'), (14, 'vmstat.pgmajfault');
INSERT INTO sample_scope VALUES (1, ''), (2, '/load');
INSERT INTO sample VALUES
	(1, 1, 1, 10500000000, 100), (1, 1, 1, 11000000000, 400), (1, 1, 1, 13500000000, 1100), (1, 1, 1, 13900000000, 5000),
	(1, 2, 1, 10500000000, 0), (1, 2, 1, 13500000000, 100), (1, 3, 1, 10500000000, 50), (1, 3, 1, 13500000000, 550),
	(1, 4, 1, 10500000000, 0), (1, 4, 1, 13500000000, 90), (1, 5, 1, 10500000000, 0), (1, 6, 1, 10500000000, 0),
	(1, 7, 1, 10500000000, 10), (1, 7, 1, 13500000000, 210), (1, 8, 1, 10500000000, 0), (1, 8, 1, 13500000000, 1400),
	(1, 9, 1, 10500000000, 0), (1, 9, 1, 13500000000, 40), (1, 10, 1, 10500000000, 0), (1, 10, 1, 13500000000, 700),
	(1, 11, 1, 10500000000, 5), (1, 11, 1, 13000000000, 17), (1, 12, 1, 10500000000, 17179869184), (1, 13, 1, 10500000000, 0), (1, 13, 1, 13500000000, 99),
	-- went backwards: not known
	(1, 14, 1, 10500000000, 50), (1, 14, 1, 13500000000, 20);
