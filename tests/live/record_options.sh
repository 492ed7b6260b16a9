#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What record is asked for, and what it says when it cannot.
mmscope=$(realpath "$1")
. "$2/tests/lib.sh"
live
cd "$tmp" || exit 2

refused() { # STATUS PATTERN ARG...
	status=$1 pattern=$2
	shift 2
	"$mmscope" record "$@" 2>"$tmp/said"
	same "status of record $*" "$status" $?
	grep -q -e "$pattern" "$tmp/said" || fail "'$pattern' is not in: $(cat "$tmp/said")"
	rm -rf "$tmp/no"
}
refused 125 'near: vmscan:mm_vmscan_kswapd_wake' -o no -e vmscan:mm_vmscan_kswapd_wakes -- true
refused 125 'Field not found' -o no -e vmscan:mm_vmscan_kswapd_wake -f 'nix == 1' -- true
refused 125 "no preset 'nix'" -o no --preset nix -- true
refused 125 "no trace clock 'nix'" -o no --clock nix -- true
refused 125 'is no tracefs' -o no --tracefs "$tmp" -- true
refused 127 'command not found' -o no -- "$tmp/nix"
refused 126 'Permission denied' -o no -- /etc/passwd
refused 129 'belongs behind' -f 'x == 1' -o no -- true
same "folders that refusals left" "" "$(ls -d no* 2>/dev/null)"

"$mmscope" record -q --settle 0 -e vmscan -- true || fail "record"
"$mmscope" record -q --settle 0 -e vmscan -- true || fail "record again"
same "an older recording" "mmscope.data mmscope.data.old" "$(echo mmscope.data*)"
refused 125 'exists; take another with -o, or --force' -o mmscope.data -- true
"$mmscope" record -q --settle 0 -e vmscan -o mmscope.data --force -- true || fail "--force"
mkdir precious && touch precious/file
refused 125 'is no recording' -o precious --force -- true
[ -f precious/file ] || fail "--force removed what was no recording"

"$mmscope" record -q --settle 0 -o f -e sched:sched_process_exec -f 'pid > 0' \
	--stack sched:sched_process_exit --label L -- true || fail "-e -f --stack"
grep -q '"filter": "pid > 0"' f/run.json || fail "the filter is not in run.json"
grep -q '"label": "L"' f/run.json || fail "the label is not in run.json"
if command -v trace-cmd >/dev/null; then
	trace-cmd report -i f/trace.dat 2>/dev/null >text
	grep -q '^=> do_exit' text || fail "no stack with names of functions"
fi

if command -v trace-cmd >/dev/null; then
	"$mmscope" record -q --settle 0 -o marked -e vmscan -- \
		sh -c "echo phase 2 >\"\$MMSCOPE_TRACE_MARKER\"" || fail "a marker"
	same "markers" 5 "$(trace-cmd report -i marked/trace.dat 2>/dev/null | grep -cE ': (mmscope: |phase 2)')"
fi

# What its own process changes is not handed down.
"$mmscope" record -q --settle 0 -o limits --runs 2 -e vmscan -- \
	sh -c 'grep "open files" /proc/self/limits; cat /proc/self/oom_score_adj; grep SigBlk /proc/self/status' >got ||
	fail "--runs"
for _ in 1 2; do
	grep "open files" /proc/self/limits
	cat /proc/self/oom_score_adj
	grep SigBlk /proc/self/status
done >expected
same "what the command inherits" "$(cat expected)" "$(cat got)"
same "runs" "1 2" "$(cd limits && echo *)"

# Samples without events need no right at all.
chmod 777 .
setpriv --reuid 65534 --clear-groups "$mmscope" record -q --no-events --settle 0 -o plain -- \
	sh -c 'exit 9'
same "status with --no-events as nobody" 9 $?
[ -s plain/vmstat.before ] && [ -s plain/vmstat.after ] || fail "no samples"
[ ! -e plain/trace.dat ] || fail "--no-events has a trace.dat"

"$mmscope" record -q --settle 0 --interval 100ms -o series -e vmscan -- sleep 1 || fail "--interval"
n=$(grep -c '^=== [0-9]*\.[0-9]\{9\} /proc/vmstat$' series/vmstat.series)
[ "$n" -ge 8 ] && [ "$n" -le 13 ] || fail "$n samples in a second of 100 ms"
same "series without an interval" "" \
	"$("$mmscope" record -q --settle 0 --interval 0 -o noseries -e vmscan -- true
		find noseries -name '*.series')"

"$mmscope" snapshot -q -o snap || fail "snapshot"
"$mmscope" snapshot -q -o snap --name after || fail "snapshot after"
"$mmscope" snapshot -q -o snap --name after 2>said && fail "a sample was overwritten"
grep -q "has a sample 'after'" said || fail "it is not said: $(cat said)"
same "samples by hand" "before after" "$(cut -d' ' -f1 snap/snapshots | tr '\n' ' ' | sed 's/ $//')"
