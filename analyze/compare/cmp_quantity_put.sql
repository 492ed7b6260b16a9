-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Add what is compared; the metric that names it first says what it is.
INSERT OR IGNORE INTO temp.cmp_quantity (
	name, unit, metric, outcome, better, is_primary, headline, absent_zero
) VALUES (:name, :unit, :metric, :outcome, :better, :is_primary, :headline, :absent_zero);
