-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The runs that are looked at, and the part of each.
-- column: run_id - run.id
-- column: run - LABEL/N
-- column: from_ns ts_ns begin of the window
-- column: to_ns ts_ns its end, not in it
-- column: dur_s s its length; NULL when the clock does not count nanoseconds
-- column: rate_s s what rates are per: the command's wall time in the run's own window, where it is known (the settling time after the command would water them down), else dur_s
-- column: first_segment - first segment in it
-- column: last_segment - last one
-- column: page_size bytes base page of the machine
-- column: kind - markers, tracing, events (as run.win_kind) or time (asked for)
-- column: moved - 1 when a bound that was asked for was moved to a segment's
-- column: lossy - 1 when events were lost in it: sums of events are lower bounds
-- column: lost - events lost in it, of gaps that tell; NULL when none of them does
CREATE TEMP TABLE win (
	run_id        INTEGER PRIMARY KEY,
	run           TEXT    NOT NULL,
	from_ns       INTEGER,
	to_ns         INTEGER,
	dur_s         REAL,
	rate_s        REAL,
	first_segment INTEGER NOT NULL,
	last_segment  INTEGER NOT NULL,
	page_size     INTEGER NOT NULL,
	kind          TEXT,
	moved         INTEGER NOT NULL DEFAULT 0,
	lossy         INTEGER NOT NULL DEFAULT 0,
	lost          INTEGER
);
