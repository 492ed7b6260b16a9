-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How long reclaim, compaction and throttling took.
-- section: latency
-- report: 40
-- compare: total_ns less absent=0 primary=kind:direct primary=kind:memcg {kind} stall total
-- compare: n less absent=0 {kind} stalls
-- compare: p50_ns less {kind} stall p50
-- compare: p99_ns less primary=kind:direct primary=kind:memcg {kind} stall p99
-- compare: max_ns less {kind} stall max
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
-- column: mean_ns ns zero_of=n wide total_ns / n
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
-- equal durations are counted first: ranks are then sums of counts
same AS (
	SELECT
		e.run_id,
		e.kind,
		e.state,
		e.dur_ns,
		COUNT(*) AS c
	FROM win_episode AS e
	WHERE (:pid IS NULL OR instr(',' || :pid || ',', ',' || e.pid || ',') > 0)
		AND (:comm IS NULL OR EXISTS (
			SELECT 1
			FROM task AS t
			WHERE t.run_id = e.run_id AND t.id = e.task_id AND t.comm GLOB :comm
		))
		AND (:node IS NULL OR instr(',' || :node || ',', ',' || e.node || ',') > 0)
		AND (:order IS NULL OR instr(',' || :order || ',', ',' || e.alloc_order || ',') > 0)
		AND (:cpu IS NULL OR instr(',' || :cpu || ',', ',' || e.cpu || ',') > 0)
		AND (:cgroup IS NULL OR EXISTS (
			SELECT 1
			FROM win_cgroup AS c
			WHERE c.run_id = e.run_id AND c.id = e.by_cgroup AND c.path GLOB :cgroup
		))
	GROUP BY e.run_id, e.kind, e.state, e.dur_ns
),
ended AS (
	SELECT
		run_id,
		kind,
		SUM(c)          AS n,
		SUM(c * dur_ns) AS total_ns,
		MAX(dur_ns)     AS max_ns
	FROM same
	WHERE dur_ns IS NOT NULL AND state = 'ok'
	GROUP BY run_id, kind
),
ranked AS (
	SELECT
		run_id,
		kind,
		dur_ns,
		SUM(c) OVER (PARTITION BY run_id, kind ORDER BY dur_ns) AS i
	FROM same
	WHERE dur_ns IS NOT NULL AND state = 'ok'
),
done AS (
	SELECT
		r.run_id,
		r.kind,
		e.n,
		e.total_ns,
		e.max_ns,
		MIN(CASE WHEN r.i >= (e.n * 500 + 999) / 1000 THEN r.dur_ns END) AS p50_ns,
		MIN(CASE WHEN r.i >= (e.n * 900 + 999) / 1000 THEN r.dur_ns END) AS p90_ns,
		MIN(CASE WHEN r.i >= (e.n * 990 + 999) / 1000 THEN r.dur_ns END) AS p99_ns,
		MIN(CASE WHEN r.i >= (e.n * 999 + 999) / 1000 THEN r.dur_ns END) AS p999_ns
	FROM ranked AS r
	JOIN ended AS e ON e.run_id = r.run_id AND e.kind = r.kind
	GROUP BY r.run_id, r.kind
),
undone AS (
	SELECT
		run_id,
		kind,
		SUM(CASE WHEN state IN ('open', 'no_begin') THEN c ELSE 0 END) AS open,
		SUM(CASE WHEN state = 'lost' THEN c ELSE 0 END) AS lost
	FROM same
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
