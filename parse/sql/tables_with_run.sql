-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Tables that have rows of runs and outlive a run.
-- param: run_id run.id
SELECT t.name
FROM sqlite_master AS t
JOIN pragma_table_info(t.name) AS c ON c.name = 'run_id'
WHERE t.type = 'table'
	AND NOT EXISTS (
		SELECT 1
		FROM event_type AS e
		WHERE e.table_name = t.name AND e.run_id = :run_id
			AND NOT EXISTS (
				SELECT 1
				FROM event_type AS o
				WHERE o.table_name = t.name AND o.run_id <> :run_id
			)
	)
ORDER BY t.name;
