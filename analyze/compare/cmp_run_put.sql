-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add a run.
INSERT INTO temp.cmp_run VALUES (
	:id, :side_id, :run, :label, :n, :source, :kernel, :page_size, :traced, :sees_reclaim, :lossy,
	:incomplete, :recorded_at
);
