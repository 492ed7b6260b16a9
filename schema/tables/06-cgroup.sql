-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Memory cgroups and their paths, one row per stretch of time with one path.
-- column: run_id - run.id
-- column: id - the kernel's cgroup id (inode of the folder); 1 is the root
-- column: path - below the root of the memory hierarchy, "/" for the root
-- column: from_ns ns begin; NULL: before the recording
-- column: to_ns ns removed or renamed; NULL: not seen to end
CREATE TABLE cgroup (
	run_id  INTEGER NOT NULL,
	id      INTEGER NOT NULL,
	path    TEXT    NOT NULL,
	from_ns INTEGER,
	to_ns   INTEGER
);
