#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What the code does not use, and what the project does not speak of.
cd "$2" || exit 2
. tests/lib.sh
bad=0
# deny WHAT REGEX PATTERN...: no line of these files may match.
deny() {
	what=$1 regex=$2
	shift 2
	hits=$(tree_files "$@" | grep -v '^tests/lint/words.sh$' | xargs -r grep -nEI "$regex" /dev/null)
	[ -z "$hits" ] && return
	printf '%s:\n%s\n' "$what" "$hits"
	bad=1
}
deny "unbounded or hidden-state functions" \
	'\b(strcpy|strcat|v?sprintf|strtok|gets|atoi|atol|system|popen)\(' '*.c' '*.h'
deny "goto (own things with mms_auto)" '^[^"]*\bgoto [a-z_]+;' '*.c' '*.h'
deny "float (counts are integers)" '^[^"/*]*\bfloat\b' '*.c' '*.h'
deny "typedef of a struct" '^typedef struct' '*.c' '*.h'
deny "code that is commented out" '^\s*(//|/\*).*;\s*(\*/)?$' '*.c' '*.h'
deny "non-POSIX shebang option or bashism" '^\s*(local |declare |\[\[ )' 'tests/*.sh'
deny "blanks at the end of a line" '[[:blank:]]+$' '*.c' '*.h' '*.sql' '*.sh' '*.cmake' \
	'*CMakeLists.txt' '*.md' '*.preset' dev
deny "a developer's own folders" '(^|[^a-z.<(])/(home|root|work|Users)/' '*'
deny "what only its authors know" '\b(issue|ticket|session) #?[0-9]+' '*.[ch]' '*.md' '*.sh' '*.sql'
exit $bad
