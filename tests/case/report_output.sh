#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# 'report -o' never destroys a database or a trace, and a report that fails
# leaves an older one alone.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
mmscope=$1
trace=$2/tests/data/tracedat/v7-zstd.dat
tmp_make
cd "$tmp" || exit 2
unset MMSCOPE_DB

"$mmscope" parse -q -o a.db "$trace" || fail "parse"
cp a.db copy.db
cp "$trace" trace.dat
"$mmscope" report -i a.db -o a.db 2>err && fail "a report replaced its own database"
cmp a.db copy.db || fail "the database was changed"
"$mmscope" report -i a.db -o trace.dat 2>err && fail "a report replaced a trace"
cmp trace.dat "$trace" || fail "the trace was changed"

echo older >report.txt
"$mmscope" report -i a.db -r no-such-run -o report.txt 2>err && fail "a report of no run"
same "the older report" older "$(cat report.txt)"

"$mmscope" report -i a.db -o report.txt || fail "report -o"
grep -q older report.txt && fail "the older report is still there"
[ -s report.txt ] || fail "the report is empty"
"$mmscope" analyze -i a.db --columns= >out 2>err && fail "--columns of nothing"
grep -q 'no column' err || fail "--columns of nothing: $(cat err)"

# A full disk behind standard output is told, also by commands that only print.
if [ -w /dev/full ]; then
	"$mmscope" help >/dev/full 2>err && fail "help into a full disk"
	grep -q 'cannot write to standard output' err || fail "help into a full disk: $(cat err)"
fi
