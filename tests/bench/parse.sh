#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: parse.sh MMSCOPE SOURCE [ROUNDS]: make a recording of the preset's events
# that holds at least 10 million of them (kept in build/bench), then measure
# parse and analyze against trace-cmd report of it.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
wanted=${MMSCOPE_BENCH_EVENTS:-10000000}
dir=build/bench
recording=$dir/recording-$wanted

# How many records the trace has.
events() {
	"$mmscope" analyze -q -i "$1" events --format csv | python3 -c '
import csv, sys
print(sum(int(row["count"]) for row in csv.DictReader(sys.stdin)))'
}

# record DIR PASSES: two readers share a small cgroup.
record() {
	rm -rf "$1"
	file_uncache "$tmp/a"
	file_uncache "$tmp/b"
	"$mmscope" record -q -o "$1" --label bench -- sh -c "
		tests/bench/reader.py '$cg' '$tmp/a' $2 & tests/bench/reader.py '$cg' '$tmp/b' $2; wait" ||
		fail "record"
}

# A short recording tells how many passes the long one needs.
make() {
	live
	cg_make 64
	file_make "$tmp/a" 256
	file_make "$tmp/b" 256
	record "$dir/short" 8
	short=$(events "$dir/short") || fail "analyze of a short recording"
	[ "$short" -gt 1000 ] || fail "a short recording has $short events: no reclaim"
	record "$recording" $((wanted * 8 / short * 23 / 20 + 1))
	rm -rf "$dir/short"
}

mkdir -p "$dir"
[ -d "$recording" ] || make
nr=$(events "$recording") || fail "analyze of $recording"
[ "$nr" -ge "$wanted" ] || {
	rm -rf "$recording"
	fail "the recording had $nr events only; run it again"
}
python3 tests/bench/measure.py "$mmscope" "$recording/trace.dat" "$nr" "${3:-5}"
