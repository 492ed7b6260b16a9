-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a row of the metric vmstat.
INSERT INTO temp.counter_row VALUES (
	:pos, :row, :what, :unit, :better, :is_primary, NULLIF(:empty, ''), :per_kind, :per_number
);
