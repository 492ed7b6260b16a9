-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The cgroups of the runs, each with its latest path.
CREATE TEMP VIEW win_cgroup AS
SELECT
	w.run_id,
	w.run,
	c.id,
	c.path,
	MAX(COALESCE(c.from_ns, -9223372036854775807)) AS since_ns
FROM win AS w
JOIN cgroup AS c ON c.run_id = w.run_id
GROUP BY w.run_id, c.id;
