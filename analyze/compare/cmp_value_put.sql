-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a run's value; the first one of a quantity counts.
INSERT OR IGNORE INTO temp.cmp_value
SELECT
	id,
	:run_id,
	:value,
	:lower_bound,
	:counts,
	:note
FROM temp.cmp_quantity
WHERE name = :name AND unit = :unit;
