#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# .clang-format decides how C looks; other versions of the tool than 14 decide
# otherwise.
cd "$2" || exit 2
. tests/lib.sh
tool=$(command -v clang-format-14 || command -v clang-format) || skip "no clang-format"
"$tool" --version | grep -q 'version 14\.' || skip "clang-format is not version 14"
tree_files '*.c' '*.h' | xargs -P 2 -n 20 "$tool" --dry-run -Werror
