#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every .sql file says what it is for, and every metric what its columns are.
cd "$2" || exit 2
. tests/lib.sh
bad=$(
	tree_files '*.sql' | xargs -r grep -L '^-- summary: .*\.$' | sed 's/$/: no "-- summary:" that ends with a full stop/'
	tree_files 'analyze/metrics/*.sql' | xargs -r grep -L '^-- column: ' | sed 's/$/: no "-- column:"/'
	tree_files 'schema/tracepoints/*.sql' | xargs -r awk '
		FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.sql$/, "", name) }
		/^-- tracepoint: / && $3 !~ ("^[a-z_0-9]+:" name "$") { print FILENAME ": it is not " $3 }'
	tree_files 'schema/tracepoints/*.sql' | xargs -r grep -L '^-- tracepoint: ' | sed 's/$/: no "-- tracepoint:"/'
)
[ -z "$bad" ] || fail "header lines:
$bad"
