-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Time that the command took.
-- section: data
-- empty: no run tells how long its command took
-- compare: seconds headline less primary=what:elapsed primary=what:system {what} time
-- column: run - LABEL/N
-- column: what - elapsed, user, system
-- column: seconds s wall time; CPU time of the command and its children
-- column: traced - 1 when events were recorded meanwhile: that takes time, too
SELECT
	w.run,
	t.what,
	t.ns / 1e9 AS seconds,
	r.events > 0 AS traced
FROM win AS w
JOIN run AS r ON r.id = w.run_id
JOIN (
	SELECT id, 1 AS rank, 'elapsed' AS what, wall_ns AS ns FROM run
	UNION ALL
	SELECT id, 2, 'user', user_ns FROM run
	UNION ALL
	SELECT id, 3, 'system', sys_ns FROM run
) AS t ON t.id = w.run_id
WHERE t.ns IS NOT NULL
ORDER BY w.run_id, t.rank;
