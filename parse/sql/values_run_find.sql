-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The run that a value belongs to.
-- param: label run.label
-- param: n run.n
SELECT id
FROM run
WHERE label = :label AND n = :n;
