-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Reclaim that was made to wait, by reason.
-- section: latency
-- report: 72
-- worst: throttle
-- param: pid list of threads
-- column: run - LABEL/N
-- column: reason - as the recorded kernel calls it
-- column: inside - kind of the episode that waited; empty: none was seen
-- column: n - bound times
-- column: total_ns ns bound time, in steps of 1/HZ
-- column: mean_ns ns zero_of=n
-- column: max_ns ns zero_of=n the longest
-- column: lower_bound - 1 when events were lost in the window
-- mm_vmscan_throttled from 5.16 on, congestion waits before. The time is what the
-- kernel says, in ticks: zero is common.
SELECT
	w.run,
	COALESCE(n.text, CAST(e.result AS TEXT)) AS reason,
	COALESCE(p.kind, '') AS inside,
	COUNT(*)      AS n,
	SUM(e.dur_ns) AS total_ns,
	CAST(AVG(e.dur_ns) AS INTEGER) AS mean_ns,
	MAX(e.dur_ns) AS max_ns,
	w.lossy       AS lower_bound
FROM win_episode AS e
JOIN win AS w ON w.run_id = e.run_id
LEFT JOIN episode AS p ON p.seq = e.parent_seq
LEFT JOIN enum AS n
	ON n.run_id = e.run_id
	AND n.name = 'mm_vmscan_throttled.reason'
	AND n.value = e.result
WHERE e.kind = 'throttle'
	AND (:pid IS NULL OR instr(',' || :pid || ',', ',' || e.pid || ',') > 0)
GROUP BY w.run_id, 2, 3
ORDER BY w.run_id, total_ns DESC;
