-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: kswapd of each node.
-- section: reclaim
-- report: 35
-- worst: kswapd
-- param: node list of memory nodes
-- column: run - LABEL/N
-- column: node - memory node
-- column: wakes - bound times that it began to work
-- column: awake_ns ns bound wide time from wake to sleep, a nap of up to HZ/10 at the end included
-- column: busy_ns ns bound of that, up to its last reclaim event: without the nap
-- column: busy_pct pct busy_ns of the whole window, settling time included
-- column: scanned pages bound by it, in the window
-- column: reclaimed pages bound by it, in the window
-- column: efficiency_pct pct zero_of=scanned reclaimed per scanned
-- column: velocity pages/s bound wide scanned per second: of what, the line above the table says
-- column: priority - the most urgent that was seen: 12 is the start, 0 desperate
-- column: max_order - wide largest allocation that it was woken for
-- column: written - bound wide folios written by it
-- column: lower_bound - 1 when events were lost in the window
-- One that is awake when the window begins is counted from there on only by its
-- pages, not by its time. Pages are unknown where MGLRU has no LRU events (6.1 to 6.6).
WITH
cycle AS (
	SELECT
		run_id,
		node,
		COUNT(*)         AS wakes,
		SUM(dur_ns)      AS awake_ns,
		SUM(busy_ns)     AS busy_ns,
		MIN(priority)    AS priority,
		MAX(alloc_order) AS max_order,
		SUM(written)     AS written
	FROM win_episode
	WHERE kind = 'kswapd' AND (:node IS NULL OR instr(',' || :node || ',', ',' || node || ',') > 0)
	GROUP BY run_id, node
),
batch AS (
	SELECT
		run_id,
		node,
		SUM(scanned)   AS scanned,
		SUM(reclaimed) AS reclaimed
	FROM win_lru
	WHERE reclaimer = 'kswapd' AND (:node IS NULL OR instr(',' || :node || ',', ',' || node || ',') > 0)
	GROUP BY run_id, node
),
nodes AS (
	SELECT run_id, node FROM cycle
	UNION
	SELECT run_id, node FROM batch
),
sums AS (
	SELECT
		n.run_id,
		n.node,
		COALESCE(c.wakes, 0) AS wakes,
		COALESCE(c.awake_ns, 0) AS awake_ns,
		COALESCE(c.busy_ns, 0)  AS busy_ns,
		CASE
		WHEN r.scan_source IS NOT NULL THEN COALESCE(b.scanned, 0)
		END AS scanned,
		CASE
		WHEN r.scan_source IS NOT NULL THEN COALESCE(b.reclaimed, 0)
		END AS reclaimed,
		c.priority,
		c.max_order,
		c.written
	FROM nodes AS n
	JOIN run AS r ON r.id = n.run_id
	LEFT JOIN cycle AS c ON c.run_id = n.run_id AND c.node IS n.node
	LEFT JOIN batch AS b ON b.run_id = n.run_id AND b.node IS n.node
)
SELECT
	w.run,
	s.node,
	s.wakes,
	s.awake_ns,
	s.busy_ns,
	s.busy_ns / 1e7 / w.dur_s AS busy_pct,
	s.scanned,
	s.reclaimed,
	100.0 * s.reclaimed / s.scanned AS efficiency_pct,
	s.scanned / w.rate_s AS velocity,
	s.priority,
	s.max_order,
	s.written,
	w.lossy AS lower_bound
FROM sums AS s
JOIN win AS w ON w.run_id = s.run_id
ORDER BY w.run_id, s.node;
