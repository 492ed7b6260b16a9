-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What is compared: the primary ones first, then as the metrics named them.
SELECT
	id,
	name,
	unit,
	metric,
	outcome,
	better,
	is_primary
FROM cmp_quantity
ORDER BY is_primary DESC, id;
