#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every file that can hold a comment names its licence in its first lines.
cd "$2" || exit 2
. tests/lib.sh
bad=$(tree_files |
	grep -vE '^(LICENSE|tests/data/|tests/golden/.*\.(txt|json|csv)$|tests/fuzz/corpus/)|\.json$' |
	xargs awk '
		FNR == 1 { if (file && !found) print file; file = FILENAME; found = 0 }
		/SPDX-License-Identifier: GPL-2.0-or-later/ { found = 1 }
		FNR == 3 { nextfile }
		END { if (file && !found) print file }')
[ -z "$bad" ] || fail "no SPDX line in the first three lines of:
$bad"
