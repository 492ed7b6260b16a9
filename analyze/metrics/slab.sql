-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Shrinkers of caches, by who called them.
-- section: reclaim
-- report: 74
-- worst: slab
-- param: node list of memory nodes
-- column: run - LABEL/N
-- column: inside - kind of the episode that they ran in; empty: none, as for drop_caches
-- column: node - memory node
-- column: n - bound calls that ended
-- column: total_ns ns bound their time
-- column: mean_ns ns zero_of=n
-- column: max_ns ns zero_of=n the longest
-- column: objects - bound objects freed; not pages, nobody tells how many these were
-- column: lower_bound - 1 when events were lost in the window
-- From mm_shrink_slab_start and _end. Objects freed are known from 3.12 on.
SELECT
	w.run,
	COALESCE(p.kind, '') AS inside,
	e.node,
	COUNT(*)      AS n,
	SUM(e.dur_ns) AS total_ns,
	CAST(AVG(e.dur_ns) AS INTEGER) AS mean_ns,
	MAX(e.dur_ns) AS max_ns,
	SUM(e.slab_objects) AS objects,
	w.lossy       AS lower_bound
FROM win_episode AS e
JOIN win AS w ON w.run_id = e.run_id
LEFT JOIN episode AS p ON p.seq = e.parent_seq
WHERE e.kind = 'slab'
	AND e.state = 'ok'
	AND (:node IS NULL OR instr(',' || :node || ',', ',' || e.node || ',') > 0)
GROUP BY w.run_id, 2, e.node
ORDER BY w.run_id, total_ns DESC;
