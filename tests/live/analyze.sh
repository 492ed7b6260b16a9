#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Real reclaim in one memory cgroup: whose pages, by whom, from events and from
# the kernel's counters, is one and the same, to the page.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
mmscope=$1
live
need_event memcg:count_memcg_events
cg_make 48
file_make "$tmp/file" 192
"$mmscope" record -q -o "$tmp/rec" --label live -- \
	"$2/tests/pressure.sh" "$cg" "$tmp/file" 3 || fail "record"
export MMSCOPE_DB="$tmp/rec"

# cell METRIC COLUMN WHERE: of the one row whose first columns are WHERE.
cell() {
	"$mmscope" analyze "$1" --format csv --columns "$2" | grep "^$3," | cut -d, -f"$4"
}

efficiency() {
	cell efficiency "source,reclaimer,scanned,reclaimed,end_reclaimed" "$1,$2" "$3"
}

memcg() {
	cell memcg "path,reclaimed_from,scanned_from,reclaimed_by,cgroup_id" "$cg_path" "$1"
}

"$mmscope" analyze losses --strict >"$tmp/losses" || fail "events were lost: $(cat "$tmp/losses")"
scanned=$(memcg 3)
reclaimed=$(memcg 2)
[ "$reclaimed" -gt 10000 ] || fail "hardly any reclaim: $reclaimed pages"
same "id of the cgroup" "$cg_id" "$(memcg 5)"
same "reclaimed by its tasks" "$reclaimed" "$(memcg 4)"
same "scanned by LRU events" "$scanned" "$(efficiency events memcg 3)"
same "reclaimed by LRU events" "$reclaimed" "$(efficiency events memcg 4)"
same "reclaimed by end events" "$reclaimed" "$(efficiency events memcg 5)"
# Other cgroups of this machine may reclaim at the same time, never less.
[ "$(efficiency counters all 3)" -ge "$scanned" ] || fail "counters say less was scanned"
[ "$(efficiency counters all 4)" -ge "$reclaimed" ] || fail "counters say less was reclaimed"
same "counters" "$(efficiency counters all 4)" "$(efficiency events all 4)"
