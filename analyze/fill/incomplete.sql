-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Is the data of any run of "win" incomplete?.
SELECT COALESCE(MAX(win.lossy OR r.incomplete), 0)
FROM win
JOIN run AS r ON r.id = win.run_id;
