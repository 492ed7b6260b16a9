-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: A new run, the next of its label, behind all others in the order of events.
-- param: label what the user calls this kind of run
-- param: fingerprint hash of the recording
-- param: source path it is read from
-- param: detail which event rows are loaded
INSERT INTO run (label, n, fingerprint, source, detail, first_seq, last_seq)
SELECT
	:label,
	(SELECT COALESCE(MAX(n), 0) + 1 FROM run WHERE label = :label),
	:fingerprint,
	:source,
	:detail,
	COALESCE(MAX(last_seq), 0) + 1,
	COALESCE(MAX(last_seq), 0)
FROM run;
