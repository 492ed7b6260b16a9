-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The run in short.
-- section: reclaim
-- report: 15
-- worst: direct memcg softlimit node compaction slab throttle
-- column: run - LABEL/N
-- column: row - name as in mmtests' table where it has one
-- column: value @unit bound the number
-- column: unit - of the number
-- column: source - events or counters: where it comes from
-- column: note - foot what a counter means here, or why it is not known
-- column: lower_bound - 1 when it is a sum of events, some of which were lost
-- Pages are taken from events where these are complete and tell them, else from
-- counters, and each row says which. They are not added up over sources. Rows of
-- what never happened are left out, but for pages, which are zero then.
WITH
best AS (
	-- events before counters, known before unknown, complete before a lower bound
	SELECT
		e.*,
		ROW_NUMBER() OVER (
			PARTITION BY e.run_id, e.reclaimer
			ORDER BY e.scanned IS NULL, e.lower_bound, e.source DESC
		) AS i
	FROM win_efficiency AS e
),
page AS (
	SELECT
		*,
		upper(substr(reclaimer, 1, 1)) || substr(reclaimer, 2) AS who
	FROM best
	WHERE i = 1 AND (rank <= 3 OR scanned > 0 OR end_reclaimed > 0)
),
share AS (
	SELECT
		d.run_id,
		d.source,
		100.0 * d.scanned / (d.scanned + k.scanned) AS pct,
		d.note
	FROM best AS d
	JOIN best AS k ON k.run_id = d.run_id AND k.source = d.source
	WHERE d.i = 1
		AND k.i = 1
		AND d.reclaimer = 'direct'
		AND k.reclaimer = 'kswapd'
),
stall AS (
	SELECT
		e.run_id,
		e.kind,
		COUNT(e.dur_ns) AS n,
		SUM(e.dur_ns)   AS total_ns,
		MAX(e.dur_ns)   AS max_ns
	FROM win_episode AS e
	WHERE e.kind IN ('direct', 'memcg', 'softlimit', 'node', 'compaction', 'throttle')
		AND e.state = 'ok'
	GROUP BY e.run_id, e.kind
),
name(kind, n, total, worst, rank) AS (
	VALUES
		('direct', 'Direct reclaim calls', 'Direct reclaim time', 'Direct reclaim longest', 1),
		('memcg', 'Memcg reclaim calls', 'Memcg reclaim time', 'Memcg reclaim longest', 2),
		('softlimit', 'Softlimit reclaim calls', 'Softlimit reclaim time', 'Softlimit reclaim longest', 3),
		('node', 'Node reclaim calls', 'Node reclaim time', 'Node reclaim longest', 4),
		('throttle', 'Throttled', 'Throttled time', 'Throttled longest', 5),
		('compaction', 'Zone compactions', 'Compaction time', 'Compaction longest', 6)
),
counter(row) AS (
	VALUES
		('Swap Ins'), ('Swap Outs'), ('Major Faults'), ('Page writes by reclaim'),
		('Page reclaim immediate'), ('Slabs scanned'), ('Compaction stalls'),
		('Compaction success'), ('Compaction failures'), ('Page migrate success'),
		('Page migrate failure'), ('OOM kills')
),
line AS (
	SELECT run_id, 0 AS a, 0 AS b, 'Elapsed' AS row, rate_s * 1.0 AS value, 's' AS unit, CASE WHEN rate_s = dur_s THEN 'window' ELSE 'command' END AS source, '' AS note, 0 AS lower_bound
	FROM win
	UNION ALL
	SELECT run_id, 1, rank * 4, who || ' pages scanned', scanned, 'pages', source, note, lower_bound
	FROM page
	UNION ALL
	SELECT run_id, 1, rank * 4 + 1, who || ' pages reclaimed', reclaimed, 'pages', source, note, lower_bound
	FROM page
	UNION ALL
	SELECT run_id, 1, rank * 4 + 2, who || ' efficiency %', efficiency_pct, 'pct', source, note, 0
	FROM page
	WHERE scanned > 0
	UNION ALL
	SELECT run_id, 1, rank * 4 + 3, who || ' velocity', velocity, 'pages/s', source, note, lower_bound
	FROM page
	WHERE scanned > 0
	UNION ALL
	SELECT run_id, 1, 1000, 'Percentage direct scans', pct, 'pct', source, note, 0
	FROM share
	WHERE pct IS NOT NULL
	UNION ALL
	SELECT s.run_id, 2, n.rank * 3, n.n, s.n, '', 'events', '', w.lossy
	FROM stall AS s
	JOIN name AS n ON n.kind = s.kind
	JOIN win AS w ON w.run_id = s.run_id
	UNION ALL
	SELECT s.run_id, 2, n.rank * 3 + 1, n.total, s.total_ns, 'ns', 'events', '', w.lossy
	FROM stall AS s
	JOIN name AS n ON n.kind = s.kind
	JOIN win AS w ON w.run_id = s.run_id
	UNION ALL
	SELECT s.run_id, 2, n.rank * 3 + 2, n.worst, s.max_ns, 'ns', 'events', '', w.lossy
	FROM stall AS s
	JOIN name AS n ON n.kind = s.kind
	JOIN win AS w ON w.run_id = s.run_id
	UNION ALL
	SELECT r.run_id, 3, r.pos, r.row, r.value, r.unit, 'counters', r.note, 0
	FROM win_row AS r
	JOIN counter AS c ON c.row = r.row
	WHERE r.value > 0 OR r.value IS NULL
)
SELECT
	w.run,
	l.row,
	l.value,
	l.unit,
	l.source,
	l.note,
	l.lower_bound
FROM line AS l
JOIN win AS w ON w.run_id = l.run_id
ORDER BY w.run_id, l.a, l.b;
