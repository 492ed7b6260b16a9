-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a side.
INSERT INTO temp.cmp_side VALUES (:id, :name, :noise);
