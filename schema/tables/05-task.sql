-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Threads, one row per stretch of a thread's life with one name and one cgroup.
-- column: id - number of the row within the run
-- column: run_id - run.id
-- column: pid - thread id in the initial pid namespace
-- column: from_ns ns begin of the stretch; NULL: before the recording
-- column: to_ns ns end, not in it; NULL: not seen to end
-- column: comm - name, at most 15 bytes; NULL when unknown
-- column: tgid - process; NULL when unknown
-- column: cgroup_id - cgroup.id; NULL when unknown
CREATE TABLE task (
	id        INTEGER NOT NULL,
	run_id    INTEGER NOT NULL,
	pid       INTEGER NOT NULL,
	from_ns   INTEGER,
	to_ns     INTEGER,
	comm      TEXT,
	tgid      INTEGER,
	cgroup_id INTEGER,
	PRIMARY KEY (run_id, id)
) WITHOUT ROWID;
