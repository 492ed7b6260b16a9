-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Scanned and reclaimed pages of LRU batches, by segment and all that is known of a batch.
-- Scanned is what the kernel adds to pgscan: inactive lists only, and with
-- MGLRU the pages taken, since nr_scanned there has sorted and skipped pages
-- in it. reclaim_pages (pageout) is outside of pgscan and tells its own count.
CREATE TEMP VIEW win_lru AS
SELECT
	w.run_id,
	w.run,
	u.segment,
	u.reclaimer,
	u.node,
	u.by_cgroup,
	u.for_cgroup,
	u.from_cgroup,
	CASE
	WHEN u.reclaimer = 'pageout' THEN u.shrink_scanned
	WHEN r.scan_source = 'shrink_inactive.nr_scanned' THEN u.shrink_scanned
	WHEN u.inactive = 0 THEN CASE WHEN r.scan_source IS NOT NULL THEN 0 END
	WHEN r.scan_source = 'isolate.nr_scanned' THEN u.scanned
	WHEN r.scan_source = 'isolate.nr_taken' THEN u.taken
	END AS scanned,
	u.reclaimed,
	u.isolates,
	u.shrinks,
	u.taken
FROM win AS w
JOIN run AS r ON r.id = w.run_id
JOIN rollup_lru AS u
	ON u.run_id = w.run_id
	AND u.segment BETWEEN w.first_segment AND w.last_segment;
