-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What took time: reclaim calls, kswapd cycles, compaction, slab shrinks, throttling.
-- column: seq - place of its first event in the merged order
-- column: run_id - run.id
-- column: kind - direct, memcg, softlimit, node, kswapd (wake to sleep or next wake), balance (7.2+), compaction, slab, throttle (in reclaim), writeback (balance_dirty_pages: the planned pause)
-- column: state - ok, open (no end seen), no_begin (no begin seen), lost (events were lost inside)
-- column: from_ns ns begin; NULL when not seen
-- column: to_ns ns end; NULL when not seen. Of state lost: the next end of the same kind and thread, perhaps another call's
-- column: dur_ns ns to_ns - from_ns, sleeps and preemption included; NULL unless both were seen and nothing was lost between. May be negative with an unsynchronised clock
-- column: busy_ns ns kswapd: from its wake to its last reclaim event, so without the nap (up to a tenth of a second) that precedes a sleep; NULL when it did nothing
-- column: cpu - CPU of its first event; NULL when the input does not say
-- column: pid - thread; likewise
-- column: task_id - task.id
-- column: parent_seq - the episode of the same task that it lies in
-- column: reclaimer - whom its LRU pages are counted for: kswapd, direct, memcg ...
-- column: node - memory node; NULL when no event tells
-- column: alloc_order - order of the allocation
-- column: gfp - gfp flags, raw bits of the recorded kernel
-- column: for_cgroup - cgroup id whose limit asked for it (7.1+); NULL unknown, 0 none
-- column: by_cgroup - cgroup id of the task
-- column: mode - compaction: 1 sync, 0 async
-- column: result - compaction: status; throttle: reason; slab: return value; raw
-- column: end_reclaimed pages nr_reclaimed of its end event: slab pages may be in it
-- column: scanned pages of inactive LRU batches inside, by run.scan_source
-- column: taken pages isolated by these batches
-- column: reclaimed pages freed by these batches
-- column: batches - LRU batches
-- column: activated pages put back on an active list
-- column: written - folios written by reclaim
-- column: priority - lowest (most urgent) seen; NULL when none
-- column: slab_ns ns time in shrinkers inside
-- column: slab_objects - objects freed by shrinkers inside; of kind slab: by itself
-- column: throttled_ns ns time throttled inside (in steps of 1/HZ)
-- column: compact_ns ns time in compaction inside
-- column: migrate_scanned pages compaction: looked at for migration
-- column: free_scanned pages compaction: looked at for targets
-- column: migrated pages compaction: moved
-- column: migrate_failed pages compaction: not moved
CREATE TABLE episode (
	seq             INTEGER PRIMARY KEY,
	run_id          INTEGER NOT NULL,
	kind            TEXT    NOT NULL,
	state           TEXT    NOT NULL,
	from_ns         INTEGER,
	to_ns           INTEGER,
	dur_ns          INTEGER,
	busy_ns         INTEGER,
	cpu             INTEGER,
	pid             INTEGER,
	task_id         INTEGER,
	parent_seq      INTEGER,
	reclaimer       TEXT,
	node            INTEGER,
	alloc_order     INTEGER,
	gfp             INTEGER,
	for_cgroup      INTEGER,
	by_cgroup       INTEGER,
	mode            INTEGER,
	result          INTEGER,
	end_reclaimed   INTEGER,
	scanned         INTEGER,
	taken           INTEGER,
	reclaimed       INTEGER,
	batches         INTEGER,
	activated       INTEGER,
	written         INTEGER,
	priority        INTEGER,
	slab_ns         INTEGER,
	slab_objects    INTEGER,
	throttled_ns    INTEGER,
	compact_ns      INTEGER,
	migrate_scanned INTEGER,
	free_scanned    INTEGER,
	migrated        INTEGER,
	migrate_failed  INTEGER
);
