#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every script can be parsed by the shell that its first line names, and may be
# run, and shellcheck has no complaint.
cd "$2" || exit 2
. tests/lib.sh
scripts=$(tree_files '*.sh' dev .ci/run | grep -v '^tests/data/')
bad=$(for f in $scripts; do
	case $(head -n 1 "$f") in
	'#!/bin/sh') sh -n "$f" 2>&1 ;;
	'#!/bin/bash') bash -n "$f" 2>&1 ;;
	*) [ "$f" = tests/lib.sh ] && continue || echo "$f: neither /bin/sh nor /bin/bash" ;;
	esac
	[ -x "$f" ] || echo "$f: not executable"
done)
[ -z "$bad" ] || fail "scripts:
$bad"
command -v shellcheck >/dev/null || skip "no shellcheck"
# Functions of lib.sh set variables for their callers (2034); names of files here are plain (2010).
echo "$scripts" | xargs shellcheck -x -e SC2034,SC1091,SC2010 -S warning
