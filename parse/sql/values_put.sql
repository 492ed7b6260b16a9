-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a result; a row comes back unless the run has one already.
-- param: force 1: replace it
INSERT INTO result (run_id, metric, unit, better, value)
VALUES (:run_id, :metric, :unit, :better, :value)
ON CONFLICT (run_id, metric) DO UPDATE
SET
	unit = excluded.unit,
	better = excluded.better,
	value = excluded.value
WHERE :force
RETURNING id;
