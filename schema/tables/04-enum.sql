-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The recording's own names of numbers: flags, reasons, counter items.
-- column: run_id - run.id
-- column: name - enum of the kernel (vm_event_item), or EVENT.FIELD for names out of a print format
-- column: value - number
-- column: text - its name
CREATE TABLE enum (
	run_id INTEGER NOT NULL,
	name   TEXT    NOT NULL,
	value  INTEGER NOT NULL,
	text   TEXT    NOT NULL,
	PRIMARY KEY (run_id, name, value)
) WITHOUT ROWID;
