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
