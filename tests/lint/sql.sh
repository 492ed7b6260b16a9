#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every .sql file says what it is for, and every metric what its columns are.
cd "$2" || exit 2
. tests/lib.sh
bad=$(
	tree_files '*.sql' | xargs -r grep -L '^-- summary: .*\.$' | sed 's/$/: no "-- summary:" that ends with a full stop/'
	tree_files 'analyze/metrics/*.sql' | xargs -r grep -L '^-- column: ' | sed 's/$/: no "-- column:"/'
	tree_files 'schema/tracepoints/*.sql' | while read -r f; do
		name=$(sed -n 's/^-- tracepoint: [a-z_0-9]*:\([a-z_A-Z0-9]*\)$/\1/p' "$f")
		[ "$name" = "$(basename "$f" .sql)" ] || echo "$f: its tracepoint is '$name'"
	done
)
[ -z "$bad" ] || fail "header lines:
$bad"
