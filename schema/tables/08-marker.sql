-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Texts written to trace_marker.
-- column: run_id - run.id
-- column: seq - place in the merged order of all events
-- column: ts_ns ns trace clock
-- column: text - without the newline
CREATE TABLE marker (
	run_id INTEGER NOT NULL,
	seq    INTEGER NOT NULL,
	ts_ns  INTEGER NOT NULL,
	text   TEXT    NOT NULL
);
