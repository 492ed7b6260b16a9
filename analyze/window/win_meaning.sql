-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What the counters of the registry count in each run, where that depends on the kernel.
-- Up to 7.0 the counters by reclaimer leave out reclaim for a memcg's limit.
CREATE TEMP VIEW win_meaning AS
WITH
keys AS (
	SELECT DISTINCT
		w.run_id,
		k.key
	FROM win AS w
	CROSS JOIN counter_when AS x
	JOIN sample_key AS k ON k.key = 'vmstat.' || x.key
	WHERE EXISTS (
		SELECT 1
		FROM sample AS s
		WHERE s.run_id = w.run_id AND s.key_id = k.id
	)
)
SELECT
	n.run_id,
	n.counter,
	CASE
	WHEN n.is_old OR r.counter_scope = 'global' THEN 'without memcg reclaim'
	WHEN r.counter_scope = 'all' THEN 'with memcg reclaim'
	END AS text
FROM win_count AS n
JOIN counter AS c ON c.name = n.counter AND c.memcg = 'scope'
JOIN run AS r ON r.id = n.run_id
UNION ALL
SELECT
	n.run_id,
	n.counter,
	CASE WHEN k.key IS NULL THEN x.absent ELSE x.present END
FROM win_count AS n
JOIN counter_when AS x ON x.of = 'counter' AND x.name = n.counter
LEFT JOIN keys AS k ON k.run_id = n.run_id AND k.key = 'vmstat.' || x.key;
