-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The runs of "win", as a comparison keeps them.
SELECT
	w.run_id,
	w.run,
	r.label,
	r.n,
	r.source,
	r.kernel,
	r.page_size,
	r.events > 0 AS traced,
	EXISTS (
		SELECT 1
		FROM event_type AS e
		WHERE e.run_id = w.run_id
			AND e.name = 'mm_vmscan_direct_reclaim_begin'
			AND COALESCE(e.enabled, 1)
	) AS sees_reclaim,
	w.lossy,
	r.incomplete_why,
	r.recorded_at
FROM win AS w
JOIN run AS r ON r.id = w.run_id
ORDER BY w.run_id;
