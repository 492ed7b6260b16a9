#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: demo.sh MMSCOPE SOURCE: record real reclaim in a small memory cgroup,
# parse and report it; where that cannot be done, the recording that ships.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
out=build/demo
db=$out/demo.db

# Sets $why when no recording can be made here.
prepare() {
	why=$( (need_root && need_tracefs) )
	[ -z "$why" ] || return
	tmp_make
	cg_try 64 || why="no memory cgroup can be made here"
}

# show COMMAND...: say it, then do it.
show() {
	echo "\$ $*" | sed "s|$mmscope|mmscope|; s|${tmp:-no folder}/||g"
	"$@" || exit
	echo
}

record() {
	file_make "$tmp/file" 256
	show "$mmscope" record -o "$out/recording" --label demo --interval 200ms -- \
		tests/pressure.sh "$cg" "$tmp/file" 10 0.2
}

rm -rf "$out"
mkdir -p "$out"
recording=$out/recording
prepare
if [ -z "$why" ]; then
	echo "A reader of a 256 MiB file in a memory cgroup of 64 MiB:"
	record
else
	echo "Nothing is recorded here (${why#skipped: }); this recording shipped with mmscope:"
	recording=tests/data/demo
fi
show "$mmscope" parse -o "$db" "$recording"
show "$mmscope" report -i "$db"
echo "More: mmscope analyze -i $db latency, mmscope list metrics, mmscope sql -i $db"
