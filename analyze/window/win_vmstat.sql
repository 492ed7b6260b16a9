-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Growth of the counters of /proc/vmstat over the window.
-- One that went backwards was reset or wrapped: its growth is not known.
CREATE TEMP VIEW win_vmstat AS
SELECT
	run_id,
	run,
	substr(key, 8) AS key,
	CASE WHEN to_value >= from_value THEN to_value - from_value END AS growth
FROM win_counter
WHERE key GLOB 'vmstat.*'
	AND scope = ''
	AND to_value IS NOT NULL;
