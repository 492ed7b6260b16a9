#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Own headers come after system ones and name their folder (clang-format sorts
# each block); every header is guarded by MMS_FOLDER_NAME_H.
cd "$2" || exit 2
. tests/lib.sh
bad=$(
	tree_files '*.c' '*.h' | xargs awk '
		FNR == 1 { own = 0 }
		/^#include "/ { own = 1 }
		/^#include "[^\/]*\.h"/ { print FILENAME ":" FNR ": no folder: " $0 }
		/^#include </ && own { print FILENAME ":" FNR ": after own headers: " $0 }'
	tree_files '*.h' | xargs awk '
		FNR == 1 { guard = "MMS_" toupper(FILENAME); gsub(/[\/.-]/, "_", guard) }
		/^#ifndef / { if ($2 != guard) print FILENAME ": guard is not " guard; nextfile }'
)
[ -z "$bad" ] || fail "includes:
$bad"
