#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every record, every field and every loss of the recordings of other kernels,
# and of made files of 32 bits and the other byte order, equals what
# "trace-cmd report -t -R" prints.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
command -v trace-cmd >/dev/null || skip "trace-cmd is not installed"
dump=${MMSCOPE_TOOLS:?}/dump_source
shared=${MMSCOPE_SHARED:-$2/../shared}
tmp_make

# CPU[N EVENTS DROPPED] lines as LOST CPU N, records as TIME CPU PID EVENT, a
# byte 0x1f, fields. The comm is taken off from the right: it may have blanks.
cat >"$tmp/theirs.awk" <<'AWK'
/^(.*: +)?CPU:[0-9]+ \[.*EVENTS DROPPED\]$/ || /^CPU:[0-9]+ \[EVENTS DROPPED\]$/ {
	sub(/^.*CPU:/, "")
	n = $2 ~ /[0-9]/ ? substr($2, 2) : -1
	print "LOST", $1, n
	next
}
match($0, /-[0-9]+ +\[[0-9]+\] *[0-9.]+: [A-Za-z0-9_]+: */) {
	head = substr($0, RSTART, RLENGTH)
	rest = substr($0, RSTART + RLENGTH)
	gsub(/[-:\[\]]/, " ", head)
	gsub(/\./, "", head)
	split(head, h, " ")
	sub(/^0+/, "", h[3])
	print h[3], h[2] + 0, h[1], h[4] "\037" rest
}
AWK

# Both sides of a line are parted by 0x1e. A kernel address may be printed as
# a symbol; an array of the tracer's own events ends where its format says.
cat >"$tmp/compare.awk" <<'AWK'
BEGIN { FS = "\036" }
function bad(what) {
	if (nr_bad++ < 5)
		print "line " NR ": " what "\n  theirs: " theirs "\n  ours:   " ours
}
function take(rest, value,    n, alts, i, len) {
	n = split(value, alts, "|")
	for (i = 1; i <= n; i++) {
		len = length(alts[i])
		if (rest == alts[i] || substr(rest, 1, len + 1) == alts[i] " ")
			return len
	}
	return -1
}
{
	theirs = $1
	ours = $2
	gsub("\037", " ", theirs)
	if (split($1, t, "\037") < 1 || split($2, o, "\037") < 1 || t[1] != o[1]) {
		bad("another record")
		next
	}
	rest = t[2]
	n = split($2, o, "\037")
	for (i = 2; i <= n; i++) {
		eq = index(o[i], "=")
		name = substr(o[i], 1, eq)
		value = substr(o[i], eq + 1)
		sub(/^ +/, "", rest)
		if (substr(rest, 1, eq) != name) {
			bad("no field " name)
			next
		}
		rest = substr(rest, eq + 1)
		len = name == "buf=" && o[1] ~ / print$/ ? length(rest) : take(rest, value)
		if (name == "buf=" && rest != value)
			bad("text " name)
		if (len < 0 && value ~ /^18446[67]/)
			len = match(rest, / [A-Za-z0-9_]+=/) ? RSTART - 1 : length(rest)
		if (len < 0 && value ~ /^ARRAY/) {
			len = index(rest, "]")
			if (substr(value, 1, len - 1) != substr(rest, 1, len - 1))
				len = -1
		}
		if (len < 0) {
			bad("field " name)
			next
		}
		nr_fields++
		rest = substr(rest, len + 1)
	}
}
END {
	print NR " lines, " nr_fields + 0 " fields, " nr_bad + 0 " differ"
	exit nr_bad > 0
}
AWK

# trace-cmd's order at equal times is another: by time, then CPU.
sorted() {
	grep -v '^LOST' "$1" | sort -s -k1,1n -k2,2n
}

compare() {
	trace-cmd report -t -R "$1" 2>/dev/null | awk -f "$tmp/theirs.awk" >"$tmp/t"
	"$dump" -R "$1" >"$tmp/o" || fail "$1"
	sorted "$tmp/t" >"$tmp/ts"
	sorted "$tmp/o" >"$tmp/os"
	same "$1: records" "$(wc -l <"$tmp/ts")" "$(wc -l <"$tmp/os")"
	same "$1: losses" "$(grep '^LOST' "$tmp/t" | sort -s -k2,2n | cksum)" \
		"$(grep '^LOST' "$tmp/o" | sort -s -k2,2n | cksum)"
	paste -d "$(printf '\036')" "$tmp/ts" "$tmp/os" >"$tmp/both"
	awk -f "$tmp/compare.awk" "$tmp/both" || fail "$1: fields differ"
}

# trace-cmd of Debian 12 knows no zlib.
for kind in "6 big 4 none" "6 little 4 none" "6 big 8 none" "7 big 4 zstd" "7 little 4 none" \
	"7 big 8 none" "7 little 8 zstd"; do
	# shellcheck disable=SC2086
	"$MMSCOPE_TOOLS/write_tracedat" $kind 4096 >"$tmp/made.dat" || fail "cannot write $kind"
	echo "made: $kind"
	compare "$tmp/made.dat"
done

[ -d "$shared/cases/vm" ] || skip "the rest, for there are no cases in $shared"
# Of files cut short trace-cmd reads nothing: what we read must be what the
# whole file begins with, CPU by CPU.
compare_cut() {
	"$dump" -R "$1" | grep -v ^LOST >"$tmp/cut"
	"$dump" -R "$2" | grep -v ^LOST >"$tmp/whole"
	echo "$1: $(wc -l <"$tmp/cut") of $(wc -l <"$tmp/whole") records"
	for cpu in 0 1; do
		awk -v cpu=$cpu '$2 == cpu' "$tmp/cut" >"$tmp/c"
		awk -v cpu=$cpu '$2 == cpu' "$tmp/whole" | head -n "$(wc -l <"$tmp/c")" |
			cmp - "$tmp/c" || fail "$1: CPU $cpu"
	done
}

find "$shared/cases/vm" -path '*/truncated-*/trace.dat' | sort >"$tmp/files"
while read -r file; do
	compare_cut "$file" "$(echo "$file" | sed 's|/truncated-|/|')"
done <"$tmp/files"

find "$shared/cases/vm" -name trace.dat ! -path '*/truncated*' | sort >"$tmp/files"
[ -s "$tmp/files" ] || fail "no recordings in $shared/cases/vm"
while read -r file; do
	compare "$file"
done <"$tmp/files"
