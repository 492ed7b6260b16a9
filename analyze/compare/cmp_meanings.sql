-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What a quantity counts on each side, where that depends on the kernel or on tracing.
-- A side whose runs mix is told as it is: all its meanings.
WITH
used AS (
	SELECT
		r.side_id,
		CASE
		WHEN v.counts <> '' THEN v.counts
		WHEN q.headline THEN CASE WHEN r.traced THEN 'with events recorded' ELSE 'without events recorded' END
		ELSE ''
		END AS text
	FROM cmp_value AS v
	JOIN cmp_run AS r ON r.id = v.run_id
	JOIN cmp_side AS s ON s.id = r.side_id AND NOT s.noise
	JOIN cmp_quantity AS q ON q.id = v.quantity_id
	WHERE v.quantity_id = :quantity_id
		AND NOT (
			q.headline
			AND r.traced
			AND EXISTS (
				SELECT 1
				FROM cmp_run AS o
				JOIN cmp_value AS ov ON ov.run_id = o.id AND ov.quantity_id = q.id
				WHERE o.side_id = r.side_id AND NOT o.traced
			)
		)
	GROUP BY r.side_id, text
),
texts AS (
	SELECT
		side_id,
		GROUP_CONCAT(text, '; ') AS text
	FROM used
	GROUP BY side_id
)
SELECT
	side_id,
	text
FROM texts
WHERE text <> ''
ORDER BY side_id;
