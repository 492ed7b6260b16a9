-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a term of a row's sum, or of what it is divided by.
INSERT INTO temp.counter_term VALUES (:pos, :part, :counter, :factor, :hpage, :optional);
