-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How long reclaim, compaction and throttling took.
-- section: latency
-- report: 40
-- worst: direct memcg softlimit node compaction slab throttle
-- param: pid list of threads
-- param: comm glob of the thread's name
-- param: cgroup glob of the path of the thread's cgroup
-- param: node list of memory nodes
-- param: order list of orders of the allocation
-- param: cpu list of CPUs it began on
-- column: run - LABEL/N
-- column: kind - direct, memcg, softlimit, node, kswapd (awake), balance, compaction, slab, throttle, writeback (planned pause of a writer)
-- column: n - bound finished, both ends seen
-- column: total_ns ns bound their sum; one inside another is in both kinds
-- column: mean_ns ns zero_of=n total_ns / n
-- column: p50_ns ns zero_of=n half of them took no longer
-- column: p90_ns ns zero_of=n
-- column: p99_ns ns zero_of=n
-- column: p999_ns ns zero_of=n 99.9%
-- column: max_ns ns zero_of=n
-- column: open - begin or end not in the recording
-- column: lost - dropped, since events were lost inside
-- column: lower_bound - 1 when events were lost in the window
-- Percentiles are exact: the nearest rank, ceil(p * n), of all durations, no bins.
-- Durations are wall time, sleep and preemption included. kswapd: from wake to
-- sleep, a nap of up to HZ/10 at its end included. throttle: the kernel tells it
-- in ticks of 1/HZ. A direct reclaim is not all of an allocation's stall:
-- compaction comes beside it, and a throttled one may wait before its begin.
WITH
mine AS (
	SELECT e.*
	FROM win_episode AS e
	LEFT JOIN task AS t ON t.run_id = e.run_id AND t.id = e.task_id
	WHERE (:pid IS NULL OR instr(',' || :pid || ',', ',' || e.pid || ',') > 0)
		AND (:comm IS NULL OR t.comm GLOB :comm)
		AND (:node IS NULL OR instr(',' || :node || ',', ',' || e.node || ',') > 0)
		AND (:order IS NULL OR instr(',' || :order || ',', ',' || e.alloc_order || ',') > 0)
		AND (:cpu IS NULL OR instr(',' || :cpu || ',', ',' || e.cpu || ',') > 0)
		AND (:cgroup IS NULL OR EXISTS (
			SELECT 1
			FROM win_cgroup AS c
			WHERE c.run_id = e.run_id AND c.id = e.by_cgroup AND c.path GLOB :cgroup
		))
),
ranked AS (
	SELECT
		run_id,
		kind,
		state,
		dur_ns,
		ROW_NUMBER() OVER (PARTITION BY run_id, kind, dur_ns IS NULL OR state <> 'ok' ORDER BY dur_ns) AS i,
		COUNT(*) OVER (PARTITION BY run_id, kind, dur_ns IS NULL OR state <> 'ok') AS n
	FROM mine
),
done AS (
	SELECT
		run_id,
		kind,
		n,
		SUM(dur_ns) AS total_ns,
		MAX(CASE WHEN i = (n * 500 + 999) / 1000 THEN dur_ns END) AS p50_ns,
		MAX(CASE WHEN i = (n * 900 + 999) / 1000 THEN dur_ns END) AS p90_ns,
		MAX(CASE WHEN i = (n * 990 + 999) / 1000 THEN dur_ns END) AS p99_ns,
		MAX(CASE WHEN i = (n * 999 + 999) / 1000 THEN dur_ns END) AS p999_ns,
		MAX(dur_ns) AS max_ns
	FROM ranked
	WHERE dur_ns IS NOT NULL AND state = 'ok'
	GROUP BY run_id, kind
),
undone AS (
	SELECT
		run_id,
		kind,
		COUNT(CASE WHEN state IN ('open', 'no_begin') THEN 1 END) AS open,
		COUNT(CASE WHEN state = 'lost' THEN 1 END) AS lost
	FROM mine
	GROUP BY run_id, kind
)
SELECT
	w.run,
	u.kind,
	COALESCE(d.n, 0) AS n,
	COALESCE(d.total_ns, 0) AS total_ns,
	d.total_ns / d.n AS mean_ns,
	d.p50_ns,
	d.p90_ns,
	d.p99_ns,
	d.p999_ns,
	d.max_ns,
	u.open,
	u.lost,
	w.lossy AS lower_bound
FROM undone AS u
JOIN win AS w ON w.run_id = u.run_id
LEFT JOIN done AS d ON d.run_id = u.run_id AND d.kind = u.kind
ORDER BY w.run_id, u.kind;
