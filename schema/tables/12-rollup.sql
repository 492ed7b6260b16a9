-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Sums over the events of a segment. Rows with the same key add up.
-- column: run_id - run.id
-- column: segment - segment.id
-- column: type_id - event_type.id
-- column: n - events
-- column: field - field that was summed
-- column: sum - its sum, in the field's unit
-- column: cgroup_id - cgroup.id
-- column: item - number of the counter; its name is in enum
-- column: reclaimer - kswapd, direct, memcg, softlimit, node, khugepaged, pageout or none
-- column: node - memory node; NULL when no event tells
-- column: by_cgroup - cgroup of the task that reclaimed; NULL unknown
-- column: for_cgroup - cgroup whose limit asked for it (7.1+); NULL unknown, 0 none
-- column: from_cgroup - cgroup whose pages they were; NULL unknown
-- column: lru - 0 inactive_anon, 1 active_anon, 2 inactive_file, 3 active_file, 4 unevictable; NULL when the event does not tell (mm_vmscan_lru_isolate before 4.11, shrinks that mix lists). Of shrinks: by their flags
-- column: inactive - 1 the pages came from inactive lists (they are what "scanned" means; shrinks always are), 0 from active ones, NULL when the kernel does not tell (3.5 to 4.10)
-- column: isolates - mm_vmscan_lru_isolate events
-- column: shrinks - mm_vmscan_lru_shrink_inactive (or reclaim_pages) events
-- column: requested, scanned, skipped, taken pages as of lru_isolate
-- column: shrink_scanned, reclaimed, dirty, writeback, congested, immediate, activated, ref_keep, unmap_fail pages as of shrink_inactive
CREATE TABLE rollup_event (
	run_id  INTEGER NOT NULL,
	segment INTEGER NOT NULL,
	type_id INTEGER NOT NULL,
	n       INTEGER NOT NULL
);
CREATE TABLE rollup_sum (
	run_id  INTEGER NOT NULL,
	segment INTEGER NOT NULL,
	type_id INTEGER NOT NULL,
	field   TEXT    NOT NULL,
	sum     INTEGER NOT NULL
);
CREATE TABLE rollup_memcg (
	run_id    INTEGER NOT NULL,
	segment   INTEGER NOT NULL,
	type_id   INTEGER NOT NULL,
	cgroup_id INTEGER NOT NULL,
	item      INTEGER NOT NULL,
	n         INTEGER NOT NULL,
	sum       INTEGER NOT NULL
);
CREATE TABLE rollup_lru (
	run_id         INTEGER NOT NULL,
	segment        INTEGER NOT NULL,
	reclaimer      TEXT    NOT NULL,
	node           INTEGER,
	by_cgroup      INTEGER,
	for_cgroup     INTEGER,
	from_cgroup    INTEGER,
	lru            INTEGER,
	inactive       INTEGER,
	isolates       INTEGER NOT NULL,
	requested      INTEGER NOT NULL,
	scanned        INTEGER NOT NULL,
	skipped        INTEGER NOT NULL,
	taken          INTEGER NOT NULL,
	shrinks        INTEGER NOT NULL,
	shrink_scanned INTEGER NOT NULL,
	reclaimed      INTEGER NOT NULL,
	dirty          INTEGER NOT NULL,
	writeback      INTEGER NOT NULL,
	congested      INTEGER NOT NULL,
	immediate      INTEGER NOT NULL,
	activated      INTEGER NOT NULL,
	ref_keep       INTEGER NOT NULL,
	unmap_fail     INTEGER NOT NULL
);
