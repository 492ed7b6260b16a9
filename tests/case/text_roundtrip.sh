#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What trace-cmd report prints of a recording, read as text, gives the episodes,
# sums, losses and numbers of the recording itself.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/vm" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
command -v trace-cmd >/dev/null || skip "trace-cmd is not installed"
tmp_make
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/text_roundtrip.py" "$1" "$shared/cases/vm" "$tmp"
