-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: A run that has nothing but results.
-- param: label run.label
-- param: n run.n
-- param: source path of the values
INSERT INTO run (
	label, n, fingerprint, source, detail, first_seq, last_seq,
	clock_is_ns, win_from_ns, win_to_ns, win_kind
)
SELECT
	:label,
	:n,
	'values ' || :label || '/' || :n,
	:source,
	'none',
	COALESCE(MAX(last_seq), 0) + 1,
	COALESCE(MAX(last_seq), 0),
	0,
	0,
	1,
	'snapshots'
FROM run;
