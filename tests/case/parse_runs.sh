#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs of a database: their names, the same recording twice, and what is there
# after a parse that failed, was interrupted or was killed.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
mmscope=$1
tmp_make
cd "$tmp" || exit 2
unset MMSCOPE_DB

ask() {
	"$mmscope" sql -i x.db --format csv "$1" | tail -n +2 | tr '\n' ' ' | sed 's/ $//'
}

# recording NAME VALUE: one without events
recording() {
	mkdir "$1"
	printf 'nr_free_pages 1000\npgpgin 5\npgscan_kswapd %s\n' "$2" >"$1/vmstat.before"
	printf 'nr_free_pages 900\npgpgin 9\npgscan_kswapd %s\n' $(($2 + 7)) >"$1/vmstat.after"
}

recording base 1
recording base.2 2
recording patched 3
"$mmscope" parse -q -o x.db base || fail "parse"
"$mmscope" parse -q -o x.db --label base base.2 || fail "parse into a database that exists"
"$mmscope" parse -q -o x.db patched "$2/tests/data/tracedat/v7-zstd.dat" || fail "parse of two"
names="base/1 base/2 patched/1 v7-zstd/1"
same "runs are counted per label" "$names" "$(ask 'SELECT run FROM v_run')"
same "seq counts over all runs" 0 "$(ask 'SELECT COUNT(*) FROM run AS a JOIN run AS b
	ON a.id < b.id AND a.last_seq >= b.first_seq AND a.last_seq >= a.first_seq')"
same "counters grow" 7 "$(ask "SELECT MAX(value) - MIN(value) FROM sample
	JOIN sample_key AS k ON k.id = key_id WHERE run_id = 1 AND k.key = 'vmstat.pgscan_kswapd'")"

sum=$(md5sum <x.db)
unchanged() {
	same "$1: the database is as it was" "$sum" "$(md5sum <x.db)"
}
no_journal() {
	same "$1: no journal is left" "" "$(find . -name '*-journal')"
}

out=$("$mmscope" parse -o x.db base 2>&1)
same "the same recording again" 2 $?
case $out in
*"as run base/1"*"--force"*) ;;
*) fail "no next step in: $out" ;;
esac
unchanged "the same recording again"
no_journal "the same recording again"

mkdir empty
recording new 4
"$mmscope" parse -q -o x.db new empty 2>/dev/null
same "one of two is none" 2 $?
unchanged "one of two is none"
"$mmscope" parse -q -o y.db new empty 2>/dev/null
same "one of two is none, new database" 2 $?
same "nothing is left of it" "" "$(find . -name 'y.db*')"

"$mmscope" parse -q -o x.db --force "$2/tests/data/tracedat/v7-zstd.dat" || fail "--force"
same "--force replaces" "$names" "$(ask 'SELECT run FROM v_run')"
same "--force leaves no rows behind" "$(ask 'SELECT SUM(events) FROM run')" \
	"$(ask 'SELECT SUM(n) FROM rollup_event')"

# Enough samples that it takes a while to load them.
awk 'BEGIN { for (t = 1; t <= 2000; t++) { printf "=== %d.0 /proc/vmstat\n", t
	for (k = 0; k < 300; k++) printf "nr_%d %d\n", k, t * 1000 + k } }' >series
many=
for i in 1 2 3 4 5 6 7 8; do
	recording "slow$i" "10$i"
	ln series "slow$i/vmstat.series"
	many="$many slow$i"
done

# stop_midway SIGNAL DB: what a signal does while rows are being loaded
stop_midway() {
	# shellcheck disable=SC2086
	"$mmscope" parse -q -o "$2" $many 2>/dev/null &
	pid=$!
	i=0
	while [ ! -s "$2-journal" ] && [ ! -s "$2.part" ] && [ $i -lt 100 ]; do
		sleep 0.05
		i=$((i + 1))
	done
	sleep 0.4
	kill -0 $pid 2>/dev/null || fail "it was over before it could be stopped"
	kill "-$1" $pid
	wait $pid
}

sum=$(md5sum <x.db)
stop_midway TERM x.db
same "SIGTERM" 2 $?
unchanged "SIGTERM"
no_journal "SIGTERM"
stop_midway KILL x.db
same "after SIGKILL" "$names" "$(ask 'SELECT run FROM v_run')"
same "after SIGKILL, samples" "$(ask 'SELECT COUNT(*) FROM sample WHERE run_id > 4')" 0
unchanged "after SIGKILL"
stop_midway KILL z.db
same "a new database that is not complete has no name" "" "$(find . -name z.db)"
"$mmscope" parse -q -o z.db base || fail "parse over what a killed one left"
same "what is left of a killed one is written over" ./z.db "$(find . -name 'z.db*')"
"$mmscope" parse -q -o x.db "$tmp"/slow* || fail "parse of many"
same "all of them" 12 "$(ask 'SELECT COUNT(*) FROM run')"
