-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Ranges of time in which events of a CPU were lost.
-- column: run_id - run.id
-- column: cpu - CPU
-- column: from_ns ns last event before the gap; NULL: begin of the recording
-- column: to_ns ns first event behind it; NULL: end of the recording
-- column: count - events lost; NULL when the kernel did not say
CREATE TABLE loss (
	run_id  INTEGER NOT NULL,
	cpu     INTEGER NOT NULL,
	from_ns INTEGER,
	to_ns   INTEGER,
	count   INTEGER
);
