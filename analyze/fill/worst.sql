-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The longest episode of a run, of some kinds.
-- param: run_id run.id
-- param: kinds parted by blanks
SELECT
	from_ns,
	to_ns
FROM episode
WHERE run_id = :run_id
	AND instr(' ' || :kinds || ' ', ' ' || kind || ' ') > 0
	AND dur_ns IS NOT NULL
ORDER BY dur_ns DESC, seq
LIMIT 1;
