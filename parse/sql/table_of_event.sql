-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The table that an earlier run gave to an event.
-- param: system tracing system
-- param: name event
SELECT table_name
FROM event_type
WHERE system = :system AND name = :name AND table_name IS NOT NULL
LIMIT 1;
