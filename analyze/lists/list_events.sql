-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Events of the recordings.
-- column: run - LABEL/N
-- column: event - SYSTEM:NAME
-- column: recorded - whether it was enabled; unknown: the recording does not say
-- column: count - records read
-- column: loaded - records that have a row in the table of its name
-- column: filter - in the kernel; empty for none
SELECT
	w.run,
	t.system || ':' || t.name AS event,
	CASE t.enabled WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END AS recorded,
	t.count,
	t.loaded,
	COALESCE(t.filter, '') AS filter
FROM win AS w
JOIN event_type AS t ON t.run_id = w.run_id
ORDER BY w.run_id, t.system, t.name;
