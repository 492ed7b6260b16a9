-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How often each event came.
-- section: data
-- column: run - LABEL/N
-- column: event - name of the tracepoint, and of the table of its rows
-- column: count - bound in the window
-- column: loaded - of the whole recording: records that have a row in this database
-- column: recorded - bound of the whole recording: records read
-- column: system - wide of the tracepoint
-- column: rate 1/s bound count per second: of what, the line above the table says
-- column: lower_bound - 1 when events were lost in the window
-- column: filter - wide the filter in the kernel that it was recorded with; empty for none
-- Counts of the window are kept by segment, for every event in the file, known
-- to mmscope or not. An event that is not here did not come, or was not recorded.
SELECT
	w.run,
	t.name AS event,
	COALESCE(e.n, 0) AS count,
	t.loaded,
	t.count AS recorded,
	t.system,
	COALESCE(e.n, 0) / w.rate_s AS rate,
	w.lossy AS lower_bound,
	COALESCE(t.filter, '') AS filter
FROM win AS w
JOIN event_type AS t ON t.run_id = w.run_id
LEFT JOIN win_event AS e ON e.type_id = t.id
WHERE t.count > 0
ORDER BY w.run_id, 3 DESC, t.name;
