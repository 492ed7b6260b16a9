#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every file that can hold a comment names its licence in its first lines.
cd "$2" || exit 2
. tests/lib.sh
bad=$(tree_files | grep -vE '^(LICENSE|tests/data/|tests/golden/.*\.(txt|json|csv)$|tests/fuzz/corpus/)|\.json$' |
	while read -r f; do
		head -n 3 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || echo "$f"
	done)
[ -z "$bad" ] || fail "no SPDX line in the first three lines of:
$bad"
