-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Counters of /proc/vmstat as seven kernels name them; runs without events, and MGLRU without LRU events.
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (1, 'k3.2', 1, 'f1', 'k3.2', '3.2.0', 0, 2000000000, 'events', 'global', NULL);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (2, 'k4.4', 1, 'f2', 'k4.4', '4.4.0', 0, 2000000000, 'events', 'global', NULL);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (3, 'k4.19', 1, 'f3', 'k4.19', '4.19.0', 0, 2000000000, 'events', 'global', NULL);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (4, 'k5.10', 1, 'f4', 'k5.10', '5.10.0', 0, 2000000000, 'events', 'global', NULL);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (5, 'k6.6', 1, 'f5', 'k6.6', '6.6.0', 0, 2000000000, 'events', 'global', 1);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (6, 'k7.1', 1, 'f6', 'k7.1', '7.1.0', 0, 2000000000, 'events', 'all', NULL);
INSERT INTO run (id, label, n, fingerprint, source, kernel, win_from_ns, win_to_ns, win_kind, counter_scope, mglru) VALUES (7, 'odd', 1, 'f7', 'odd', '6.0.0', 0, 2000000000, 'events', NULL, NULL);
INSERT INTO sample_scope VALUES (1, '');
INSERT INTO sample_key VALUES
	(1, 'vmstat.pgscan_kswapd_dma'),
	(2, 'vmstat.pgscan_kswapd_normal'),
	(3, 'vmstat.pgscan_direct_normal'),
	(4, 'vmstat.pgsteal_dma'),
	(5, 'vmstat.pgsteal_normal'),
	(6, 'vmstat.kswapd_steal'),
	(7, 'vmstat.pgscan_direct_throttle'),
	(8, 'vmstat.pgscan_kswapd_movable'),
	(9, 'vmstat.pgsteal_kswapd_dma'),
	(10, 'vmstat.pgsteal_kswapd_normal'),
	(11, 'vmstat.pgsteal_direct_normal'),
	(12, 'vmstat.pgsteal_direct_movable'),
	(13, 'vmstat.pgscan_kswapd'),
	(14, 'vmstat.pgscan_direct'),
	(15, 'vmstat.pgsteal_kswapd'),
	(16, 'vmstat.pgsteal_direct'),
	(17, 'vmstat.pgscan_anon'),
	(18, 'vmstat.pgscan_file'),
	(19, 'vmstat.pgsteal_anon'),
	(20, 'vmstat.pgsteal_file'),
	(21, 'vmstat.pgscan_khugepaged'),
	(22, 'vmstat.pgsteal_khugepaged'),
	(23, 'vmstat.pgscan_proactive'),
	(24, 'vmstat.pgsteal_proactive');
INSERT INTO sample VALUES
	(1, 1, 1, 0, 1000), (1, 1, 1, 2000000000, 1005), (1, 2, 1, 0, 1000), (1, 2, 1, 2000000000, 1095), (1, 3, 1, 0, 1000), (1, 3, 1, 2000000000, 1020),
	(1, 4, 1, 0, 1000), (1, 4, 1, 2000000000, 1004), (1, 5, 1, 0, 1000), (1, 5, 1, 2000000000, 1086), (1, 6, 1, 0, 1000), (1, 6, 1, 2000000000, 1075),
	(1, 7, 1, 0, 1000), (1, 7, 1, 2000000000, 2000), (2, 1, 1, 0, 1000), (2, 1, 1, 2000000000, 1005), (2, 2, 1, 0, 1000), (2, 2, 1, 2000000000, 1095),
	(2, 8, 1, 0, 1000), (2, 8, 1, 2000000000, 1000), (2, 3, 1, 0, 1000), (2, 3, 1, 2000000000, 1020), (2, 9, 1, 0, 1000), (2, 9, 1, 2000000000, 1004),
	(2, 10, 1, 0, 1000), (2, 10, 1, 2000000000, 1086), (2, 11, 1, 0, 1000), (2, 11, 1, 2000000000, 1020), (2, 12, 1, 0, 1000), (2, 12, 1, 2000000000, 1000),
	(3, 13, 1, 0, 1000), (3, 13, 1, 2000000000, 1100), (3, 14, 1, 0, 1000), (3, 14, 1, 2000000000, 1020), (3, 15, 1, 0, 1000), (3, 15, 1, 2000000000, 1090),
	(3, 16, 1, 0, 1000), (3, 16, 1, 2000000000, 1020), (3, 7, 1, 0, 1000), (3, 7, 1, 2000000000, 1007), (4, 13, 1, 0, 1000), (4, 13, 1, 2000000000, 1100),
	(4, 14, 1, 0, 1000), (4, 14, 1, 2000000000, 1020), (4, 15, 1, 0, 1000), (4, 15, 1, 2000000000, 1090), (4, 16, 1, 0, 1000), (4, 16, 1, 2000000000, 1020),
	(4, 17, 1, 0, 1000), (4, 17, 1, 2000000000, 1050), (4, 18, 1, 0, 1000), (4, 18, 1, 2000000000, 1150), (4, 19, 1, 0, 1000), (4, 19, 1, 2000000000, 1040),
	(4, 20, 1, 0, 1000), (4, 20, 1, 2000000000, 1100), (5, 13, 1, 0, 1000), (5, 13, 1, 2000000000, 1100), (5, 14, 1, 0, 1000), (5, 14, 1, 2000000000, 1020),
	(5, 21, 1, 0, 1000), (5, 21, 1, 2000000000, 1010), (5, 15, 1, 0, 1000), (5, 15, 1, 2000000000, 1090), (5, 16, 1, 0, 1000), (5, 16, 1, 2000000000, 1020),
	(5, 22, 1, 0, 1000), (5, 22, 1, 2000000000, 1003), (5, 17, 1, 0, 1000), (5, 17, 1, 2000000000, 1050), (5, 18, 1, 0, 1000), (5, 18, 1, 2000000000, 1150),
	(5, 19, 1, 0, 1000), (5, 19, 1, 2000000000, 1040), (5, 20, 1, 0, 1000), (5, 20, 1, 2000000000, 1100), (6, 13, 1, 0, 1000), (6, 13, 1, 2000000000, 1100),
	(6, 14, 1, 0, 1000), (6, 14, 1, 2000000000, 1070), (6, 21, 1, 0, 1000), (6, 21, 1, 2000000000, 1010), (6, 23, 1, 0, 1000), (6, 23, 1, 2000000000, 1020),
	(6, 15, 1, 0, 1000), (6, 15, 1, 2000000000, 1090), (6, 16, 1, 0, 1000), (6, 16, 1, 2000000000, 1020), (6, 22, 1, 0, 1000), (6, 22, 1, 2000000000, 1003),
	(6, 24, 1, 0, 1000), (6, 24, 1, 2000000000, 1007), (6, 17, 1, 0, 1000), (6, 17, 1, 2000000000, 1050), (6, 18, 1, 0, 1000), (6, 18, 1, 2000000000, 1150),
	(6, 19, 1, 0, 1000), (6, 19, 1, 2000000000, 1040), (6, 20, 1, 0, 1000), (6, 20, 1, 2000000000, 1080), (7, 13, 1, 0, 1000), (7, 13, 1, 2000000000, 1100),
	(7, 14, 1, 0, 1000), (7, 14, 1, 2000000000, 980), (7, 15, 1, 0, 1000), (7, 15, 1, 2000000000, 1090), (7, 16, 1, 0, 1000), (7, 16, 1, 2000000000, 1020),
	(7, 17, 1, 0, 1000), (7, 17, 1, 2000000000, 1050), (7, 18, 1, 0, 1000), (7, 18, 1, 2000000000, 1150), (7, 19, 1, 0, 1000), (7, 19, 1, 2000000000, 1040),
	(7, 20, 1, 0, 1000), (7, 20, 1, 2000000000, 1100);
INSERT INTO segment VALUES (5, 0, 0, 2000000000, 1);
INSERT INTO episode (seq, run_id, kind, state, from_ns, to_ns, dur_ns, cpu, pid, reclaimer, end_reclaimed) VALUES
	(1, 5, 'direct', 'ok', 10, 20, 10, 0, 9, 'direct', 32),
	(2, 5, 'direct', 'ok', 30, 40, 10, 0, 9, 'khugepaged', 4),
	(3, 5, 'kswapd', 'ok', 50, 60, 10, 0, 7, 'kswapd', NULL);
