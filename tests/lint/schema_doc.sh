#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# docs/schema.md says what the .sql files say.
cd "$2" || exit 2
. tests/lib.sh
docs/make-schema.sh | diff -u docs/schema.md - >&2 ||
	fail "docs/schema.md is stale: docs/make-schema.sh >docs/schema.md"
