-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Take the row of a run away.
-- param: run_id run.id
DELETE FROM run
WHERE id = :run_id;
