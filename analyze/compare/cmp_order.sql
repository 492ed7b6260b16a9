-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The compared sides' runs in the order in which they were made.
SELECT
	r.side_id,
	r.recorded_at IS NOT NULL AS known
FROM cmp_run AS r
JOIN cmp_side AS s ON s.id = r.side_id AND NOT s.noise
ORDER BY r.recorded_at, r.id;
