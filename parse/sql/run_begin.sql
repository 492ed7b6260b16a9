-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The numbers that a new run begins with.
-- param: fingerprint hash of the recording
SELECT
	r.id,
	r.first_seq,
	(SELECT COALESCE(MAX(id), 0) + 1 FROM event_type),
	r.label || '/' || r.n
FROM run AS r
WHERE r.fingerprint = :fingerprint;
