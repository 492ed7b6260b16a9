-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: When the snapshots before and after were taken, by the markers around them.
-- The recorder of this program writes "mmscope: before begin", "... before end",
-- "... after begin" and "... after end"; whoever takes snapshots by hand may
-- write markers that end so too. Counters grow by what lies between "before end"
-- and "after begin".
-- param: run_id run.id
SELECT
	(SELECT ts_ns FROM marker WHERE run_id = :run_id AND text GLOB '* before end' ORDER BY seq LIMIT 1),
	(SELECT ts_ns FROM marker WHERE run_id = :run_id AND text GLOB '* after begin' ORDER BY seq DESC LIMIT 1);
