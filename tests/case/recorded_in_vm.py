#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Hold recordings that mmscope made against the counters saved in them.

usage: recorded_in_vm.py MMSCOPE FOLDER

The counters are read here, from the kernel's own text: vmstat.before and .after,
memory.stat of each cgroup. mmscope is asked only for what the events say.
"""
import csv
import glob
import io
import os
import subprocess
import sys

failures = []
checks = 0


def events_say(mmscope, rec, metric):
    done = subprocess.run([mmscope, 'analyze', '-i', rec, '--format', 'csv', metric],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        failures.append(f'{rec}: analyze {metric}: exit {done.returncode}: {done.stderr}')
    return list(csv.DictReader(io.StringIO(done.stdout)))


def values(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding='ascii') as f:
        return {k: int(v) for k, v in (line.split() for line in f)}


def growth(path):
    before, after = values(path + '.before'), values(path + '.after')
    return {k: v - before.get(k, 0) for k, v in after.items()}


def same(rec, what, counted, told):
    global checks
    checks += 1
    if str(counted) != told:
        failures.append(f'{os.path.basename(rec)}: {what}: counters {counted}, events {told}')


def by_reclaimer(rec, rows):
    """Up to 7.0 kswapd and direct leave memcg reclaim out, anon + file never do."""
    vm = growth(os.path.join(rec, 'vmstat'))
    told = {r['reclaimer']: r for r in rows if r['source'] == 'events'}
    all_scanned = vm['pgscan_anon'] + vm['pgscan_file']
    all_reclaimed = vm['pgsteal_anon'] + vm['pgsteal_file']
    same(rec, 'all scanned', all_scanned, told['all']['scanned'])
    same(rec, 'all reclaimed', all_reclaimed, told['all']['reclaimed'])
    same(rec, 'kswapd scanned', vm['pgscan_kswapd'], told['kswapd']['scanned'])
    same(rec, 'kswapd reclaimed', vm['pgsteal_kswapd'], told['kswapd']['reclaimed'])
    if 'global' in rec:
        same(rec, 'direct scanned', vm['pgscan_direct'], told['direct']['scanned'])
        same(rec, 'direct reclaimed', vm['pgsteal_direct'], told['direct']['reclaimed'])
    else:
        same(rec, 'memcg scanned', all_scanned, told['memcg']['scanned'])
        same(rec, 'memcg reclaimed', all_reclaimed, told['memcg']['reclaimed'])
    if all_scanned == 0:
        failures.append(f'{rec}: nothing was scanned, so nothing was checked')


def by_cgroup(rec, rows):
    """memory.stat counts a cgroup and all below it."""
    root = os.path.join(rec, 'cgroup', 'root')
    for row in rows:
        stat = os.path.join(root, row['path'].lstrip('/'), 'memory.stat')
        if row['path'] and os.path.exists(stat + '.after'):
            grown = growth(stat)
            same(rec, f"{row['path']} scanned", grown['pgscan'], row['subtree_scanned_from'])
            same(rec, f"{row['path']} reclaimed", grown['pgsteal'], row['subtree_reclaimed_from'])


def main():
    mmscope, folder = sys.argv[1:]
    for rec in sorted(glob.glob(os.path.join(folder, '*', 'run.json'))):
        rec = os.path.dirname(rec)
        by_reclaimer(rec, events_say(mmscope, rec, 'efficiency'))
        if 'memcg' in rec:
            by_cgroup(rec, events_say(mmscope, rec, 'memcg'))
    for f in failures:
        print(f)
    print(f'{checks} numbers compared, {len(failures)} differ')
    sys.exit(bool(failures) or not checks)


main()
