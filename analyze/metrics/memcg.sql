-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Whose pages were reclaimed, for whose limit, by whose tasks.
-- section: memcg
-- report: 37 top=20
-- param: cgroup glob of the path
-- column: run - LABEL/N
-- column: cgroup_id - wide the kernel's id; unknown: tasks whose cgroup nobody told; 0: reclaim for no cgroup's limit
-- column: path - latest path below the root of the memory hierarchy
-- column: reclaimed_from pages bound that belonged to this cgroup itself
-- column: scanned_from pages bound that belonged to this cgroup itself
-- column: from_source - wide events: memcg counter events (6.13 on); memory.stat: its growth, less that of the children
-- column: reclaimed_for pages bound by reclaim that the limit of this cgroup asked for
-- column: for_source - wide events: memcg_id of begin events (7.1 on); unknown before
-- column: reclaimed_by pages bound by tasks of this cgroup
-- column: by_source - wide events: LRU batches; ends: end events, where there are no LRU events
-- column: subtree_reclaimed_from pages bound reclaimed_from of it and all below
-- column: subtree_scanned_from pages bound wide scanned_from of it and all below
-- column: lower_bound - 1 when events were lost in the window
-- Three different questions: memory of one cgroup may be reclaimed for the limit
-- of its parent, by a task of a third. The kernel counts pgscan and pgsteal twice
-- since 7.1, by reclaimer and by anon/file: only the first are added here.
-- memory.stat has pgsteal only in cgroup v2, summed over the subtree, and a
-- snapshot may be up to two seconds old unless the recorder waited. What a cgroup
-- reclaimed between its last sample and its removal is counted for its parent.
WITH
-- by reclaimer only: the same pages are in pgsteal_anon and _file again
moved AS (
	SELECT
		run_id,
		cgroup_id,
		SUM(CASE WHEN item GLOB 'pgsteal_*' THEN sum ELSE 0 END) AS reclaimed,
		SUM(CASE WHEN item GLOB 'pgscan_*' THEN sum ELSE 0 END)  AS scanned
	FROM win_memcg
	WHERE item IN (
		'pgsteal_kswapd', 'pgsteal_direct', 'pgsteal_khugepaged', 'pgsteal_proactive',
		'pgscan_kswapd', 'pgscan_direct', 'pgscan_khugepaged', 'pgscan_proactive'
	)
	GROUP BY run_id, cgroup_id
),
told AS (
	-- runs whose memcg events tell pages
	SELECT DISTINCT run_id FROM moved
),
stat AS (
	SELECT
		c.run_id,
		g.id AS cgroup_id,
		c.scope AS path,
		MAX(CASE WHEN c.key = 'memory.stat.pgsteal' THEN c.to_value - c.from_value END) AS reclaimed,
		MAX(CASE WHEN c.key = 'memory.stat.pgscan' THEN c.to_value - c.from_value END)  AS scanned
	FROM (
		SELECT
			v.run_id,
			v.key,
			v.scope,
			-- one made in the window began with zero
			COALESCE(v.from_value, CASE WHEN n.since_ns >= w.from_ns THEN 0 END) AS from_value,
			v.to_value
		FROM win_counter AS v
		JOIN win AS w ON w.run_id = v.run_id
		JOIN win_cgroup AS n ON n.run_id = v.run_id AND n.path = v.scope
	) AS c
	JOIN win_cgroup AS g ON g.run_id = c.run_id AND g.path = c.scope
	WHERE c.key IN ('memory.stat.pgsteal', 'memory.stat.pgscan')
		AND c.to_value IS NOT NULL
		AND c.run_id NOT IN (SELECT run_id FROM told)
	GROUP BY c.run_id, g.id
),
child AS (
	SELECT
		s.run_id,
		s.reclaimed,
		s.scanned,
		-- the path without its last name; "/" of those at the top
		COALESCE(NULLIF(rtrim(rtrim(s.path, replace(s.path, '/', '')), '/'), ''), '/') AS parent
	FROM stat AS s
	WHERE s.path <> '/'
),
own AS (
	SELECT
		s.run_id,
		s.cgroup_id,
		-- unknown when any child's is
		CASE
		WHEN COUNT(c.parent) = COUNT(c.reclaimed)
		THEN s.reclaimed - COALESCE(SUM(c.reclaimed), 0)
		END AS reclaimed,
		CASE
		WHEN COUNT(c.parent) = COUNT(c.scanned)
		THEN s.scanned - COALESCE(SUM(c.scanned), 0)
		END AS scanned,
		s.reclaimed AS subtree_reclaimed,
		s.scanned   AS subtree_scanned
	FROM stat AS s
	LEFT JOIN child AS c ON c.run_id = s.run_id AND c.parent = s.path
	GROUP BY s.run_id, s.cgroup_id
),
below AS (
	SELECT
		g.run_id,
		g.id AS cgroup_id,
		SUM(m.reclaimed) AS reclaimed,
		SUM(m.scanned)   AS scanned
	FROM win_cgroup AS g
	JOIN moved AS m ON m.run_id = g.run_id
	LEFT JOIN win_cgroup AS c ON c.run_id = m.run_id AND c.id = m.cgroup_id
	WHERE m.cgroup_id = g.id
		OR g.path = '/'
		OR substr(c.path, 1, length(g.path) + 1) = g.path || '/'
	GROUP BY g.run_id, g.id
),
batches AS (
	SELECT
		run_id,
		by_cgroup,
		for_cgroup,
		SUM(reclaimed) AS reclaimed
	FROM win_lru
	WHERE reclaimer <> 'pageout'
	GROUP BY run_id, by_cgroup, for_cgroup
),
asked AS (
	SELECT
		run_id,
		for_cgroup AS cgroup_id,
		SUM(reclaimed) AS reclaimed
	FROM batches
	WHERE for_cgroup IS NOT NULL
	GROUP BY run_id, for_cgroup
),
did AS (
	SELECT
		run_id,
		by_cgroup AS cgroup_id,
		SUM(reclaimed) AS reclaimed,
		'events' AS source
	FROM batches
	GROUP BY run_id, by_cgroup
	UNION ALL
	SELECT
		e.run_id,
		e.by_cgroup,
		SUM(e.end_reclaimed),
		'ends'
	FROM win_episode AS e
	JOIN run AS r ON r.id = e.run_id
	LEFT JOIN episode AS p ON p.seq = e.parent_seq
	WHERE r.scan_source IS NULL
		AND e.end_reclaimed IS NOT NULL
		AND p.end_reclaimed IS NULL
		AND e.run_id NOT IN (SELECT run_id FROM batches)
	GROUP BY e.run_id, e.by_cgroup
),
any_of AS (
	SELECT run_id, cgroup_id FROM moved
	UNION
	SELECT run_id, cgroup_id FROM below
	UNION
	SELECT run_id, cgroup_id FROM own WHERE subtree_reclaimed > 0 OR subtree_scanned > 0
	UNION
	SELECT run_id, cgroup_id FROM asked
	UNION
	SELECT run_id, cgroup_id FROM did
)
SELECT
	w.run,
	a.cgroup_id,
	CASE WHEN a.cgroup_id = 0 THEN '(no limit)' ELSE g.path END AS path,
	CASE WHEN t.run_id IS NULL THEN o.reclaimed ELSE COALESCE(m.reclaimed, 0) END AS reclaimed_from,
	CASE WHEN t.run_id IS NULL THEN o.scanned ELSE COALESCE(m.scanned, 0) END AS scanned_from,
	CASE
	WHEN t.run_id IS NOT NULL THEN 'events'
	WHEN o.reclaimed IS NOT NULL THEN 'memory.stat'
	END AS from_source,
	CASE
	WHEN a.run_id IN (SELECT run_id FROM asked) THEN COALESCE(f.reclaimed, 0)
	END AS reclaimed_for,
	CASE WHEN a.run_id IN (SELECT run_id FROM asked) THEN 'events' END AS for_source,
	CASE
	WHEN d.reclaimed IS NULL AND a.run_id IN (SELECT run_id FROM did) THEN 0
	ELSE d.reclaimed
	END AS reclaimed_by,
	(SELECT MIN(x.source) FROM did AS x WHERE x.run_id = a.run_id) AS by_source,
	CASE
	WHEN t.run_id IS NULL THEN o.subtree_reclaimed
	ELSE COALESCE(b.reclaimed, m.reclaimed, 0)
	END AS subtree_reclaimed_from,
	CASE
	WHEN t.run_id IS NULL THEN o.subtree_scanned
	ELSE COALESCE(b.scanned, m.scanned, 0)
	END AS subtree_scanned_from,
	w.lossy AS lower_bound
FROM any_of AS a
JOIN win AS w ON w.run_id = a.run_id
LEFT JOIN win_cgroup AS g ON g.run_id = a.run_id AND g.id = a.cgroup_id
LEFT JOIN told AS t ON t.run_id = a.run_id
LEFT JOIN moved AS m ON m.run_id = a.run_id AND m.cgroup_id = a.cgroup_id
LEFT JOIN below AS b ON b.run_id = a.run_id AND b.cgroup_id = a.cgroup_id
LEFT JOIN own AS o ON o.run_id = a.run_id AND o.cgroup_id = a.cgroup_id
LEFT JOIN asked AS f ON f.run_id = a.run_id AND f.cgroup_id = a.cgroup_id
LEFT JOIN did AS d ON d.run_id = a.run_id AND d.cgroup_id IS a.cgroup_id
WHERE :cgroup IS NULL OR g.path GLOB :cgroup
ORDER BY w.run_id, reclaimed_from DESC, reclaimed_by DESC, a.cgroup_id;
