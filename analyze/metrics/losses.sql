-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Ranges of time in which events were lost.
-- section: data
-- report: 90
-- empty: no events were lost
-- column: run - LABEL/N
-- column: cpu - whose ring buffer overflowed
-- column: from_ns ts_ns last event of that CPU before the gap; unknown: the recording begins in it
-- column: to_ns ts_ns first event behind it; unknown: the recording ends in it
-- column: dur_ns ns how long
-- column: count - events lost; unknown when the kernel did not say
-- In a gap nothing of that CPU is known: sums of events are lower bounds, and an
-- episode that ran on it is of state lost, and in no distribution.
SELECT
	run,
	cpu,
	from_ns,
	to_ns,
	to_ns - from_ns AS dur_ns,
	count
FROM win_loss
ORDER BY run_id, from_ns, cpu;
