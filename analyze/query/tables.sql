-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Tables and views.
SELECT
	name,
	type
FROM (SELECT * FROM sqlite_master UNION ALL SELECT * FROM sqlite_temp_master)
WHERE type IN ('table', 'view')
	AND name NOT GLOB 'sqlite_*'
	AND (:pattern IS NULL OR name GLOB :pattern)
ORDER BY name;
