-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What the workload itself measured: lines of values.csv.
-- column: id - place in the file
-- column: run_id - run.id
-- column: metric - name, as the workload gave it
-- column: unit - as the workload gave it; pct: percent, bool: 1 yes and 0 no
-- column: better - less or more; NULL: not told
-- column: value - a number
CREATE TABLE result (
	id     INTEGER PRIMARY KEY,
	run_id INTEGER NOT NULL,
	metric TEXT    NOT NULL,
	unit   TEXT    NOT NULL,
	better TEXT,
	value  REAL,
	UNIQUE (run_id, metric)
);
