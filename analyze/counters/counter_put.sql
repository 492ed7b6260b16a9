-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a counter.
INSERT INTO temp.counter VALUES (:name, :family, :what, :unit, :kind, :file, :memcg);
