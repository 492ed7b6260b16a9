#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A recording of one cgroup that reclaims: the command's status is returned,
# trace-cmd opens every kind of file and finds each event, the numbers agree
# with the kernel's counters to the page, and nothing outside has changed.
mmscope=$(realpath "$1")
tests=$2/tests
. "$2/tests/lib.sh"
live
need_event memcg:count_memcg_events
command -v trace-cmd >/dev/null || skip "no trace-cmd"
cg_make 64
file_make "$tmp/file" 256

# What is outside of our own instance.
outside() (
	cd "$tracefs" || exit
	for f in tracing_on set_event current_tracer trace_clock buffer_size_kb set_event_pid \
		set_event_notrace_pid tracing_cpumask trace_options; do
		[ -r $f ] && echo "$f: $(cat $f)"
	done
	ls instances
)
number() { sed -n "s/^ \"$2\": \([0-9]*\).*/\1/p" "$1/run.json"; }

outside >"$tmp/outside.before"
for kind in "7 zstd" "7 none" "6 none"; do
	out=$tmp/$(echo "$kind" | tr -d ' ')
	cg_empty "$cg"
	file_uncache "$tmp/file"
	# shellcheck disable=SC2086
	set -- $kind
	"$mmscope" record -q --settle 1 -o "$out" --file-version "$1" --compress "$2" -- \
		sh -c '"$@"; exit 7' - "$tests/in-cgroup.sh" "$cg" cat "$tmp/file" >/dev/null
	same "status of the command ($kind)" 7 $?
	trace-cmd report -t -R -i "$out/trace.dat" >"$tmp/text" 2>"$tmp/errors" ||
		fail "trace-cmd report: $(cat "$tmp/errors")"
	same "what trace-cmd complains of ($kind)" "" "$(cat "$tmp/errors")"
	same "events that trace-cmd reads ($kind)" "$(number "$out" nr_events)" \
		"$(grep -c '^ .*\[[0-9]*\] *[0-9.]*:' "$tmp/text")"
	same "events lost ($kind)" 0 "$(number "$out" nr_lost)"
	same "nameless tasks ($kind)" 0 "$(grep -c '<\.\.\.>' "$tmp/text")"
	same "state ($kind)" ' "state": "complete",' "$(grep '"state"' "$out/run.json")"
	same "parts left behind ($kind)" "" \
		"$(cd "$out" && ls trace.dat.cpu* kallsyms formats printk_formats trace_clock 2>/dev/null)"
done
outside >"$tmp/outside.after"
same "changes outside of the instance" "" \
	"$(diff "$tmp/outside.before" "$tmp/outside.after")"

# The last recording: pages reclaimed by all memcg events, by file and anon.
item() { sed -n "s/^vm_event_item \([0-9]*\) $1\$/\1/p" "$out/enums"; }
events() { # ITEM...: sum of val
	for i in "$@"; do item "$i"; done | tr '\n' ' ' >"$tmp/items"
	awk -v items=" $(cat "$tmp/items")" '/ count_memcg_events:/ {
		for (i = 1; i <= NF; i++) {
			if ($i ~ /^item=/) item = substr($i, 6)
			if ($i ~ /^val=/) val = substr($i, 5)
		}
		if (index(items, " " item " ")) sum += val ~ /^0x/ ? hex(substr(val, 3)) : val
	}
	function hex(s, n, i) {
		for (i = 1; i <= length(s); i++)
			n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return n
	}
	END { printf "%.0f\n", sum }' "$tmp/text"
}
grown() {
	for n in "$@"; do
		echo "$(awk -v n="$n" '$1 == n { print $2 }' "$out/vmstat.after")" \
			"$(awk -v n="$n" '$1 == n { print $2 }' "$out/vmstat.before")"
	done | awk '{ sum += $1 - $2 } END { printf "%.0f\n", sum }'
}
steal=$(events PGSTEAL_KSWAPD PGSTEAL_DIRECT PGSTEAL_KHUGEPAGED PGSTEAL_PROACTIVE)
scan=$(events PGSCAN_KSWAPD PGSCAN_DIRECT PGSCAN_KHUGEPAGED PGSCAN_PROACTIVE)
same "pages reclaimed, counters against events" "$(grown pgsteal_file pgsteal_anon)" "$steal"
same "pages scanned, counters against events" "$(grown pgscan_file pgscan_anon)" "$scan"
[ "$steal" -gt 10000 ] || fail "only $steal pages were reclaimed"
same "the id of the cgroup" "$cg_id $cg_path" "$(grep " $cg_path\$" "$out/cgroup/ids.before")"
