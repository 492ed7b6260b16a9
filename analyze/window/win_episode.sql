-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Episodes that begin in the window (those without a begin: that end in it).
CREATE TEMP VIEW win_episode AS
SELECT
	w.run,
	e.*
FROM win AS w
JOIN episode AS e ON e.run_id = w.run_id
WHERE COALESCE(e.from_ns, e.to_ns) >= w.from_ns
	AND COALESCE(e.from_ns, e.to_ns) < w.to_ns;
