-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The pieces of time that rollups are kept for; they end at every whole second and at each of the first 256 markers.
-- column: run_id - run.id
-- column: id - counted from 0
-- column: from_ns ns begin
-- column: to_ns ns end, not in it
-- column: first_seq - seq of its first event
CREATE TABLE segment (
	run_id    INTEGER NOT NULL,
	id        INTEGER NOT NULL,
	from_ns   INTEGER NOT NULL,
	to_ns     INTEGER NOT NULL,
	first_seq INTEGER NOT NULL,
	PRIMARY KEY (run_id, id)
) WITHOUT ROWID;
