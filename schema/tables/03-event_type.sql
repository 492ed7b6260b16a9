-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Every kind of event of a run, with the format that travelled with the data.
-- column: id - number in this database, used by rollups
-- column: run_id - run.id
-- column: system - tracing system
-- column: name - event
-- column: table_name - table of its rows, nearly always called as the event; NULL: it has none
-- column: event_id - common_type in the recording
-- column: format - text of the format file
-- column: enabled - 1: it was recorded, or came. An event without a row was not recorded, or (when the recording does not say what was) did not come
-- column: filter - in-kernel filter it was recorded with; NULL for none
-- column: count - records read
-- column: loaded - records that have a row
CREATE TABLE event_type (
	id         INTEGER PRIMARY KEY,
	run_id     INTEGER NOT NULL,
	system     TEXT    NOT NULL,
	name       TEXT    NOT NULL,
	table_name TEXT,
	event_id   INTEGER,
	format     TEXT,
	enabled    INTEGER,
	filter     TEXT,
	count      INTEGER NOT NULL DEFAULT 0,
	loaded     INTEGER NOT NULL DEFAULT 0,
	UNIQUE (run_id, system, name)
);
