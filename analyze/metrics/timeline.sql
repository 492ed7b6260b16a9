-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Reclaim over time.
-- section: reclaim
-- report: 20
-- param: width columns of the series at most (default 60)
-- column: run - LABEL/N
-- column: what - kswapd, direct, memcg ...: pages reclaimed, by reclaimer
-- column: sum pages bound of the window
-- column: peak pages bound most in one step
-- column: step s length of a step: a second, or more when the window is long
-- column: series - spark pages of each step
-- column: lower_bound - 1 when events were lost in the window
-- Pages reclaimed of LRU batches (nr_reclaimed of mm_vmscan_lru_shrink_inactive),
-- added up by the time that a segment begins. Unknown with MGLRU before 6.7.
WITH RECURSIVE
span AS (
	SELECT
		w.run_id,
		w.from_ns,
		-- whole seconds, so that a segment never lies in two steps
		MAX(1, CAST((w.dur_s + COALESCE(:width, 60) - 1) / COALESCE(:width, 60) AS INTEGER)) AS step_s,
		w.from_ns / 1000000000 AS first_s,
		(w.to_ns - 1) / 1000000000 AS last_s
	FROM win AS w
	JOIN run AS r ON r.id = w.run_id
	WHERE r.clock_is_ns AND r.scan_source IS NOT NULL AND w.to_ns > w.from_ns
),
step(run_id, i, n) AS (
	SELECT
		run_id,
		0,
		(last_s - first_s) / step_s
	FROM span
	UNION ALL
	SELECT
		run_id,
		i + 1,
		n
	FROM step
	WHERE i < n
),
pages AS (
	SELECT
		l.run_id,
		l.reclaimer,
		(s.from_ns / 1000000000 - p.first_s) / p.step_s AS i,
		SUM(l.reclaimed) AS reclaimed
	FROM win_lru AS l
	JOIN segment AS s ON s.run_id = l.run_id AND s.id = l.segment
	JOIN span AS p ON p.run_id = l.run_id
	GROUP BY l.run_id, l.reclaimer, 3
),
who AS (
	SELECT DISTINCT
		run_id,
		reclaimer
	FROM pages
),
filled AS (
	SELECT
		x.run_id,
		x.reclaimer,
		t.i,
		COALESCE(p.reclaimed, 0) AS reclaimed
	FROM who AS x
	JOIN step AS t ON t.run_id = x.run_id
	LEFT JOIN pages AS p
		ON p.run_id = x.run_id AND p.reclaimer = x.reclaimer AND p.i = t.i
	ORDER BY x.run_id, x.reclaimer, t.i
)
SELECT
	w.run,
	f.reclaimer AS what,
	SUM(f.reclaimed) AS sum,
	MAX(f.reclaimed) AS peak,
	p.step_s AS step,
	group_concat(f.reclaimed, ',') AS series,
	w.lossy AS lower_bound
FROM filled AS f
JOIN win AS w ON w.run_id = f.run_id
JOIN span AS p ON p.run_id = f.run_id
GROUP BY w.run_id, f.reclaimer
ORDER BY w.run_id, sum DESC;
