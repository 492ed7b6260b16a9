#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: pressure.sh CGROUP FILE PASSES [PAUSE]: read the file again and again
# as a member of a cgroup that is smaller than it: reclaim at every pass.
echo $$ >"$1/cgroup.procs" || exit 2
pass=0
while [ $pass -lt "$3" ]; do
	dd if="$2" of=/dev/null bs=1M status=none || exit 2
	sleep "${4:-0}"
	pass=$((pass + 1))
done
