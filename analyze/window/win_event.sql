-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How often each event came in the window.
CREATE TEMP VIEW win_event AS
SELECT
	w.run_id,
	w.run,
	t.id AS type_id,
	t.system,
	t.name,
	SUM(u.n) AS n
FROM win AS w
JOIN rollup_event AS u
	ON u.run_id = w.run_id
	AND u.segment BETWEEN w.first_segment AND w.last_segment
JOIN event_type AS t ON t.id = u.type_id
GROUP BY w.run_id, t.id;
