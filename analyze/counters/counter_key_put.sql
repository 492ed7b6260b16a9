-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a key of a counter's spelling.
INSERT INTO temp.counter_key VALUES (:counter, :rank, :key, :factor, :needed);
