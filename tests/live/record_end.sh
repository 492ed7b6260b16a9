#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# However a recording ends, by Ctrl-C, SIGTERM, SIGKILL, a time limit or a full
# disk: it can be read, and no tracing instance stays behind.
mmscope=$(realpath "$1")
. "$2/tests/lib.sh"
live
command -v trace-cmd >/dev/null || skip "no trace-cmd"

# Those of recorders that are gone: others may be at work on this machine.
instances() {
	for i in "$tracefs"/instances/mmscope-*; do
		[ -d "$i" ] && ! kill -0 "${i##*-}" 2>/dev/null && echo "$i"
	done
}
number() { sed -n "s/^ \"$2\": \([0-9]*\).*/\1/p" "$1/run.json"; }
text() { sed -n "s/^ *\"$2\": \"\(.*\)\".*/\1/p" "$1/run.json"; }
lines() { trace-cmd report -t -R -i "$1/trace.dat" 2>/dev/null | grep -c '^ .*\[[0-9]*\] *[0-9.]*:'; }

# started DIR: the command runs.
started() {
	for _ in $(seq 100); do
		grep -q '"command": [0-9]' "$1/run.json" 2>/dev/null && sleep 0.3 && return
		sleep 0.1
	done
	fail "the recorder did not start"
}

# readable DIR STATE
readable() {
	same "state" "$2" "$(text "$1" state)"
	same "events that trace-cmd reads" "$(number "$1" nr_events)" "$(lines "$1")"
	same "instances left behind" "" "$(instances)"
}

# A shell lets background jobs ignore SIGINT; env undoes that.
for end in 'INT 130' 'TERM 143'; do
	sig=${end% *}
	env --default-signal=INT "$mmscope" record -q -o "$tmp/$sig" --settle 0 -e sched -- sleep 30 &
	started "$tmp/$sig"
	kill -s "$sig" $!
	wait $!
	same "status after SIG$sig to the recorder" "${end#* }" $?
	readable "$tmp/$sig" complete
done

"$mmscope" record -q -o "$tmp/none" --settle 0 -e sched -d 300ms
same "status without a command" 0 $?
readable "$tmp/none" complete

# A second tracer beside it must not notice.
mkdir "$tracefs/instances/other-$$" || fail "cannot make another instance"
at_exit "rmdir '$tracefs/instances/other-$$'"
echo 1 >"$tracefs/instances/other-$$/events/sched/sched_switch/enable"

"$mmscope" record -q -o "$tmp/killed" -e sched -- sleep 3 &
started "$tmp/killed"
kill -KILL $!
wait $! 2>/dev/null
for _ in $(seq 100); do
	[ "$(text "$tmp/killed" state)" = killed ] && break
	sleep 0.1
done
readable "$tmp/killed" killed
[ "$(number "$tmp/killed" nr_events)" -gt 0 ] || fail "nothing was saved of a killed recording"
same "the other tracer's events" 1 \
	"$(cat "$tracefs/instances/other-$$/events/sched/sched_switch/enable")"

# Both are killed: the next recorder removes the instance, --finish completes the file.
"$mmscope" record -q -b 128 -o "$tmp/crash" -e sched -e raw_syscalls -- \
	dd if=/dev/zero of=/dev/null bs=1 count=1000000 2>/dev/null &
recorder=$!
started "$tmp/crash"
guardian=$(sed -n 's/^ *"guardian": \([0-9]*\).*/\1/p' "$tmp/crash/run.json")
kill -STOP "$guardian"
kill -KILL $recorder "$guardian"
wait $recorder 2>/dev/null
[ -n "$(instances)" ] || fail "this test does not test what it says"
"$mmscope" record -q -o "$tmp/next" --settle 0 -- true || fail "a recorder after a crash"
same "instances after the next recorder" "" "$(instances)"
"$mmscope" record --finish "$tmp/crash" || fail "--finish"
readable "$tmp/crash" killed
[ "$(number "$tmp/crash" nr_events)" -gt 0 ] || fail "nothing was saved after a crash"

# A disk too small for the events.
mkdir "$tmp/small"
mount -t tmpfs -o size=12M none "$tmp/small" || skip "cannot mount a tmpfs"
at_exit "umount '$tmp/small'"
"$mmscope" record -o "$tmp/small/r" --settle 0 -e sched -e irq -e 'raw_syscalls' -- \
	sh -c 'i=0
		while ! grep -q "no space left" "$0" && [ $i -lt 400 ]; do
			dd if=/dev/zero of=/dev/null bs=1 count=20000 2>/dev/null
			i=$((i + 1))
		done
		exit 5' "$tmp/said" 2>"$tmp/said"
same "status of the command on a full disk" 5 $?
grep -q 'no space left.*--max-size' "$tmp/said" || fail "a full disk is not told: $(cat "$tmp/said")"
same "why tracing stopped" "disk full" "$(text "$tmp/small/r" stopped)"
readable "$tmp/small/r" complete
[ "$(number "$tmp/small/r" nr_lost)" -gt 0 ] || fail "what could not be written counts as lost"
