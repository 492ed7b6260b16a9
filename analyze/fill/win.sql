-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Put one run into "win".
-- param: run_id run.id
-- param: from_ns begin of the window
-- param: to_ns its end, not in it
-- param: asked 1 when --time asked for it: bounds move outwards to segments' bounds; 0 for the run's own window
INSERT OR IGNORE INTO win (
	run_id, run, from_ns, to_ns, dur_s, rate_s, first_segment, last_segment,
	page_size, kind, moved, lossy, lost
)
WITH
cut AS (
	-- A marker begins a segment, so an empty segment at the very begin belongs to the window.
	SELECT
		MIN(id)      AS first_segment,
		MAX(id)      AS last_segment,
		MIN(from_ns) AS from_ns,
		MAX(to_ns)   AS to_ns
	FROM segment
	WHERE run_id = :run_id
		AND (to_ns > :from_ns OR from_ns = :from_ns)
		AND from_ns < :to_ns
),
w AS (
	SELECT
		r.*,
		COALESCE(cut.first_segment, 0) AS first_segment,
		COALESCE(cut.last_segment, -1) AS last_segment,
		CASE
		WHEN :asked AND cut.from_ns < :from_ns
		THEN MAX(cut.from_ns, MIN(COALESCE(r.first_ns, :from_ns), :from_ns))
		ELSE :from_ns
		END AS w_from_ns,
		CASE
		WHEN :asked AND cut.to_ns > :to_ns
		THEN MIN(cut.to_ns, MAX(COALESCE(r.last_ns + 1, :to_ns), :to_ns))
		ELSE :to_ns
		END AS w_to_ns
	FROM run AS r
	CROSS JOIN cut
	WHERE r.id = :run_id
),
gap AS (
	SELECT
		COUNT(*)   AS n,
		SUM(count) AS lost
	FROM loss
	CROSS JOIN w
	WHERE run_id = :run_id
		AND (to_ns IS NULL OR to_ns > w.w_from_ns OR (from_ns IS NULL AND to_ns = w.w_from_ns))
		AND (from_ns IS NULL OR from_ns < w.w_to_ns)
)
SELECT
	w.id,
	w.label || '/' || w.n,
	w.w_from_ns,
	w.w_to_ns,
	CASE WHEN w.clock_is_ns THEN (w.w_to_ns - w.w_from_ns) / 1e9 END,
	CASE
	WHEN NOT :asked AND w.wall_ns > 0 THEN w.wall_ns / 1e9
	WHEN w.clock_is_ns THEN (w.w_to_ns - w.w_from_ns) / 1e9
	END,
	w.first_segment,
	w.last_segment,
	w.page_size,
	CASE WHEN :asked THEN 'time' ELSE w.win_kind END,
	w.w_from_ns <> :from_ns OR w.w_to_ns <> :to_ns,
	-- Losses that no gap tells of may lie anywhere.
	gap.n > 0 OR (
		(w.lost_events > 0 OR w.lost_unknown)
		AND NOT EXISTS (SELECT 1 FROM loss WHERE run_id = :run_id)
	),
	gap.lost
FROM w
CROSS JOIN gap;
