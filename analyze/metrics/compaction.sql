-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Compaction of zones, by mode and result.
-- section: compaction
-- report: 70
-- worst: compaction
-- param: order list of orders of the allocation
-- column: run - LABEL/N
-- column: mode - sync or async
-- column: result - as the recorded kernel calls it; success was called partial before 4.9
-- column: inside - kind of the episode that it ran in; empty: none, as kcompactd's
-- column: n - bound compactions that ended
-- column: total_ns ns bound their time
-- column: mean_ns ns zero_of=n wide
-- column: max_ns ns zero_of=n the longest
-- column: migrate_scanned pages bound looked at for migration
-- column: free_scanned pages bound wide looked at for targets
-- column: migrated pages bound moved
-- column: migrate_failed pages bound not moved
-- column: lower_bound - 1 when events were lost in the window
-- From mm_compaction_begin and _end, which bracket compact_zone(): one direct
-- compaction may try several zones, first async and then sync. Numbers of results
-- change between kernels, so they are told by the name in the event's own format.
SELECT
	w.run,
	CASE e.mode WHEN 1 THEN 'sync' WHEN 0 THEN 'async' END AS mode,
	COALESCE(n.text, CAST(e.result AS TEXT)) AS result,
	COALESCE(p.kind, '') AS inside,
	COUNT(*)      AS n,
	SUM(e.dur_ns) AS total_ns,
	CAST(AVG(e.dur_ns) AS INTEGER) AS mean_ns,
	MAX(e.dur_ns) AS max_ns,
	SUM(e.migrate_scanned) AS migrate_scanned,
	SUM(e.free_scanned)    AS free_scanned,
	SUM(e.migrated)        AS migrated,
	SUM(e.migrate_failed)  AS migrate_failed,
	w.lossy       AS lower_bound
FROM win_episode AS e
JOIN win AS w ON w.run_id = e.run_id
LEFT JOIN episode AS p ON p.seq = e.parent_seq
LEFT JOIN enum AS n
	ON n.run_id = e.run_id
	AND n.name = 'mm_compaction_end.status'
	AND n.value = e.result
WHERE e.kind = 'compaction'
	AND e.state = 'ok'
	AND (:order IS NULL OR instr(',' || :order || ',', ',' || e.alloc_order || ',') > 0)
GROUP BY w.run_id, 2, 3, 4
ORDER BY w.run_id, total_ns DESC;
