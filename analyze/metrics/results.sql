-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: What the workload itself measured.
-- section: data
-- empty: no values.csv came with the runs
-- compare: value headline better=@better primary {metric}
-- column: run - LABEL/N
-- column: metric - as the workload calls it
-- column: value @unit its result
-- column: unit - of the value
-- column: better - hidden less, more, or empty: not known
-- Times are better when less, rates when more, where values.csv does not say it.
SELECT
	w.run,
	v.metric,
	v.value,
	v.unit,
	CASE
	WHEN v.better IS NOT NULL THEN v.better
	WHEN v.unit IN ('s', 'ms', 'us', 'ns', 'sec', 'seconds', 'min') THEN 'less'
	WHEN v.unit GLOB '*/s' OR v.unit GLOB '*/sec' OR v.unit IN ('ops', 'tps', 'iops') THEN 'more'
	ELSE ''
	END AS better
FROM win AS w
JOIN result AS v ON v.run_id = w.run_id
ORDER BY w.run_id, v.id;
