-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Facts of the environment that differ between the sides, or between the runs of one.
-- What was read from /proc and /sys is missing on a side, too, when only the
-- other sides have it.
WITH
fact AS (
	SELECT DISTINCT
		r.side_id,
		e.key,
		e.value
	FROM cmp_run AS r
	JOIN cmp_side AS s ON s.id = r.side_id AND NOT s.noise
	JOIN cmp_env AS e ON e.run_id = r.id
	WHERE e.value IS NOT NULL
	ORDER BY e.value
),
text AS (
	SELECT
		side_id,
		key,
		GROUP_CONCAT(value, ' | ') AS value,
		COUNT(*) AS n
	FROM fact
	GROUP BY side_id, key
),
reader AS (
	SELECT COUNT(DISTINCT side_id) AS n
	FROM fact
	WHERE key GLOB '*/*'
)
SELECT
	t.key,
	t.side_id,
	t.value
FROM text AS t
WHERE t.key IN (
	SELECT key
	FROM text
	GROUP BY key
	HAVING COUNT(DISTINCT value) > 1
		OR MAX(n) > 1
		OR (key GLOB '*/*' AND COUNT(*) < (SELECT n FROM reader))
)
ORDER BY t.key GLOB '*/*', t.key, t.side_id;
