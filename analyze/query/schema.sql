-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: How tables and views are made.
SELECT sql
FROM (SELECT * FROM sqlite_master UNION ALL SELECT * FROM sqlite_temp_master)
WHERE sql IS NOT NULL
	AND (:pattern IS NULL OR name GLOB :pattern)
ORDER BY name;
