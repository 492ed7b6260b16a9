-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Pages scanned and reclaimed, by who reclaimed.
-- section: reclaim
-- report: 30
-- compare: scanned if=source:events absent=0 {reclaimer} pages scanned, events
-- compare: reclaimed if=source:events absent=0 {reclaimer} pages reclaimed, events
-- compare: velocity if=source:events {reclaimer} velocity, events
-- compare: efficiency_pct if=source:events {reclaimer} efficiency, events
-- column: run - LABEL/N
-- column: source - events: LRU batches of the tracepoints; counters: growth of /proc/vmstat
-- column: reclaimer - kswapd, direct, memcg, softlimit, node, khugepaged, proactive, pageout (madvise, DAMON), none (no begin was seen), all (without pageout)
-- column: scanned pages bound what pgscan counts: pages of inactive lists that were looked at
-- column: reclaimed pages bound what pgsteal counts: of these, freed (or demoted to a slower node)
-- column: end_reclaimed pages bound wide sum of nr_reclaimed of end events: slab pages may be in it; of all: calls inside another left out
-- column: efficiency_pct pct zero_of=scanned reclaimed per scanned
-- column: velocity pages/s bound scanned per second: of what, the line above the table says
-- column: lower_bound - 1 when events were lost in the window
-- column: note - foot why a number is unknown or means something else
-- Scanned of events: nr_scanned of mm_vmscan_lru_isolate of inactive lists; where
-- the event does not tell the list (3.5 to 4.10) nr_scanned of
-- mm_vmscan_lru_shrink_inactive; nr_taken with MGLRU (6.7 on; before that it has no
-- LRU events). Before 5.3 nr_scanned counts entries, a huge page as one, so more
-- than 100% is possible. Reclaimed: nr_reclaimed of shrink_inactive. Proactive
-- reclaim cannot be told from that for a limit by events; it is in memcg there.
-- Counters: direct has node reclaim in it. Up to 7.0 kswapd, direct, khugepaged and
-- proactive leave out reclaim for a memcg's limit, which memcg is then: all less these.
SELECT
	run,
	source,
	reclaimer,
	scanned,
	reclaimed,
	end_reclaimed,
	efficiency_pct,
	velocity,
	lower_bound,
	note
FROM win_efficiency
ORDER BY run_id, source DESC, rank, reclaimer;
