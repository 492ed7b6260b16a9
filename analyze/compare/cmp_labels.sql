-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The labels of a database, in the order in which they came.
SELECT label
FROM run
GROUP BY label
ORDER BY MIN(id);
