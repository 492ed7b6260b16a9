#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A recording made here holds what trace-cmd reads in it: the records of every
# event, every integer field of each, and the losses; in every version and
# compression of trace.dat that mmscope writes.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
live
cg_make 32
command -v trace-cmd >/dev/null || skip "no trace-cmd"

# oracle NAME PASSES RECORD-OPTION...
oracle() {
	name=$1 passes=$2
	shift 2
	"$mmscope" record -q -o "$tmp/$name" "$@" -- \
		tests/pressure.sh "$cg" "$tmp/file" "$passes" >"$tmp/log" 2>&1 ||
		fail "record $*: $(cat "$tmp/log")"
	"$mmscope" parse -q --detail all -o "$tmp/$name.db" "$tmp/$name" ||
		fail "parse of what record $* wrote"
	trace-cmd report -t -R -i "$tmp/$name/trace.dat" >"$tmp/text" 2>"$tmp/log" ||
		fail "trace-cmd report: $(cat "$tmp/log")"
	python3 tests/live/oracle.py "$tmp/$name.db" <"$tmp/text" || fail "record $*"
	rm -rf "${tmp:?}/$name" "$tmp/$name.db" "$tmp/text"
}

file_make "$tmp/file" 96
oracle v7zstd 2
oracle v7none 2 --compress none
oracle v6 2 --file-version 6
oracle writes 1 --preset all
oracle losses 4 -b 8 -e sched:sched_switch -e 'kmem:*' -e 'vmscan:*'
