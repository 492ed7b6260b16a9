-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Sums of memcg counter events in the window, by cgroup and the counter's name.
-- Up to 7.0 pgscan and pgsteal are vm events, since 7.1 items of the node
-- statistics; each event numbers its items by its own enum.
CREATE TEMP VIEW win_memcg AS
SELECT
	w.run_id,
	w.run,
	u.cgroup_id,
	lower(n.text) AS item,
	SUM(u.sum)    AS sum
FROM win AS w
JOIN rollup_memcg AS u
	ON u.run_id = w.run_id
	AND u.segment BETWEEN w.first_segment AND w.last_segment
JOIN event_type AS t ON t.id = u.type_id
JOIN enum AS n
	ON n.run_id = w.run_id
	AND n.value = u.item
	AND n.name = CASE t.name
		WHEN 'count_memcg_events' THEN 'vm_event_item'
		WHEN 'mod_memcg_lruvec_state' THEN 'node_stat_item'
		ELSE 'memcg_stat_item'
		END
GROUP BY w.run_id, u.cgroup_id, lower(n.text);
