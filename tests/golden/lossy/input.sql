-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: MGLRU of 7.1 with lost events, memcg ids in events and pages of 64 KiB; a run of 6.1 whose memory.stat alone tells of cgroups; one whose losses nobody placed.
INSERT INTO run (
	id, label, n, fingerprint, source, kernel, page_size, clock, clock_is_ns, first_ns, last_ns, win_from_ns, win_to_ns, win_kind,
	incomplete, incomplete_why, events, lost_events, lost_unknown, mglru, scan_source, counter_scope
) VALUES
	(1, 'new', 1, 'f1', 'new', '7.1.3', 65536, 'mono', 1, 1000000000, 4999999999, 1000000000, 5000000000, 'tracing', 0, NULL, 100, 30, 1, 1, 'isolate.nr_taken', 'all'),
	(2, 'old', 1, 'f2', 'old', '6.1.0', 4096, 'local', 1, 1000000000, 4999999999, 1000000000, 5000000000, 'events', 1, 'cut at byte 4096', 100, 0, 0, 1, NULL, 'global'),
	(3, 'tsc', 1, 'f3', 'tsc', '6.18.0', 4096, 'x86-tsc', 0, 1000, 4999, 1000, 5000, 'events', 0, NULL, 100, 9, 0, 0, 'isolate.nr_scanned', 'global');
INSERT INTO segment VALUES
	(1, 0, 1000000000, 2000000000, 1), (1, 1, 2000000000, 3000000000, 2), (1, 2, 3000000000, 5000000000, 3),
	(2, 0, 1000000000, 5000000000, 101), (3, 0, 1000, 5000, 201);
INSERT INTO loss VALUES (1, 0, 2100000000, 2200000000, 30), (1, 1, NULL, 1500000000, NULL);
INSERT INTO event_type (id, run_id, system, name, event_id, enabled, filter, count, loaded) VALUES
	(1, 1, 'vmscan', 'mm_vmscan_lru_isolate', 100, 1, NULL, 10, 10), (2, 1, 'memcg', 'mod_memcg_lruvec_state', 101, 1, NULL, 10, 0);
INSERT INTO rollup_event VALUES (1, 0, 1, 4), (1, 1, 1, 6), (1, 1, 2, 10);
INSERT INTO rollup_lru (
	run_id, segment, reclaimer, node, by_cgroup, for_cgroup, from_cgroup, lru, inactive, isolates, requested, scanned, skipped, taken,
	shrinks, shrink_scanned, reclaimed, dirty, writeback, congested, immediate, activated, ref_keep, unmap_fail
) VALUES
	(1, 0, 'memcg', 0, 20, 10, NULL, 2, 1, 4, 4096, 9000, 0, 500, 4, 9000, 400, 0, 0, 0, 0, 0, 0, 0),
	(1, 2, 'kswapd', 1, 1, 0, NULL, 2, 1, 4, 4096, 9000, 0, 100, 4, 9000, 100, 0, 0, 0, 0, 0, 0, 0),
	(3, 0, 'direct', NULL, NULL, NULL, NULL, 2, 1, 4, 4096, 90, 0, 80, 4, 90, 70, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO enum VALUES
	(1, 'node_stat_item', 50, 'PGSTEAL_DIRECT'), (1, 'node_stat_item', 51, 'PGSTEAL_FILE'), (1, 'node_stat_item', 52, 'PGSCAN_PROACTIVE'), (1, 'node_stat_item', 53, 'PGSTEAL_PROACTIVE'),
	(1, 'vm_event_item', 50, 'PGFAULT');
INSERT INTO rollup_memcg VALUES (1, 1, 2, 20, 50, 5, 300), (1, 1, 2, 20, 51, 5, 300), (1, 1, 2, 20, 52, 5, 40), (1, 1, 2, 20, 53, 1, 12), (1, 1, 2, 99, 50, 1, 5);
INSERT INTO cgroup VALUES (1, 1, '/', NULL, NULL), (1, 10, '/a', NULL, NULL), (1, 20, '/a/b', NULL, NULL), (1, 21, '/ab', NULL, NULL),
	(2, 1, '/', NULL, NULL), (2, 10, '/a', NULL, NULL), (2, 20, '/a/b', NULL, NULL), (2, 21, '/ab', NULL, NULL), (2, 22, '/a/c c', NULL, NULL), (2, 23, '/new', 2500000000, NULL);
INSERT INTO task VALUES (1, 2, 500, NULL, NULL, CAST(X'6162FF0A' AS TEXT), 500, 20);
INSERT INTO episode (seq, run_id, kind, state, from_ns, to_ns, dur_ns, cpu, pid, task_id, reclaimer, for_cgroup, by_cgroup, end_reclaimed, parent_seq) VALUES
	(1, 1, 'memcg', 'lost', 2000000000, 2300000000, NULL, 0, 500, NULL, 'memcg', 10, 20, 9, NULL),
	(2, 1, 'memcg', 'ok', 2400000000, 2400000100, 100, 0, 500, NULL, 'memcg', 10, 20, 400, NULL),
	(3, 1, 'memcg', 'no_begin', NULL, 2500000000, NULL, 0, 500, NULL, 'memcg', 10, 20, 3, NULL),
	(101, 2, 'memcg', 'ok', 2000000000, 2000000100, 100, 0, 500, 1, 'memcg', NULL, 20, 60, NULL),
	(102, 2, 'direct', 'ok', 3000000000, 3000000100, 100, 0, 500, 1, 'direct', NULL, 1, 40, NULL);
INSERT INTO sample_key VALUES (1, 'memory.stat.pgsteal'), (2, 'memory.stat.pgscan'), (3, 'vmstat.pgscan_kswapd');
INSERT INTO sample_scope VALUES (1, ''), (2, '/'), (3, '/a'), (4, '/a/b'), (5, '/ab'), (6, '/a/c c'), (7, '/new');
INSERT INTO sample VALUES
	(2, 1, 2, 1000000000, 0), (2, 1, 2, 5000000000, 100), (2, 1, 3, 1000000000, 10), (2, 1, 3, 5000000000, 90),
	(2, 1, 4, 1000000000, 5), (2, 1, 4, 5000000000, 55), (2, 1, 5, 1000000000, 0), (2, 1, 5, 5000000000, 7),
	(2, 1, 6, 3000000000, 11), (2, 2, 2, 1000000000, 0), (2, 2, 2, 5000000000, 1000),
	(2, 1, 7, 3000000000, 4), (2, 1, 7, 4000000000, 6);
