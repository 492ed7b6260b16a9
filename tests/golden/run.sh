#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every tests/golden/CASE: a database made of the schema and the case's
# input.sql, the command lines of cmd, and what they print, to the letter.
# MMS_GOLDEN_REWRITE=1 writes the expected files anew: look at the diff.
mmscope=$1
cd "$2" || exit 2
. tests/lib.sh
command -v sqlite3 >/dev/null || skip "no sqlite3 to make databases with"
tmp_make
export LC_ALL=C NO_COLOR=1 TERM=dumb HOME="$tmp"
unset COLUMNS MMSCOPE_DB

make_db() {
	id=$(sed -n 's/^#define MMS_DB_APPLICATION_ID \(.*\)/\1/p' schema/db.h)
	version=$(sed -n 's/^#define MMS_DB_SCHEMA \(.*\)/\1/p' schema/db.h)
	cat schema/tables/*.sql schema/views/*.sql "$1" | sqlite3 -bail "$2" || fail "$1"
	sqlite3 "$2" "PRAGMA application_id = $((id)); PRAGMA user_version = $version"
}

# A line of cmd is what a user types behind "mmscope"; # begins a comment.
run_case() {
	grep -v '^#' "$1/cmd" | while read -r line; do
		echo "\$ mmscope $line"
		eval "$mmscope $line" 2>&1 </dev/null
		echo "exit $?"
		echo
	done
}

bad=0
for dir in tests/golden/*/; do
	dir=${dir%/}
	case=$(basename "$dir")
	mkdir "$tmp/$case"
	make_db "$PWD/$dir/input.sql" "$tmp/$case/mmscope.db"
	(src=$PWD && cd "$tmp/$case" && run_case "$src/$dir") >"$tmp/$case/got"
	[ -n "${MMS_GOLDEN_REWRITE:-}" ] && cp "$tmp/$case/got" "$dir/expected.txt"
	if diff -u "$dir/expected.txt" "$tmp/$case/got"; then
		echo "ok: $case"
	else
		echo "FAILED: $case"
		bad=1
	fi
done
exit $bad
