-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What is known of a run when all of it was read.
-- param: run_id run.id; the others are columns of run
UPDATE run
SET
	kernel = :kernel,
	machine = :machine,
	nr_cpus = :nr_cpus,
	page_size = :page_size,
	hz = :hz,
	clock = :clock,
	clock_is_ns = :clock_is_ns,
	wall_offset_ns = :wall_offset_ns,
	first_ns = :first_ns,
	last_ns = :last_ns,
	win_from_ns = :win_from_ns,
	win_to_ns = :win_to_ns,
	win_kind = :win_kind,
	command = :command,
	status = :status,
	wall_ns = :wall_ns,
	user_ns = :user_ns,
	sys_ns = :sys_ns,
	recorded_at = :recorded_at,
	incomplete = :incomplete_why IS NOT NULL,
	incomplete_why = :incomplete_why,
	events = :events,
	lost_events = :lost_events,
	lost_unknown = :lost_unknown,
	mglru = :mglru,
	scan_source = :scan_source,
	counter_scope = :counter_scope,
	last_seq = :last_seq
WHERE id = :run_id;
