-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The kernel's counters and what follows from them, in the rows of mmtests.
-- section: counters
-- empty: there are no two snapshots of /proc/vmstat
-- compare: value better=@better primary=@is_primary {row}
-- column: run - LABEL/N
-- column: row - as mmtests calls it; 'mmscope help ROW' explains it
-- column: value @unit zero_of=per growth in the window, or what is made of it
-- column: unit - of the value
-- column: per - what the value was divided by: pages, seconds; 1 for plain counts
-- column: counts - what is in it with this kernel and not with others, or the other way round
-- column: note - why it is not known
-- column: better - hidden less, more, or empty: neither is
-- column: is_primary - hidden 1: one of the rows that get verdicts
-- Which key counts what, and how rows are made: 'mmscope list counters'.
SELECT
	run,
	row,
	value,
	unit,
	per,
	counts,
	note,
	better,
	is_primary
FROM win_row
ORDER BY run_id, pos;
