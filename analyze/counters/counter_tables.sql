-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The counter registry as temporary tables, filled from *.counters and *.rows.
-- column: counter.name - today's name, or memory.stat's where /proc/vmstat has none
-- column: counter_key.key - as in sample_key: vmstat.NAME
-- column: counter_key.rank - spellings in order of preference; all keys of one add up
-- column: counter_key.needed - 1: without this key the spelling is not there
-- column: counter_row.pos - place in the metric vmstat
-- column: counter_row.per_kind - what the sum is divided by: none, seconds, number or sum
-- column: counter_term.part - sum or per
CREATE TEMP TABLE counter (
	name   TEXT NOT NULL PRIMARY KEY,
	family TEXT NOT NULL,
	what   TEXT NOT NULL,
	unit   TEXT NOT NULL,
	kind   TEXT NOT NULL,
	file   TEXT NOT NULL,
	memcg  TEXT NOT NULL
);
CREATE TEMP TABLE counter_key (
	counter TEXT    NOT NULL,
	rank    INTEGER NOT NULL,
	key     TEXT    NOT NULL,
	factor  INTEGER NOT NULL,
	needed  INTEGER NOT NULL,
	PRIMARY KEY (key, counter, rank)
);
CREATE TEMP TABLE counter_when (
	of      TEXT NOT NULL, -- counter or row
	name    TEXT NOT NULL,
	key     TEXT NOT NULL,
	present TEXT NOT NULL,
	absent  TEXT NOT NULL
);
CREATE TEMP TABLE counter_row (
	pos        INTEGER PRIMARY KEY,
	row        TEXT NOT NULL UNIQUE,
	what       TEXT NOT NULL,
	unit       TEXT NOT NULL,
	better     TEXT NOT NULL,
	is_primary INTEGER NOT NULL,
	empty      REAL,
	per_kind   TEXT NOT NULL,
	per_number REAL
);
CREATE TEMP TABLE counter_term (
	pos      INTEGER NOT NULL,
	part     TEXT    NOT NULL,
	counter  TEXT    NOT NULL,
	factor   INTEGER NOT NULL,
	hpage    INTEGER NOT NULL,
	optional INTEGER NOT NULL
);
