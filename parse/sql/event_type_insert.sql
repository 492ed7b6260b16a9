-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: A kind of event of a run.
-- param: id event_type.id; the others are columns of event_type
INSERT INTO event_type (
	id, run_id, system, name, table_name, event_id, format, enabled, filter, count, loaded
)
VALUES (
	:id, :run_id, :system, :name, :table_name, :event_id, :format, :enabled, :filter, :count, :loaded
)
ON CONFLICT DO NOTHING;
