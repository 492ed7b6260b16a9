#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# usage: in-cgroup.sh CGROUP COMMAND [ARG...]: run it as a member of the cgroup.
echo $$ >"$1/cgroup.procs" || exit 2
shift
exec "$@"
