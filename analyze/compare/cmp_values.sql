-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: All values of a quantity, in the order in which the runs were made.
-- param: bytes 1: pages as bytes
-- Times and results of a side come from its runs without events where it has
-- such runs: recording takes time, too.
SELECT
	r.side_id,
	CASE
	WHEN v.run_id IS NULL THEN CASE WHEN q.absent_zero AND r.sees_reclaim THEN 0.0 END
	WHEN :bytes AND q.unit IN ('pages', 'pages/s') THEN v.value * r.page_size
	ELSE v.value
	END AS value,
	COALESCE(v.lower_bound, r.lossy) AS lower_bound,
	r.run
FROM cmp_run AS r
JOIN cmp_quantity AS q ON q.id = :quantity_id
LEFT JOIN cmp_value AS v ON v.run_id = r.id AND v.quantity_id = q.id
WHERE NOT (
	q.headline
	AND r.traced
	AND EXISTS (
		SELECT 1
		FROM cmp_run AS o
		JOIN cmp_value AS ov ON ov.run_id = o.id AND ov.quantity_id = q.id
		WHERE o.side_id = r.side_id AND NOT o.traced
	)
)
ORDER BY r.recorded_at, r.id;
