#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# File names are unique in the tree, so that a name alone finds a file.
cd "$2" || exit 2
. tests/lib.sh
twice=$(tree_files | grep -vE '^tests/(data|golden|fuzz/corpus)/|(^|/)(CMakeLists.txt|README.md)$' |
	sed 's|.*/||' | sort | uniq -d)
[ -z "$twice" ] || fail "names that more than one file has:
$twice"
