-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: The dictionary of scopes.
SELECT id, scope
FROM sample_scope
ORDER BY id;
