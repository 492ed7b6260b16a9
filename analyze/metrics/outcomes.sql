-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What happened or did not, in each run.
-- section: data
-- compare: happened outcome less primary {what}
-- column: run - LABEL/N
-- column: what - what may happen
-- column: happened - 1: yes, 0: no
-- An OOM kill is seen by the counter oom_kill (4.13 on), or by mark_victim events.
WITH
oom AS (
	SELECT
		run_id,
		MAX(n) AS n
	FROM (
		SELECT run_id, value AS n FROM win_count WHERE counter = 'oom_kill'
		UNION ALL
		SELECT run_id, n FROM win_event WHERE system = 'oom' AND name = 'mark_victim'
	)
	GROUP BY run_id
)
SELECT
	w.run,
	'runs with OOM kills' AS what,
	o.n > 0 AS happened
FROM win AS w
JOIN oom AS o ON o.run_id = w.run_id
WHERE o.n IS NOT NULL
UNION ALL
SELECT
	w.run,
	'runs that failed',
	r.status <> 0
FROM win AS w
JOIN run AS r ON r.id = w.run_id
WHERE r.status IS NOT NULL
ORDER BY 1, 2;
