-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: One row if a table's name belongs to another event, or to this database itself.
-- param: table its name
-- param: system tracing system of the event that asks
-- param: name that event
SELECT 1
FROM event_type
WHERE table_name = :table COLLATE NOCASE AND NOT (system = :system AND name = :name)
UNION ALL
SELECT 1
FROM sqlite_master
WHERE name = :table COLLATE NOCASE
	AND name NOT IN (SELECT table_name FROM event_type WHERE table_name IS NOT NULL)
LIMIT 1;
