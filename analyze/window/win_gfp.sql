-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Names of the gfp flags that episodes have, by the recorded kernel's own table.
-- Names of the most bits come first, about as in the kernel's table, so that
-- GFP_KERNEL is not told as its bits; what nobody names is left as a number.
CREATE TEMP VIEW win_gfp AS
WITH RECURSIVE
bit(b) AS (
	SELECT 0
	UNION ALL
	SELECT b + 1 FROM bit WHERE b < 62
),
flag AS (
	SELECT
		n.run_id,
		n.value,
		MIN(n.text) AS text,
		(SELECT SUM(n.value >> b & 1) FROM bit) AS bits
	FROM win AS w
	JOIN enum AS n ON n.run_id = w.run_id
	WHERE n.name GLOB '*.gfp_flags' AND n.value > 0
	GROUP BY n.run_id, n.value
),
flags AS (
	SELECT
		run_id,
		value,
		text,
		ROW_NUMBER() OVER (PARTITION BY run_id ORDER BY bits DESC, value) AS i
	FROM flag
),
used AS (
	SELECT DISTINCT
		run_id,
		gfp
	FROM win_episode
	WHERE gfp IS NOT NULL
),
step(run_id, gfp, rest, i, text) AS (
	SELECT
		run_id,
		gfp,
		gfp,
		1,
		''
	FROM used
	UNION ALL
	SELECT
		s.run_id,
		s.gfp,
		CASE WHEN s.rest & f.value = f.value THEN s.rest & ~f.value ELSE s.rest END,
		s.i + 1,
		CASE WHEN s.rest & f.value = f.value THEN s.text || '|' || f.text ELSE s.text END
	FROM step AS s
	JOIN flags AS f ON f.run_id = s.run_id AND f.i = s.i
)
SELECT
	run_id,
	gfp,
	MAX(i),
	CASE
	WHEN rest THEN substr(text || printf('|0x%llx', rest), 2)
	WHEN text = '' THEN 'none'
	ELSE substr(text, 2)
	END AS text
FROM step
GROUP BY run_id, gfp;
