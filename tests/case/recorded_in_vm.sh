#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What mmscope recorded on other kernels (cgroup v2, kswapd, swap) agrees with
# the counters that it saved beside the events, to the page.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
command -v python3 >/dev/null || skip "python3 is not installed"
command -v zstd >/dev/null || skip "zstd is not installed"
tmp_make
for archive in "$2"/tests/data/vm/*.tar.zst; do
	zstd -qdc "$archive" | tar -x -C "$tmp" || exit 1
done
PYTHONDONTWRITEBYTECODE=1 python3 "$2/tests/case/recorded_in_vm.py" "$1" "$tmp"
