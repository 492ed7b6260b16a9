#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What analyze prints of recordings of four kernels, classic and multi-gen LRU:
# pages by reclaimer, from events and from counters, calls, pages by cgroup and
# counts of events equal what was found independently, to the page.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
shared=${MMSCOPE_SHARED:-$2/../shared}
[ -d "$shared/cases/vm" ] || skip "no shared cases in $shared"
command -v python3 >/dev/null || skip "python3 is not installed"
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/efficiency.py" "$1" "$shared/cases/vm"
