-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What ran, and where.
-- section: data
-- report: 10
-- column: run - LABEL/N
-- column: what - a fact
-- column: value - as text
-- From run.json and the recording's own headers; facts that a recording does not
-- tell are left out.
WITH
fact AS (
	SELECT
		w.run_id,
		w.run,
		w.dur_s,
		w.lossy,
		r.*
	FROM win AS w
	JOIN run AS r ON r.id = w.run_id
),
line AS (
	SELECT run_id, run, 1 AS rank, 'command' AS what, command AS value FROM fact
	UNION ALL
	SELECT
		run_id, run, 2, 'result',
		CASE
		WHEN status IS NULL THEN NULL
		ELSE 'exit status ' || status
			|| COALESCE(printf(', %.2f s', wall_ns / 1e9), '')
			|| COALESCE(printf(' (user %.2f s, system %.2f s)', user_ns / 1e9, sys_ns / 1e9), '')
		END
	FROM fact
	UNION ALL
	SELECT
		run_id, run, 3, 'kernel',
		kernel || COALESCE(' ' || machine, '')
	FROM fact
	UNION ALL
	SELECT
		run_id, run, 4, 'machine',
		COALESCE(nr_cpus || ' CPUs, ', '')
			|| COALESCE((
				SELECT printf('%.1f GiB of memory, ', s.value / 1073741824.0)
				FROM sample AS s
				JOIN sample_key AS k ON k.id = s.key_id
				JOIN sample_scope AS c ON c.id = s.scope_id
				WHERE s.run_id = fact.run_id
					AND k.key = 'meminfo.MemTotal'
					AND c.scope = ''
				ORDER BY s.ts_ns
				LIMIT 1
			), '')
			|| printf('pages of %d KiB', page_size / 1024)
	FROM fact
	UNION ALL
	SELECT
		run_id, run, 5, 'LRU',
		CASE mglru WHEN 1 THEN 'multi-generational' WHEN 0 THEN 'classic' END
	FROM fact
	UNION ALL
	SELECT run_id, run, 6, 'recorded', recorded_at FROM fact
	UNION ALL
	SELECT run_id, run, 7, 'from', source FROM fact
	UNION ALL
	SELECT
		run_id, run, 8, 'events',
		printf('%lld read', events)
			|| CASE
			WHEN lost_events > 0 THEN printf(
				', %lld lost%s', lost_events,
				CASE WHEN lost_unknown THEN ' or more' ELSE '' END
			)
			WHEN lost_unknown THEN ', lost: unknown how many'
			ELSE ', none lost'
			END
	FROM fact
	WHERE events > 0
	UNION ALL
	SELECT
		run_id, run, 9, 'INCOMPLETE',
		CASE WHEN incomplete THEN COALESCE(incomplete_why, 'the recording was cut short') END
	FROM fact
)
SELECT
	run,
	what,
	value
FROM line
WHERE value IS NOT NULL
ORDER BY run_id, rank;
