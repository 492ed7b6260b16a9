-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The dictionary of keys.
SELECT id, key
FROM sample_key
ORDER BY id;
