-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Size of the pages of a run of "win", or of all when it is the same.
-- param: run LABEL/N; NULL: all
SELECT page_size
FROM win
WHERE :run IS NULL OR run = :run
GROUP BY page_size;
