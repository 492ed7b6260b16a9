-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Growth of sampled values over the window, by key and scope.
-- A value holds until the next one, so growth is the latest at or before the
-- end less the latest at or before the begin; NULL where one of them is not
-- known. Rows without any value are there too.
CREATE TEMP VIEW win_counter AS
SELECT
	w.run_id,
	w.run,
	k.key,
	c.scope,
	(
		SELECT s.value
		FROM sample AS s
		WHERE s.run_id = w.run_id AND s.key_id = k.id AND s.scope_id = c.id
			AND s.ts_ns <= w.from_ns
		ORDER BY s.ts_ns DESC
		LIMIT 1
	) AS from_value,
	(
		SELECT s.value
		FROM sample AS s
		WHERE s.run_id = w.run_id AND s.key_id = k.id AND s.scope_id = c.id
			AND s.ts_ns <= w.to_ns
		ORDER BY s.ts_ns DESC
		LIMIT 1
	) AS to_value
FROM win AS w
CROSS JOIN sample_key AS k
CROSS JOIN sample_scope AS c;
