#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every derived row of published tables, and of public snapshots of /proc/vmstat,
# made again from its counters.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/tables" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
tmp_make
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/tables.py" "$1" "$2" "$shared/cases" "$tmp"
