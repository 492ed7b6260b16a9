-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Single episodes, the longest first.
-- section: latency
-- report: 60 top=10
-- top: 20
-- worst: direct memcg softlimit node compaction slab throttle
-- param: pid list of threads
-- param: comm glob of the thread's name
-- param: cgroup glob of the path of the thread's cgroup
-- param: node list of memory nodes
-- param: order list of orders of the allocation
-- param: cpu list of CPUs it began on
-- column: run - LABEL/N
-- column: seq - wide place of its first event in the merged order, its number in the table episode
-- column: kind - direct, memcg, softlimit, node, kswapd, balance, compaction, slab, throttle, writeback (planned pause of a writer)
-- column: from_ns ts_ns begin
-- column: dur_ns ns how long, sleep and preemption included; unknown unless both ends were seen
-- column: pid - thread
-- column: comm - its name
-- column: cgroup - path of its cgroup
-- column: node - wide memory node
-- column: order - wide order of the allocation
-- column: gfp - wide flags of the allocation
-- column: scanned pages of LRU batches inside
-- column: reclaimed pages of LRU batches inside
-- column: priority - wide the most urgent that was seen: 12 is the start, 0 desperate
-- column: state - ok, open, no_begin or lost (events were lost inside)
SELECT
	e.run,
	e.seq,
	e.kind,
	e.from_ns,
	e.dur_ns,
	e.pid,
	t.comm,
	c.path AS cgroup,
	e.node,
	e.alloc_order AS "order",
	g.text AS gfp,
	e.scanned,
	e.reclaimed,
	e.priority,
	e.state
FROM win_episode AS e
LEFT JOIN task AS t ON t.run_id = e.run_id AND t.id = e.task_id
LEFT JOIN win_cgroup AS c ON c.run_id = e.run_id AND c.id = e.by_cgroup
LEFT JOIN win_gfp AS g ON g.run_id = e.run_id AND g.gfp = e.gfp
WHERE (:pid IS NULL OR instr(',' || :pid || ',', ',' || e.pid || ',') > 0)
	AND (:comm IS NULL OR t.comm GLOB :comm)
	AND (:cgroup IS NULL OR c.path GLOB :cgroup)
	AND (:node IS NULL OR instr(',' || :node || ',', ',' || e.node || ',') > 0)
	AND (:order IS NULL OR instr(',' || :order || ',', ',' || e.alloc_order || ',') > 0)
	AND (:cpu IS NULL OR instr(',' || :cpu || ',', ',' || e.cpu || ',') > 0)
ORDER BY e.run_id, e.dur_ns DESC, e.seq;
