#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# No function is longer than 60 lines, no file of code longer than 700.
cd "$2" || exit 2
. tests/lib.sh
bad=$(tree_files '*.c' '*.h' | xargs awk '
	FNR == 1 { if (lines > 700) print file ": " lines " lines"; file = FILENAME }
	{ lines = FNR }
	/^[a-z].*[a-z_0-9]\(/ { name = $0 }
	/^{$/ { from = FNR }
	/^}$/ && from { if (FNR - from - 1 > 60) print FILENAME ":" from ": " FNR - from - 1 " lines: " name
			from = 0 }
	END { if (lines > 700) print file ": " lines " lines" }')
[ -z "$bad" ] || fail "too long, split it:
$bad"
