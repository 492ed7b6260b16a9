-- SPDX-License-Identifier: GPL-2.0-or-later
-- summary: Whether there is a run that a pattern names.
-- param: pattern glob of LABEL or LABEL/N
SELECT EXISTS (
	SELECT 1
	FROM run
	WHERE label GLOB :pattern OR label || '/' || n GLOB :pattern
);
