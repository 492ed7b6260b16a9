#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Prints docs/schema.md: docs/schema-head.md, then what the .sql files say of
# themselves. "cmake --build BUILD --target schema_doc" writes it.
cd "$(dirname "$0")/.." || exit 2

# A heading, the summary, and a table of the lines with one key.
describe() {
	awk -v key="$1" -v level="$2" '
	function cell(s) {
		gsub(/\|/, "\\|", s)
		gsub(/</, "\\&lt;", s)
		return s
	}
	# NAME UNIT MEANING; "NAME, NAME UNIT MEANING" is of several
	function row(line,   names, unit) {
		names = ""
		while (match(line, /^[^ ]+, /)) {
			names = names "`" substr(line, 1, RLENGTH - 2) "`, "
			line = substr(line, RLENGTH + 1)
		}
		match(line, /^[^ ]+ */)
		names = names "`" substr(line, 1, index(line " ", " ") - 1) "`"
		line = substr(line, RLENGTH + 1)
		unit = substr(line, 1, index(line " ", " ") - 1)
		line = substr(line, length(unit) + 2)
		return "| " names " | " (unit == "-" ? "" : cell(unit)) " | " cell(line) " |"
	}
	FNR == 1 { nr = 0; names = ""; summary = ""; prose = ""; body = 0; extra = "" }
	!body && /^-- / {
		line = substr($0, 4)
		if (line ~ /^summary: /)
			summary = substr(line, 10)
		else if (line ~ /^detail: /)
			extra = " Detail: " substr(line, 9) "."
		else if (index(line, key ": ") == 1)
			rows[nr++] = row(substr(line, length(key) + 3))
		else if (line !~ /^[a-zA-Z-]+: /)
			prose = prose (prose == "" ? "" : " ") line
		next
	}
	{ body = 1 }
	/^CREATE (TABLE|VIEW) / { sub(/\(.*/, "", $3); names = names (names == "" ? "" : ", ") $3 }
	function flush(   i) {
		print "\n" level " " (names == "" ? file : names) "\n\n" summary extra
		if (prose != "")
			print "\n" prose
		if (nr) {
			print "\n| name | unit | meaning |\n| --- | --- | --- |"
			for (i = 0; i < nr; i++)
				print rows[i]
		}
	}
	END { file = FILENAME; sub(/.*\//, "", file); sub(/\.sql$/, "", file); flush() }
	' "$3"
}

cat docs/schema-head.md
printf '\n## Tables\n'
for f in schema/tables/*.sql; do
	describe column '###' "$f"
done
printf '\n## Views\n'
for f in schema/views/*.sql; do
	describe column '###' "$f"
done
cat <<'END'

## Tracepoints that are interpreted

Their tables have the fields of the recorded kernel; this is what they mean. "Detail" says when there are rows:
normal always, high with `--detail events` (the default), fold only with `--detail all`.
END
for f in schema/tracepoints/*.sql; do
	describe field '###' "$f"
done
