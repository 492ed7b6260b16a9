-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Runs that a pattern names, with the bounds that --time is laid over.
-- param: pattern glob of LABEL or LABEL/N; NULL: all
SELECT
	r.run_id,
	r.win_from_ns,
	r.win_to_ns,
	MIN(COALESCE(r.first_ns, r.win_from_ns), r.win_from_ns) AS first_ns,
	MAX(COALESCE(r.last_ns + 1, r.win_to_ns), r.win_to_ns)  AS end_ns,
	r.run
FROM (
	SELECT
		id AS run_id,
		label,
		label || '/' || n AS run,
		win_from_ns,
		win_to_ns,
		first_ns,
		last_ns
	FROM run
) AS r
WHERE :pattern IS NULL OR r.label GLOB :pattern OR r.run GLOB :pattern
ORDER BY r.run_id;
