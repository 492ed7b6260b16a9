#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings of four kernels: growth of every counter between the snapshots, and
# the rows of every event, equal what was found independently.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/vm" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
tmp_make
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/parse_vm.py" "$1" "$shared/cases/vm" "$tmp"
