-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Distribution of durations, by kind.
-- section: latency
-- report: 50 steps=1
-- worst: direct memcg softlimit node compaction slab throttle
-- param: pid list of threads
-- param: comm glob of the thread's name
-- param: node list of memory nodes
-- param: order list of orders of the allocation
-- param: cpu list of CPUs it began on
-- param: steps bins per power of two: 8 (default), 4, 2 or 1
-- column: run - LABEL/N
-- column: kind - as in latency
-- column: lower_ns ns begin of the bin; unknown: all negative ones (clocks of two CPUs)
-- column: upper_ns ns its end, not in it
-- column: count - bar bound durations in it
-- column: lower_bound - 1 when events were lost in the window
-- Bins of equal width within each power of two, so every bound is a true one and
-- none is wider than 1/8 of where it begins. 0 has a bin of its own; bins that
-- are empty are left out. Only what has both its ends, and nothing lost inside.
WITH
mine AS (
	SELECT
		e.run_id,
		e.kind,
		e.dur_ns AS v,
		COUNT(*) AS c
	FROM win_episode AS e
	WHERE e.dur_ns IS NOT NULL
		AND e.state = 'ok'
		AND (:pid IS NULL OR instr(',' || :pid || ',', ',' || e.pid || ',') > 0)
		AND (:comm IS NULL OR EXISTS (
			SELECT 1
			FROM task AS t
			WHERE t.run_id = e.run_id AND t.id = e.task_id AND t.comm GLOB :comm
		))
		AND (:node IS NULL OR instr(',' || :node || ',', ',' || e.node || ',') > 0)
		AND (:order IS NULL OR instr(',' || :order || ',', ',' || e.alloc_order || ',') > 0)
		AND (:cpu IS NULL OR instr(',' || :cpu || ',', ',' || e.cpu || ',') > 0)
	GROUP BY e.run_id, e.kind, e.dur_ns
),
hex AS (
	SELECT
		run_id,
		kind,
		v,
		c,
		COALESCE(:steps, 8) AS steps,
		-- bits below the highest hexadecimal digit
		4 * (length(printf('%x', v)) - 1) AS shift
	FROM mine
),
wide AS (
	SELECT
		run_id,
		kind,
		v,
		c,
		CASE
		WHEN v < steps THEN 1
		ELSE (1 << (shift + (v >> shift >= 2) + (v >> shift >= 4) + (v >> shift >= 8))) / steps
		END AS width
	FROM hex
),
bin AS (
	SELECT
		run_id,
		kind,
		c,
		CASE WHEN v >= 0 THEN v / width * width END AS lower_ns,
		CASE WHEN v >= 0 THEN v / width * width + width ELSE 0 END AS upper_ns
	FROM wide
)
SELECT
	w.run,
	b.kind,
	b.lower_ns,
	b.upper_ns,
	SUM(b.c) AS count,
	w.lossy AS lower_bound
FROM bin AS b
JOIN win AS w ON w.run_id = b.run_id
GROUP BY w.run_id, b.kind, b.lower_ns, b.upper_ns
ORDER BY w.run_id, b.kind, b.lower_ns;
