-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The environment of a run: what the recording says of its machine and settings.
-- What changes from run to run by itself (times, thread ids, statistics) is no
-- environment: only settings, the kernel's configuration and some facts are.
SELECT key, value
FROM env
WHERE run_id = :run_id
	AND (
		(
			key GLOB '/*'
			AND NOT key GLOB '*/full_scans'
			AND NOT key GLOB '*/pages_collapsed'
			AND NOT key GLOB '*/ksm/pages_s[ch]*'
			AND NOT key GLOB '*/ksm/pages_skipped'
			AND NOT key GLOB '*/ksm/pages_unshared'
			AND NOT key GLOB '*/ksm/pages_volatile'
			AND NOT key GLOB '*/ksm/stable_node_chains'
			AND NOT key GLOB '*/ksm/stable_node_dups'
			AND NOT key GLOB '*/ksm/general_profit'
			AND NOT key GLOB '*/ksm/ksm_zero_pages'
		)
		OR key GLOB 'CONFIG_*'
		OR key IN (
			'cmdline', 'lru_gen', 'lru_gen.enabled', 'cgroup.mode', 'clock.name', 'trace_clock',
			'buffer.per_cpu_kb', 'samples.interval_ns', 'versions.mmscope'
		)
	)
UNION ALL
SELECT 'kernel', kernel FROM run WHERE id = :run_id
UNION ALL
SELECT 'machine', machine FROM run WHERE id = :run_id
UNION ALL
SELECT 'CPUs', nr_cpus FROM run WHERE id = :run_id
UNION ALL
SELECT 'base page', page_size FROM run WHERE id = :run_id AND source <> ''
UNION ALL
SELECT 'HZ', hz FROM run WHERE id = :run_id
UNION ALL
SELECT 'LRU', CASE mglru WHEN 1 THEN 'multi-generational' WHEN 0 THEN 'classic' END FROM run WHERE id = :run_id
UNION ALL
SELECT 'command', command FROM run WHERE id = :run_id
UNION ALL
SELECT 'events recorded', CASE WHEN events > 0 THEN 'yes' ELSE 'no' END FROM run WHERE id = :run_id
UNION ALL
SELECT
	'memory (KiB)',
	MAX(s.value) / 1024
FROM sample AS s
JOIN sample_key AS k ON k.id = s.key_id
WHERE s.run_id = :run_id AND k.key = 'meminfo.MemTotal';
