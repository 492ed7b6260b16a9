-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Why values of a quantity are not known, and in which runs.
SELECT
	CASE
	WHEN COUNT(*) = (SELECT COUNT(*) FROM cmp_run) THEN 'all runs'
	ELSE GROUP_CONCAT(r.run, ' ')
	END AS runs,
	v.note
FROM cmp_value AS v
JOIN cmp_run AS r ON r.id = v.run_id
WHERE v.quantity_id = :quantity_id
	AND v.value IS NULL
	AND v.note <> ''
GROUP BY v.note
ORDER BY MIN(r.id);
