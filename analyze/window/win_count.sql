-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Growth of the counters of the registry, however the kernel spells them.
-- Of a counter's spellings the first that is there is used: where a kernel has
-- both a sum and its zones, no page is counted twice. A counter that went
-- backwards was reset: its growth is not known, and backwards says so.
CREATE TEMP VIEW win_count AS
WITH
found AS (
	SELECT
		v.run_id,
		v.run,
		k.counter,
		k.rank,
		k.key,
		k.factor,
		k.needed,
		v.from_value,
		v.to_value
	FROM counter_key AS k
	JOIN win_counter AS v ON v.key = k.key
	WHERE v.scope = '' AND v.to_value IS NOT NULL
),
best AS (
	SELECT
		f.run_id,
		f.counter,
		MIN(f.rank) AS rank
	FROM (
		SELECT
			run_id,
			counter,
			rank,
			SUM(needed) AS needed
		FROM found
		GROUP BY run_id, counter, rank
	) AS f
	WHERE f.needed = (
		SELECT SUM(k.needed)
		FROM counter_key AS k
		WHERE k.counter = f.counter AND k.rank = f.rank
	)
	GROUP BY f.run_id, f.counter
)
SELECT
	f.run_id,
	f.run,
	f.counter,
	b.rank > 1 AS is_old,
	CASE
	WHEN SUM(f.to_value >= f.from_value) = COUNT(*)
	THEN SUM(f.factor * (f.to_value - f.from_value))
	END AS value,
	GROUP_CONCAT(
		CASE
		WHEN f.to_value < f.from_value
		THEN substr(f.key, 8) || ' went back from ' || f.from_value || ' to ' || f.to_value
		WHEN f.from_value IS NULL
		THEN substr(f.key, 8) || ' was not read at the begin'
		END,
		', '
	) AS unknown_why
FROM found AS f
JOIN best AS b
	ON b.run_id = f.run_id
	AND b.counter = f.counter
	AND b.rank = f.rank
GROUP BY f.run_id, f.counter;
