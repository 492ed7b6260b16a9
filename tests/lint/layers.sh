#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each folder may include only the folders named beside it, and some headers
# have one home.
cd "$2" || exit 2
bad=0
say() {
	[ -z "$2" ] && return
	printf '%s:\n%s\n' "$1" "$2"
	bad=1
}
while read -r dir allowed; do
	only=$(echo "$dir $allowed" | tr ' ' '|')
	say "$dir/ may include only: $dir $allowed" \
		"$(grep -rnE '^#include "[a-z]+/' --include='*.[ch]' "$dir" 2>/dev/null |
			grep -vE "#include \"($only)/")"
done <<RULES
common
schema common
record common
parse common schema
analyze common schema
report common
replay common schema parse
RULES
while read -r header homes; do
	only=$(echo "$homes" | sed 's/^/^(/; s/ /|/g; s/$/):/')
	say "$header belongs to: $homes" \
		"$(grep -rnE "#include <$header>" --include='*.[ch]' common schema record parse analyze \
			report replay cli 2>/dev/null | grep -vE "$only")"
done <<HOMES
sqlite3.h schema/[a-z_]+\.[ch] analyze/[a-z_]+\.[ch] parse/load[a-z_]*\.[ch]
tracefs.h record/[a-z_]+\.[ch]
event-parse.h parse/[a-z_/]+\.[ch]
kbuffer.h parse/[a-z_/]+\.[ch]
HOMES
exit $bad
