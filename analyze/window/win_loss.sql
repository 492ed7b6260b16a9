-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Gaps that reach into the window. One before the first event of all reaches to it.
CREATE TEMP VIEW win_loss AS
SELECT
	w.run_id,
	w.run,
	l.cpu,
	l.from_ns,
	l.to_ns,
	l.count
FROM win AS w
JOIN loss AS l ON l.run_id = w.run_id
WHERE (l.to_ns IS NULL OR l.to_ns > w.from_ns OR (l.from_ns IS NULL AND l.to_ns = w.from_ns))
	AND (l.from_ns IS NULL OR l.from_ns < w.to_ns);
