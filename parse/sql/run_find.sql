-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The run that a recording is in the database as.
-- param: fingerprint hash of the recording
SELECT
	id,
	label || '/' || n
FROM run
WHERE fingerprint = :fingerprint;
