#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# record --plan: sides take turns, hooks run in their places and are told where
# they are, and what was recorded can be compared.
# shellcheck source=tests/lib.sh
. "$2/tests/lib.sh"
mmscope=$1
live
cd "$tmp" || exit 2
cat >plan <<'PLAN'
runs: 2
setup: echo setup >>log
teardown: echo teardown >>log
before: echo "before $MMSCOPE_SIDE/$MMSCOPE_RUN" >>log
command: sleep 0.2
after: echo "after $MMSCOPE_SIDE/$MMSCOPE_RUN in $(basename "$MMSCOPE_OUTPUT")" >>log
side: base
side: patched
command: sleep 0.4
PLAN

"$mmscope" record -q --no-events --interval 0 --settle 0 --plan plan -o out 2>err
same "status" 0 $?
same "hooks, in their order" "setup before base/1 after base/1 in out before patched/1 after patched/1 in out \
before patched/2 after patched/2 in out before base/2 after base/2 in out teardown" "$(tr '\n' ' ' <log | sed 's/ $//')"
same "folders" "base/1 base/2 patched/1 patched/2" "$(cd out && echo */*)"

"$mmscope" parse -q -o t.db out/base/1 out/base/2 out/patched/1 out/patched/2 || fail "parse"
"$mmscope" compare -i t.db base patched --format csv >csv || fail "compare"
same "more time" yes "$(awk -F, '$1 == "elapsed time" && $7 == "patched" { print ($17 > 50 && $17 < 150) ? "yes" : $17 }' csv)"
same "two runs are too few" "more runs" "$(awk -F, '$1 == "elapsed time" && $7 == "patched" { print $27 }' csv)"

# A command that fails is a result; a hook that fails ends it, and what was set up goes.
: >log
printf 'runs: 1\nteardown: echo gone >>log\nside: a\ncommand: exit 3\nside: b\ncommand: true\n' >plan
"$mmscope" record -q --no-events --interval 0 --settle 0 --plan plan -o fails 2>err
same "the first status that is not 0" 3 $?
same "the other side is recorded" 1 "$(ls fails/b)"
printf 'runs: 1\nteardown: echo gone >>log\nbefore: exit 7\ncommand: true\nside: a\nside: b\n' >plan
"$mmscope" record -q --no-events --interval 0 --settle 0 --plan plan -o hooks 2>err
same "a hook that fails" 125 $?
grep -q "before 'exit 7' ended with 7" err || fail "it is not said: $(cat err)"
same "teardown runs all the same" "gone gone" "$(tr '\n' ' ' <log | sed 's/ $//')"
"$mmscope" record -q --plan plan true 2>err
same "a command beside a plan" 129 $?
exit 0
