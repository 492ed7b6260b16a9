-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The environment of a run: settings, kernel configuration, versions.
-- column: run_id - run.id
-- column: key - path of the setting, or CONFIG_NAME, or a name of run.json
-- column: value - as the kernel printed it
CREATE TABLE env (
	run_id INTEGER NOT NULL,
	key    TEXT    NOT NULL,
	value  TEXT,
	PRIMARY KEY (run_id, key)
) WITHOUT ROWID;
