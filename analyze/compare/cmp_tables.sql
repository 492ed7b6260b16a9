-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Where a comparison gathers the values of all sides, whatever databases they come from.
-- column: cmp_side.noise - 1: a side of the same kernel, for the noise floor only
-- column: cmp_run.sees_reclaim - 1: events of reclaim were recorded: none seen is 0
-- column: cmp_quantity.headline - 1: tracing changes it
-- column: cmp_quantity.absent_zero - 1: runs with events of reclaim that have no value have 0
-- column: cmp_value.counts - what is in it with this kernel and not with others
-- column: cmp_value.note - why it is not known
CREATE TEMP TABLE cmp_side (
	id    INTEGER PRIMARY KEY,
	name  TEXT    NOT NULL,
	noise INTEGER NOT NULL
);
CREATE TEMP TABLE cmp_run (
	id           INTEGER PRIMARY KEY,
	side_id      INTEGER NOT NULL,
	run          TEXT    NOT NULL,
	label        TEXT    NOT NULL,
	n            INTEGER NOT NULL,
	source       TEXT,
	kernel       TEXT,
	page_size    INTEGER NOT NULL,
	traced       INTEGER NOT NULL,
	sees_reclaim INTEGER NOT NULL,
	lossy        INTEGER NOT NULL,
	incomplete   TEXT,
	recorded_at  TEXT
);
CREATE TEMP TABLE cmp_env (
	run_id INTEGER NOT NULL,
	key    TEXT    NOT NULL,
	value  TEXT,
	PRIMARY KEY (key, run_id)
);
CREATE TEMP TABLE cmp_quantity (
	id          INTEGER PRIMARY KEY,
	name        TEXT    NOT NULL,
	unit        TEXT    NOT NULL,
	metric      TEXT    NOT NULL,
	outcome     INTEGER NOT NULL,
	better      INTEGER NOT NULL,
	is_primary  INTEGER NOT NULL,
	headline    INTEGER NOT NULL,
	absent_zero INTEGER NOT NULL,
	UNIQUE (name, unit)
);
CREATE TEMP TABLE cmp_value (
	quantity_id INTEGER NOT NULL,
	run_id      INTEGER NOT NULL,
	value       REAL,
	lower_bound INTEGER NOT NULL,
	counts      TEXT    NOT NULL,
	note        TEXT    NOT NULL,
	PRIMARY KEY (quantity_id, run_id)
);
