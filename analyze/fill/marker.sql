-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The first trace marker of a run that begins with a text.
-- param: run_id run.id
-- param: text begin of the marker's text
SELECT ts_ns
FROM marker
WHERE run_id = :run_id AND substr(text, 1, length(:text)) = :text
ORDER BY seq
LIMIT 1;
