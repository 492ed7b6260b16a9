-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Values read from /proc, /sys and cgroup files; a row only where a value changed.
-- column: run_id - run.id
-- column: key_id - sample_key.id
-- column: scope_id - sample_scope.id
-- column: ts_ns ns trace clock; the values of the snapshot before (after) stand at the marker that ends (begins) the window
-- column: value - as read; the unit is the key's (meminfo: bytes, pressure: us). Counters above 2^63 - 1 stand as their 64 bits; NULL is "max", no limit
-- column: id - of sample_key and sample_scope: number in this database
-- column: key - of sample_key: FILE.NAME, as vmstat.pgscan_kswapd, memory.stat.pgsteal, pressure.memory.some.total
-- column: scope - of sample_scope: "" for the machine, a cgroup path, nodeN, nodeN/ZONE, or a disk
CREATE TABLE sample (
	run_id   INTEGER NOT NULL,
	key_id   INTEGER NOT NULL,
	scope_id INTEGER NOT NULL,
	ts_ns    INTEGER NOT NULL,
	value    INTEGER,
	PRIMARY KEY (run_id, key_id, scope_id, ts_ns)
) WITHOUT ROWID;
CREATE TABLE sample_key (
	id  INTEGER PRIMARY KEY,
	key TEXT NOT NULL UNIQUE
);
CREATE TABLE sample_scope (
	id    INTEGER PRIMARY KEY,
	scope TEXT NOT NULL UNIQUE
);
