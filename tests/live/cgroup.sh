#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One cgroup reclaims: what events say of it equals what the kernel counted,
# to the page, and the events' id is the cgroup's inode.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
live
cg_make 32
need_event vmscan:mm_vmscan_memcg_reclaim_end
file_make "$tmp/file" 96
"$mmscope" record -q -o "$tmp/rec" -- tests/pressure.sh "$cg" "$tmp/file" 4 >"$tmp/log" 2>&1 ||
	fail "record: $(cat "$tmp/log")"
"$mmscope" parse -q --detail all -o "$tmp/db" "$tmp/rec" || fail "parse"

# growth NAME...: of these counters of /proc/vmstat between the snapshots.
growth() {
	awk -v names=" $* " 'index(names, " " $1 " ") { sum += FNR == NR ? -$2 : $2 }
		END { printf "%.0f\n", sum }' "$tmp/rec/vmstat.before" "$tmp/rec/vmstat.after"
}

sql() {
	sqlite3 "$tmp/db" "$1"
}

# cell METRIC WHERE-COLUMN VALUE COLUMN: out of the metric's CSV.
cell() {
	"$mmscope" analyze -i "$tmp/rec" "$1" --format csv | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    if all(row[k] == v for k, v in (a.split("=", 1) for a in sys.argv[2:])):
        print(row[sys.argv[1]])' "$4" "$2=$3" ${5:+"$5"}
}

stolen=$(growth pgsteal_file pgsteal_anon)
scanned=$(growth pgscan_file pgscan_anon)
[ "$stolen" -gt 10000 ] || fail "only $stolen pages were reclaimed: nothing to compare"
same "nothing was lost" 0 "$(sql 'SELECT COUNT(*) FROM loss')"
same "sum of memcg_reclaim_end" "$stolen" \
	"$(sql 'SELECT SUM(nr_reclaimed) FROM mm_vmscan_memcg_reclaim_end')"
same "sum of lru_shrink_inactive" "$stolen" \
	"$(sql 'SELECT SUM(nr_reclaimed) FROM mm_vmscan_lru_shrink_inactive')"
same "sum of inactive lru_isolate" "$scanned" \
	"$(sql 'SELECT SUM(nr_scanned) FROM mm_vmscan_lru_isolate WHERE lru IN (0, 2)')"
same "efficiency: reclaimed from events" "$stolen" \
	"$(cell efficiency source events reclaimed reclaimer=memcg)"
same "efficiency: scanned from events" "$scanned" \
	"$(cell efficiency source events scanned reclaimer=memcg)"
same "efficiency: reclaimed from counters" "$stolen" \
	"$(cell efficiency source counters reclaimed reclaimer=memcg)"
if [ -d "$tracefs/events/memcg/count_memcg_events" ]; then
	# Items are numbers of an enum; the recording brings their names.
	counted() {
		sql "SELECT SUM(e.val) FROM count_memcg_events AS e JOIN enum AS n
			ON n.name = 'vm_event_item' AND n.value = e.item
			WHERE e.id = $cg_id AND UPPER(n.text) GLOB '$1_*'
				AND UPPER(n.text) NOT GLOB '*_ANON' AND UPPER(n.text) NOT GLOB '*_FILE'"
	}
	same "memcg events of the cgroup's inode: stolen" "$stolen" "$(counted PGSTEAL)"
	same "memcg events of the cgroup's inode: scanned" "$scanned" "$(counted PGSCAN)"
	same "memcg: reclaimed from" "$stolen" "$(cell memcg path "$cg_path" reclaimed_from)"
	same "memcg: scanned from" "$scanned" "$(cell memcg path "$cg_path" scanned_from)"
	same "memcg: id" "$cg_id" "$(cell memcg path "$cg_path" cgroup_id)"
fi
