-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Runs of the database.
-- column: run - LABEL/N
-- column: kernel - release
-- column: machine - architecture
-- column: events - records read
-- column: lost - bound events known to be lost
-- column: dur_s s length of its window
-- column: status - exit status of the command; unknown: there was none
-- column: command - what ran
-- column: recorded_at - begin, UTC
-- column: complete - yes, or why not
-- column: lower_bound - 1 when a gap did not say how many events were lost
SELECT
	w.run,
	r.kernel,
	r.machine,
	r.events,
	r.lost_events AS lost,
	w.dur_s,
	r.status,
	COALESCE(r.command, '') AS command,
	COALESCE(r.recorded_at, '') AS recorded_at,
	CASE WHEN r.incomplete THEN COALESCE(r.incomplete_why, 'no') ELSE 'yes' END AS complete,
	r.lost_unknown AS lower_bound
FROM win AS w
JOIN run AS r ON r.id = w.run_id
ORDER BY w.run_id;
