-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Sums of fields of events in the window.
CREATE TEMP VIEW win_sum AS
SELECT
	w.run_id,
	w.run,
	t.name,
	u.field,
	SUM(u.sum) AS sum
FROM win AS w
JOIN rollup_sum AS u
	ON u.run_id = w.run_id
	AND u.segment BETWEEN w.first_segment AND w.last_segment
JOIN event_type AS t ON t.id = u.type_id
GROUP BY w.run_id, t.name, u.field;
