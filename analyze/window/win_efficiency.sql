-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Scanned and reclaimed pages by reclaimer, from events and from counters.
-- How kernels spell the counters is in the registry (win_count).
-- What they count: up to 7.0 the named ones leave out reclaim for the limit of
-- a memcg, _anon and _file never did. From 7.1 all count all, and nothing
-- tells memcg reclaim apart.
CREATE TEMP VIEW win_efficiency AS
WITH
meaning(reclaimer, what, counter) AS (
	VALUES
		('kswapd', 'scanned', 'pgscan_kswapd'),
		('kswapd', 'reclaimed', 'pgsteal_kswapd'),
		('direct', 'scanned', 'pgscan_direct'),
		('direct', 'reclaimed', 'pgsteal_direct'),
		('khugepaged', 'scanned', 'pgscan_khugepaged'),
		('khugepaged', 'reclaimed', 'pgsteal_khugepaged'),
		('proactive', 'scanned', 'pgscan_proactive'),
		('proactive', 'reclaimed', 'pgsteal_proactive'),
		('all', 'scanned', 'pgscan_anon'),
		('all', 'scanned', 'pgscan_file'),
		('all', 'reclaimed', 'pgsteal_anon'),
		('all', 'reclaimed', 'pgsteal_file')
),
counted AS (
	SELECT
		c.run_id,
		m.reclaimer,
		m.what,
		CASE WHEN COUNT(*) = COUNT(c.value) THEN SUM(c.value) END AS pages
	FROM win_count AS c
	JOIN meaning AS m ON m.counter = c.counter
	GROUP BY c.run_id, m.reclaimer, m.what
),
named AS (
	SELECT
		run_id,
		reclaimer,
		MAX(CASE what WHEN 'scanned' THEN pages END)   AS scanned,
		MAX(CASE what WHEN 'reclaimed' THEN pages END) AS reclaimed
	FROM counted
	GROUP BY run_id, reclaimer
),
total AS (
	SELECT
		n.run_id,
		r.counter_scope AS scope,
		COUNT(CASE n.reclaimer WHEN 'all' THEN 1 END) AS has_all,
		MAX(CASE n.reclaimer WHEN 'all' THEN n.scanned END)   AS all_scanned,
		MAX(CASE n.reclaimer WHEN 'all' THEN n.reclaimed END) AS all_reclaimed,
		-- one unknown part makes the sum unknown
		CASE
		WHEN COUNT(*) = COUNT(n.scanned)
		THEN SUM(CASE n.reclaimer WHEN 'all' THEN 0 ELSE n.scanned END)
		END AS named_scanned,
		CASE
		WHEN COUNT(*) = COUNT(n.reclaimed)
		THEN SUM(CASE n.reclaimer WHEN 'all' THEN 0 ELSE n.reclaimed END)
		END AS named_reclaimed
	FROM named AS n
	JOIN run AS r ON r.id = n.run_id
	GROUP BY n.run_id
),
from_counters AS (
	SELECT
		n.run_id,
		n.reclaimer,
		n.scanned,
		n.reclaimed,
		CASE
		WHEN n.reclaimer = 'all' THEN ''
		WHEN t.scope = 'all' THEN 'with memcg reclaim'
		WHEN t.scope IS NULL THEN 'with or without memcg reclaim: not known'
		ELSE ''
		END AS note
	FROM named AS n
	JOIN total AS t ON t.run_id = n.run_id
	WHERE n.reclaimer <> 'all' OR t.has_all
	UNION ALL
	SELECT
		run_id,
		'all',
		CASE scope WHEN 'all' THEN named_scanned END,
		CASE scope WHEN 'all' THEN named_reclaimed END,
		CASE scope WHEN 'all' THEN '' ELSE 'no counter of it before 5.8' END
	FROM total
	WHERE NOT has_all
	UNION ALL
	SELECT
		run_id,
		'memcg',
		CASE WHEN scope = 'global' THEN all_scanned - named_scanned END,
		CASE WHEN scope = 'global' THEN all_reclaimed - named_reclaimed END,
		CASE
		WHEN scope = 'all' THEN 'not told apart since 7.1'
		WHEN scope IS NULL THEN 'not known what the others count'
		WHEN has_all THEN ''
		ELSE 'no counter of it before 5.8'
		END
	FROM total
),
batches AS (
	SELECT
		run_id,
		reclaimer,
		SUM(scanned)   AS scanned,
		SUM(reclaimed) AS reclaimed,
		SUM(taken)     AS taken,
		SUM(shrinks)   AS shrinks
	FROM win_lru
	GROUP BY run_id, reclaimer
),
calls AS (
	-- End events in the window. What a call inside another one reclaimed is in both.
	SELECT
		e.run_id,
		COALESCE(e.reclaimer, e.kind) AS reclaimer,
		SUM(e.end_reclaimed) AS end_reclaimed,
		SUM(CASE WHEN p.end_reclaimed IS NULL THEN e.end_reclaimed END) AS outer_reclaimed
	FROM win AS w
	JOIN episode AS e ON e.run_id = w.run_id
	LEFT JOIN episode AS p ON p.seq = e.parent_seq
	WHERE e.kind IN ('direct', 'memcg', 'softlimit', 'node', 'kswapd', 'balance')
		AND COALESCE(e.to_ns, e.from_ns) >= w.from_ns
		AND COALESCE(e.to_ns, e.from_ns) < w.to_ns
	GROUP BY e.run_id, COALESCE(e.reclaimer, e.kind)
),
recorded(reclaimer, event) AS (
	VALUES
		('kswapd', 'mm_vmscan_lru_isolate'),
		('direct', 'mm_vmscan_direct_reclaim_begin'),
		('memcg', 'mm_vmscan_memcg_reclaim_begin')
),
seen AS (
	SELECT run_id, reclaimer FROM batches
	UNION
	SELECT run_id, reclaimer FROM calls
	UNION
	-- what was recorded and did not come is known to be zero
	SELECT
		w.run_id,
		x.reclaimer
	FROM win AS w
	JOIN run AS r ON r.id = w.run_id
	JOIN event_type AS t ON t.run_id = w.run_id
	JOIN recorded AS x ON x.event = t.name
	WHERE r.scan_source IS NOT NULL AND (t.enabled = 1 OR t.count > 0)
),
by_reclaimer AS (
	SELECT
		s.run_id,
		s.reclaimer,
		r.scan_source,
		CASE
		WHEN r.scan_source IS NOT NULL THEN COALESCE(b.scanned, 0)
		ELSE b.scanned
		END AS scanned,
		CASE
		WHEN b.shrinks = 0 AND b.taken > 0 THEN NULL
		WHEN r.scan_source IS NOT NULL THEN COALESCE(b.reclaimed, 0)
		WHEN b.shrinks > 0 THEN b.reclaimed
		END AS reclaimed,
		c.end_reclaimed,
		c.outer_reclaimed
	FROM seen AS s
	JOIN run AS r ON r.id = s.run_id
	LEFT JOIN batches AS b ON b.run_id = s.run_id AND b.reclaimer = s.reclaimer
	LEFT JOIN calls AS c ON c.run_id = s.run_id AND c.reclaimer = s.reclaimer
),
from_events AS (
	SELECT
		run_id,
		reclaimer,
		scanned,
		reclaimed,
		end_reclaimed,
		CASE
		WHEN scan_source IS NULL AND scanned IS NULL THEN 'no LRU events: MGLRU before 6.7, or not recorded'
		ELSE ''
		END AS note
	FROM by_reclaimer
	UNION ALL
	SELECT
		run_id,
		'all',
		CASE WHEN COUNT(*) = COUNT(scanned) THEN SUM(scanned) END,
		CASE WHEN COUNT(*) = COUNT(reclaimed) THEN SUM(reclaimed) END,
		SUM(outer_reclaimed),
		''
	FROM by_reclaimer
	WHERE reclaimer <> 'pageout'
	GROUP BY run_id
),
row AS (
	SELECT
		run_id,
		'events' AS source,
		reclaimer,
		scanned,
		reclaimed,
		end_reclaimed,
		note
	FROM from_events
	UNION ALL
	SELECT
		run_id,
		'counters',
		reclaimer,
		scanned,
		reclaimed,
		NULL,
		note
	FROM from_counters
)
SELECT
	w.run_id,
	w.run,
	x.source,
	x.reclaimer,
	x.scanned,
	x.reclaimed,
	x.end_reclaimed,
	100.0 * x.reclaimed / x.scanned AS efficiency_pct,
	x.scanned / w.rate_s AS velocity,
	x.source = 'events' AND w.lossy AS lower_bound,
	x.note,
	CASE x.reclaimer
	WHEN 'kswapd' THEN 1
	WHEN 'direct' THEN 2
	WHEN 'memcg' THEN 3
	WHEN 'softlimit' THEN 4
	WHEN 'node' THEN 5
	WHEN 'khugepaged' THEN 6
	WHEN 'proactive' THEN 7
	WHEN 'pageout' THEN 8
	WHEN 'none' THEN 9
	WHEN 'all' THEN 11
	ELSE 10
	END AS rank
FROM row AS x
JOIN win AS w ON w.run_id = x.run_id;
