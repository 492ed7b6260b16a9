-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How many sizes of base pages the compared machines have.
SELECT COUNT(DISTINCT page_size)
FROM cmp_run
WHERE EXISTS (
	SELECT 1
	FROM cmp_value AS v
	JOIN cmp_quantity AS q ON q.id = v.quantity_id
	WHERE v.run_id = cmp_run.id AND q.unit IN ('pages', 'pages/s')
);
