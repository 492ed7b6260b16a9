# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Helpers of the scripts in tests/; POSIX sh, to be sourced. What is made
# here is removed when the script ends, however it ends.

skip() {
	echo "skipped: $*"
	exit 77
}

fail() {
	echo "FAILED: $*" >&2
	exit 1
}

# same WHAT EXPECTED GOT: they must be equal.
same() {
	[ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
	echo "ok: $1: $2"
}

# at_exit COMMAND-LINE: run it at the end; the last one given comes first.
at_exit_todo=
at_exit() {
	at_exit_todo="$1
$at_exit_todo"
}
trap 'eval "$at_exit_todo"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# tmp_make: sets $tmp, a folder on a file system whose page cache can be
# reclaimed (tmpfs pages are swap-backed).
tmp_make() {
	for tmp_dir in "${TMPDIR:-/tmp}" /var/tmp .; do
		case $(stat -f -c %T "$tmp_dir" 2>/dev/null) in
		'' | tmpfs | ramfs) continue ;;
		esac
		tmp=$(mktemp -d "$tmp_dir/mmscope-XXXXXX") && break
	done
	[ -n "${tmp:-}" ] || skip "no folder on a disk for temporary files"
	at_exit "rm -rf '$tmp'"
}

# file_make FILE MIB: a file that is not cached. It is one hole: reading it
# fills the page cache as any read does, and costs no disk.
file_make() {
	truncate -s "${2}M" "$1"
}

# file_uncache FILE: drop what the page cache holds of it, so that a reader in
# a cgroup is charged for its pages.
file_uncache() {
	dd if="$1" iflag=nocache count=0 2>/dev/null
}

need_root() {
	[ "$(id -u)" = 0 ] || skip "not root"
}

tracefs_find() {
	awk '$3 == "tracefs" { print $2; exit }' /proc/self/mounts
}

# need_tracefs: sets $tracefs.
need_tracefs() {
	grep -qw tracefs /proc/filesystems || skip "the kernel has no tracefs"
	tracefs=$(tracefs_find)
	[ -n "$tracefs" ] || mount -t tracefs nodev /sys/kernel/tracing 2>/dev/null
	tracefs=$(tracefs_find)
	[ -d "$tracefs/instances" ] || skip "no tracefs mounted, and mounting it failed"
}

# need_event SYSTEM:NAME
need_event() {
	[ -d "$tracefs/events/${1%:*}/${1#*:}" ] || skip "this kernel has no event $1"
}

# Counters of the whole machine are compared: one live test at a time.
live_lock() {
	mkdir -p /run/lock
	exec 9>/run/lock/mmscope-live.lock
	flock -w 900 9 || fail "another test holds /run/lock/mmscope-live.lock"
}

# live: what every test of tests/live needs; sets $tmp and $tracefs.
live() {
	need_root
	need_tracefs
	live_lock
	tmp_make
}

# cg_find: sets $cg_root (mount point of the memory hierarchy) and $cg_v (1 or
# 2); false when there is none. On a hybrid system memory belongs to v1.
cg_find() {
	cg_v=1
	cg_root=$(awk '$3 == "cgroup" && $4 ~ /(^|,)memory(,|$)/ { print $2; exit }' /proc/self/mounts)
	[ -n "$cg_root" ] && return 0
	cg_v=2
	cg_root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
	[ -n "$cg_root" ] && grep -qw memory "$cg_root/cgroup.controllers"
}

# v2 gives a group its memory files only when the parent hands the controller down.
cg_enable() {
	[ $cg_v = 2 ] || return 0
	grep -qw memory "$cg_root/cgroup.subtree_control" && return 0
	echo +memory 2>/dev/null >"$cg_root/cgroup.subtree_control" || return 1
	at_exit "echo -memory 2>/dev/null >'$cg_root/cgroup.subtree_control'"
}

cg_limit() {
	case $cg_v in
	1) echo "$2" >"$1/memory.limit_in_bytes" ;;
	2) echo "$2" >"$1/memory.max" ;;
	esac
}

# cg_try MIB: make a memory cgroup of that size; sets $cg (its folder), $cg_id
# (the kernel's id) and $cg_path (below the hierarchy's root). False when this
# machine has no usable memory cgroup.
cg_try() {
	cg_find && cg_enable || return 1
	cg_n=$((${cg_n:-0} + 1))
	cg=$cg_root/mmscope-$$-$cg_n
	mkdir "$cg" 2>/dev/null || return 1
	at_exit "cg_remove '$cg'"
	cg_limit "$cg" $(($1 * 1048576)) 2>/dev/null || return 1
	cg_id=$(stat -c %i "$cg")
	cg_path=${cg#"$cg_root"}
}

cg_make() {
	cg_try "$1" || skip "no memory cgroup can be made here"
}

# Page cache that is left would be charged to the parent and stay cached.
cg_empty() {
	if [ -f "$1/memory.force_empty" ]; then
		echo 0 >"$1/memory.force_empty"
	elif [ -f "$1/memory.reclaim" ]; then
		cat "$1/memory.current" >"$1/memory.reclaim"
	fi 2>/dev/null
}

# cg_remove DIR: end its processes, empty it, remove it; may be called twice.
cg_remove() {
	for cg_i in 1 2 3 4 5 6 7 8 9 10; do
		[ -d "$1" ] || return 0
		xargs -r kill -KILL <"$1/cgroup.procs" 2>/dev/null
		cg_empty "$1"
		rmdir "$1" 2>/dev/null && return 0
		sleep 0.3
	done
	echo "cannot remove $1" >&2
	return 1
}

# cg_run COMMAND...: run it in $cg. As an argument of another program, use
# tests/in-cgroup.sh.
cg_run() {
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$cg" "$@"
}

# vmstat NAME...: sum of these counters, flushed to the page first (they are
# gathered per CPU, and flushed by the kernel about every second only).
vmstat() {
	cat /proc/sys/vm/stat_refresh >/dev/null 2>&1
	awk -v names=" $* " 'index(names, " " $1 " ") { sum += $2 } END { printf "%.0f\n", sum }' \
		/proc/vmstat
}

# tree_files [PATTERN...]: files of the project below the current folder.
tree_files() {
	if git -c safe.directory='*' rev-parse --git-dir >/dev/null 2>&1; then
		git -c safe.directory='*' ls-files -co --exclude-standard -- "$@" 2>/dev/null
	else
		tree_find "$@"
	fi | while read -r tree_f; do [ -f "$tree_f" ] && echo "$tree_f"; done
}

tree_find() {
	[ $# = 0 ] && set -- '*'
	for tree_p in "$@"; do
		find . -path './build*' -prune -o -type f -path "./$tree_p" -print
		find . -path './build*' -prune -o -type f -path "./*/$tree_p" -print
	done | sed 's|^\./||' | sort -u
}
