-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Sampled values of the recordings.
-- column: run - LABEL/N
-- column: key - FILE.NAME, as the table sample_key has it
-- column: scopes - how many cgroups, nodes, zones or disks have it
-- column: values - how often one was seen to change
SELECT
	w.run,
	k.key,
	COUNT(DISTINCT s.scope_id) AS scopes,
	COUNT(*) AS "values"
FROM win AS w
JOIN sample AS s ON s.run_id = w.run_id
JOIN sample_key AS k ON k.id = s.key_id
GROUP BY w.run_id, k.key
ORDER BY w.run_id, k.key;
