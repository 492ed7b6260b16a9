-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Runs with the name they are written by, LABEL/N.
CREATE VIEW v_run AS
SELECT
	r.label || '/' || r.n AS run,
	r.*
FROM run AS r;
