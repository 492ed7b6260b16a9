-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: One row per recording that was parsed.
-- column: id - number of the run in this database
-- column: label - what the user calls this kind of run
-- column: n - iteration, counted from 1 per label; a run is written LABEL/N
-- column: fingerprint - hash of the recording, so that it is not loaded twice
-- column: source - path it was read from
-- column: kernel - release, as uname -r
-- column: machine - architecture, as uname -m
-- column: nr_cpus - CPUs of the recorded machine
-- column: page_size bytes base page of the recorded machine
-- column: hz 1/s timer ticks; NULL when unknown
-- column: clock - trace clock, as in tracefs
-- column: clock_is_ns - 1 when ts_ns really are nanoseconds (not with counter, x86-tsc)
-- column: wall_offset_ns ns add to ts_ns for the wall clock; NULL when unknown
-- column: first_ns ns first event
-- column: last_ns ns last event
-- column: win_from_ns ns begin of the default window
-- column: win_to_ns ns end of the default window, not in it
-- column: win_kind - markers (between the snapshots), tracing (on to off), events (first to last) or snapshots (without any time: from 0, the one before, to 1, the one after)
-- column: command - what was run, as typed
-- column: status - exit status of the command; NULL when there was none
-- column: wall_ns ns duration of the command
-- column: user_ns ns user time of the command and its children
-- column: sys_ns ns system time of the command and its children
-- column: recorded_at - begin, ISO 8601 UTC
-- column: incomplete - 0, or 1 when the recording was cut short
-- column: incomplete_why - what is missing and from where on
-- column: events - records that were read
-- column: lost_events - records known to be lost (a lower bound when lost_unknown is 1)
-- column: lost_unknown - 1 when a gap did not say how many were lost
-- column: mglru - 1 when the multi-gen LRU reclaimed, 0 classic, NULL unknown
-- column: scan_source - where "pages scanned" of events come from: isolate.nr_scanned, isolate.nr_taken, shrink_inactive.nr_scanned, or NULL when no event tells
-- column: counter_scope - what pgscan_kswapd, pgscan_direct ... count: global (memcg reclaim left out), all, or NULL when unknown
-- column: first_seq - seq of its first record; seq counts over all runs of a database
-- column: last_seq - seq of its last record or gap
-- column: detail - none, episodes, events or all: which event rows were loaded
CREATE TABLE run (
	id             INTEGER PRIMARY KEY,
	label          TEXT    NOT NULL,
	n              INTEGER NOT NULL,
	fingerprint    TEXT    NOT NULL,
	source         TEXT    NOT NULL,
	kernel         TEXT,
	machine        TEXT,
	nr_cpus        INTEGER,
	page_size      INTEGER NOT NULL DEFAULT 4096,
	hz             INTEGER,
	clock          TEXT,
	clock_is_ns    INTEGER NOT NULL DEFAULT 1,
	wall_offset_ns INTEGER,
	first_ns       INTEGER,
	last_ns        INTEGER,
	win_from_ns    INTEGER,
	win_to_ns      INTEGER,
	win_kind       TEXT,
	command        TEXT,
	status         INTEGER,
	wall_ns        INTEGER,
	user_ns        INTEGER,
	sys_ns         INTEGER,
	recorded_at    TEXT,
	incomplete     INTEGER NOT NULL DEFAULT 0,
	incomplete_why TEXT,
	events         INTEGER NOT NULL DEFAULT 0,
	lost_events    INTEGER NOT NULL DEFAULT 0,
	lost_unknown   INTEGER NOT NULL DEFAULT 0,
	mglru          INTEGER,
	scan_source    TEXT,
	counter_scope  TEXT,
	first_seq      INTEGER NOT NULL DEFAULT 0,
	last_seq       INTEGER NOT NULL DEFAULT 0,
	detail         TEXT    NOT NULL DEFAULT 'events',
	UNIQUE (label, n)
);
