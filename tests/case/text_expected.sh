#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Public samples of trace text, in every shape that mail and tools give it:
# records, sums of fields, calls and losses equal what was found independently.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/text" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
tmp_make
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/text_expected.py" "$1" "$2" "$shared/cases" "$tmp"

# A text that was packed, with snapshots beside it, and the same through a pipe:
# what the events say is what the counters say.
folder=$shared/cases/vm/6.12/formats/ftrace-text
want=$("$1" analyze -i "$folder" efficiency --format csv |
	awk -F, '$3 == "kswapd" || $3 == "direct" { print $3, $4, $5 }' | sort | uniq -c | awk '{ print $1, $2 }')
same "events and counters agree" "2 direct
2 kswapd" "$want"
same "events of a pipe" 45031 "$(gzip -dc "$folder/trace.txt.gz" | "$1" sql -i - \
	'SELECT events FROM run' --format csv | tail -n 1)"
same "events of a packed pipe" 45031 "$("$1" sql -i - 'SELECT events FROM run' --format csv \
	<"$folder/trace.txt.gz" | tail -n 1)"
