-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a fact of a run's environment.
INSERT OR IGNORE INTO temp.cmp_env VALUES (:run_id, :key, :value);
