-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What has to be said of each run of "win" above its numbers.
WITH
w AS (
	SELECT
		win.*,
		r.clock,
		r.clock_is_ns,
		r.incomplete,
		COALESCE(r.incomplete_why, 'the recording was cut short') AS why,
		CASE win.kind
		WHEN 'markers' THEN ', between its snapshots'
		WHEN 'tracing' THEN ', while tracing was on'
		WHEN 'events' THEN ', first to last event'
		ELSE ''
		END AS kind_text
	FROM win
	JOIN run AS r ON r.id = win.run_id
)
SELECT
	run || ': '
	|| CASE
	WHEN from_ns IS NULL THEN 'no window'
	WHEN NOT clock_is_ns THEN printf('%lld to %lld', from_ns, to_ns)
	ELSE printf(
		'%d.%06d to %d.%06d s (%.3f s%s)',
		from_ns / 1000000000, from_ns / 1000 % 1000000,
		to_ns / 1000000000, to_ns / 1000 % 1000000,
		dur_s, kind_text
	)
	END
	|| CASE
	WHEN rate_s <> dur_s OR (rate_s IS NOT NULL AND dur_s IS NULL)
	THEN printf(', rates per second of the command''s %.3f s', rate_s)
	ELSE ''
	END
	|| CASE WHEN moved THEN ', moved outwards to where sums are kept' ELSE '' END
	|| CASE WHEN clock IS NULL THEN '' ELSE ', clock ' || clock END
	|| CASE
	WHEN NOT lossy THEN ', no events lost'
	WHEN lost IS NULL THEN ', EVENTS LOST, unknown how many'
	ELSE printf(', %lld EVENTS LOST or more', lost)
	END
	|| CASE WHEN incomplete THEN ', INCOMPLETE: ' || why ELSE '' END
FROM w
ORDER BY run_id;
