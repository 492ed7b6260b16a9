-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Tables of events that only one run has.
-- param: run_id run.id
SELECT DISTINCT e.table_name
FROM event_type AS e
WHERE e.run_id = :run_id AND e.table_name IS NOT NULL
	AND NOT EXISTS (
		SELECT 1
		FROM event_type AS o
		WHERE o.table_name = e.table_name AND o.run_id <> :run_id
	)
ORDER BY e.table_name;
