#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The mails that published comparisons, made again: t, df, p and intervals, means,
# extremes and percentages, and what cannot be told from one or two runs.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/seeds" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
tmp_make
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/compare.py" "$1" "$shared/cases/seeds" "$tmp"
