-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add what a key's presence means for a counter or row.
INSERT INTO temp.counter_when VALUES (:of, :name, :key, :present, :absent);
