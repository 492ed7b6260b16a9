-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Trace markers of the recordings, for --time @TEXT.
-- column: run - LABEL/N
-- column: ts_ns ts_ns when
-- column: text - of the marker
SELECT
	w.run,
	m.ts_ns,
	m.text
FROM win AS w
JOIN marker AS m ON m.run_id = w.run_id
ORDER BY w.run_id, m.seq;
