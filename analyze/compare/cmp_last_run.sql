-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The last run's number.
SELECT COALESCE(MAX(id), 0)
FROM cmp_run;
