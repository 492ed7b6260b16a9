-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The sides, and what their runs are.
SELECT
	s.id,
	s.name,
	s.noise,
	COUNT(*) AS n,
	CASE
	WHEN COUNT(DISTINCT r.label) > 1 OR MAX(r.n) - MIN(r.n) + 1 > COUNT(*)
	THEN GROUP_CONCAT(r.run, ' ')
	WHEN COUNT(*) = 1 THEN r.run
	ELSE r.label || '/' || MIN(r.n) || '..' || MAX(r.n)
	END AS runs,
	(
		SELECT GROUP_CONCAT(kernel, ' | ')
		FROM (
			SELECT DISTINCT kernel
			FROM cmp_run AS k
			WHERE k.side_id = s.id AND kernel IS NOT NULL
		)
	) AS kernel,
	SUM(r.traced) AS traced,
	SUM(r.lossy) AS lossy,
	SUM(r.incomplete IS NOT NULL) AS incomplete,
	MIN(r.recorded_at) AS first_at
FROM cmp_side AS s
JOIN cmp_run AS r ON r.side_id = s.id
GROUP BY s.id
ORDER BY s.id;
