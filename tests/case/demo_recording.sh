#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The recording that ships: kswapd, direct and memcg reclaim of a 7.2 kernel add
# up to what the kernel's own counters said, to the page.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
rec=tests/data/demo
"$mmscope" analyze -i $rec efficiency --format csv >/dev/null || fail "analyze"

# growth FILE NAME: between the two snapshots.
growth() {
	awk -v name="$2" '$1 == name { v += FNR == NR ? -$2 : $2 } END { print v }' \
		"$rec/$1.before" "$rec/$1.after"
}

# cell METRIC KEY=VALUE... COLUMN
cell() {
	metric=$1
	shift
	"$mmscope" analyze -i $rec "$metric" --format csv | python3 -c '
import csv, sys
want = dict(a.split("=", 1) for a in sys.argv[1:-1])
for row in csv.DictReader(sys.stdin):
    if all(row[k] == v for k, v in want.items()):
        print(row[sys.argv[-1]])' "$@"
}

events() {
	cell efficiency source=events reclaimer="$1" "$2"
}

# From 7.1 on memcg reclaim is counted as direct.
same "kswapd scanned" "$(growth vmstat pgscan_kswapd)" "$(events kswapd scanned)"
same "kswapd reclaimed" "$(growth vmstat pgsteal_kswapd)" "$(events kswapd reclaimed)"
same "direct and memcg scanned" "$(growth vmstat pgscan_direct)" \
	$(($(events direct scanned) + $(events memcg scanned)))
same "direct and memcg reclaimed" "$(growth vmstat pgsteal_direct)" \
	$(($(events direct reclaimed) + $(events memcg reclaimed)))
for group in build backup; do
	stat=cgroup/root/$group/memory.stat
	same "reclaimed from /$group" "$(growth $stat pgsteal)" "$(cell memcg path=/$group reclaimed_from)"
	same "scanned from /$group" "$(growth $stat pgscan)" "$(cell memcg path=/$group scanned_from)"
done
