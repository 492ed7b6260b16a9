-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The rows of the metric vmstat, made of counters as the registry says.
-- A row is there when all its counters are. It is not known when one of them is
-- not; a zero divisor is not 0 or 100 but no value.
CREATE TEMP VIEW win_row AS
WITH
term AS (
	SELECT
		w.run_id,
		t.pos,
		t.part,
		t.counter,
		t.optional AND n.counter IS NULL AS left_out,
		n.counter IS NOT NULL AS found,
		n.value * t.factor * CASE WHEN t.hpage THEN w.page_size / 8 ELSE 1 END AS value,
		n.unknown_why
	FROM win AS w
	CROSS JOIN counter_term AS t
	LEFT JOIN win_count AS n ON n.run_id = w.run_id AND n.counter = t.counter
),
part AS (
	SELECT
		run_id,
		pos,
		part,
		SUM(found) AS found,
		SUM(NOT found AND NOT left_out) AS missing,
		CASE WHEN SUM(value IS NULL AND NOT left_out) = 0 THEN SUM(value) END AS value,
		GROUP_CONCAT(unknown_why, ', ') AS unknown_why
	FROM term
	GROUP BY run_id, pos, part
),
text AS (
	SELECT DISTINCT
		m.run_id,
		t.pos,
		m.text
	FROM win_meaning AS m
	JOIN counter_term AS t ON t.counter = m.counter
	WHERE m.text <> ''
	UNION
	SELECT
		w.run_id,
		r.pos,
		CASE
		WHEN EXISTS (
			SELECT 1
			FROM sample AS s
			JOIN sample_key AS k ON k.id = s.key_id
			WHERE s.run_id = w.run_id AND k.key = 'vmstat.' || x.key
		) THEN x.present
		ELSE x.absent
		END
	FROM win AS w
	CROSS JOIN counter_when AS x
	JOIN counter_row AS r ON r.row = x.name
	WHERE x.of = 'row'
),
counts AS (
	SELECT
		run_id,
		pos,
		GROUP_CONCAT(text, ', ') AS counts
	FROM (
		SELECT *
		FROM text
		ORDER BY run_id, pos, text
	)
	GROUP BY run_id, pos
),
divided AS (
	SELECT
		w.run_id,
		w.run,
		s.pos,
		s.value AS sum,
		CASE r.per_kind
		WHEN 'seconds' THEN w.rate_s
		WHEN 'number' THEN r.per_number
		WHEN 'sum' THEN p.value
		ELSE 1
		END AS per,
		COALESCE(s.unknown_why, p.unknown_why) AS unknown_why
	FROM part AS s
	JOIN win AS w ON w.run_id = s.run_id
	JOIN counter_row AS r ON r.pos = s.pos
	LEFT JOIN part AS p ON p.run_id = s.run_id AND p.pos = s.pos AND p.part = 'per'
	WHERE s.part = 'sum'
		AND s.found > 0
		AND s.missing = 0
		AND COALESCE(p.missing, 0) = 0
)
SELECT
	d.run_id,
	d.run,
	d.pos,
	r.row,
	CASE WHEN r.per_kind = 'none' THEN d.sum ELSE 1.0 * d.sum / d.per END AS value,
	r.unit,
	d.per,
	COALESCE(c.counts, '') AS counts,
	COALESCE(d.unknown_why, '') AS note,
	r.better,
	r.is_primary,
	r.empty
FROM divided AS d
JOIN counter_row AS r ON r.pos = d.pos
LEFT JOIN counts AS c ON c.run_id = d.run_id AND c.pos = d.pos;
