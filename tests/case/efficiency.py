#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare what analyze prints with expected.json of each case.

usage: efficiency.py MMSCOPE CASES_DIR

The window is from the marker "snapshot before end" to "snapshot after begin".
"""
import csv
import glob
import io
import json
import os
import subprocess
import sys

WINDOW = '@rig: snapshot before end,@rig: snapshot after begin'
NAMED = ('kswapd', 'direct', 'khugepaged', 'proactive')
failures = []


def analyze(mmscope, case, *args):
    done = subprocess.run([mmscope, 'analyze', '-i', case, '--format', 'csv', *args],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        failures.append(f'{case}: analyze {args}: exit {done.returncode}: {done.stderr}')
    return list(csv.DictReader(io.StringIO(done.stdout)))


def same(case, what, expected, got):
    if expected != got:
        failures.append(f'{case}: {what}: expected {expected}, got {got}')


def number(text):
    return int(text) if text else None


def nonzero(pages):
    return {who: n for who, n in pages.items() if n}


def is_mglru(case):
    try:
        with open(os.path.join(case, 'lru_gen.enabled'), encoding='ascii') as f:
            return int(f.read(), 16) & 1 == 1
    except (OSError, ValueError):
        return False


def column(rows, source, name, but=('all',)):
    return {r['reclaimer']: number(r[name]) for r in rows
            if r['source'] == source and r['reclaimer'] not in but}


def check_events(case, want, rows):
    """By reclaimer; MGLRU of 6.1 has no LRU events, and must not be said to have 0."""
    kind = 'taken' if is_mglru(case) else 'scanned'
    scanned = column(rows, 'events', 'scanned', ('all', 'pageout'))
    reclaimed = column(rows, 'events', 'reclaimed', ('all', 'pageout'))
    if is_mglru(case) and '/6.1/' in case:
        same(case, 'unknown scanned', {None}, set(scanned.values()))
        same(case, 'unknown reclaimed', {None}, set(reclaimed.values()))
    else:
        same(case, 'scanned by events', want[f'isolate_inactive_{kind}'], nonzero(scanned))
        same(case, 'reclaimed by events', want['shrink_reclaimed'], nonzero(reclaimed))
    ends = {k[len('end_reclaimed_'):]: n for k, n in want['extra'].items()
            if k.startswith('end_reclaimed_')}
    got = nonzero(column(rows, 'events', 'end_reclaimed'))
    same(case, 'reclaimed by end events', ends, {k: got.get(k) for k in ends})


def check_counters(case, want, rows):
    grown = want['vmstat']
    with open(os.path.join(case, 'vmstat.before'), encoding='ascii') as f:
        keys = {line.split()[0] for line in f}
    for what, key in (('scanned', 'pgscan'), ('reclaimed', 'pgsteal')):
        got = column(rows, 'counters', what, ())
        expected = {who: grown.get(f'{key}_{who}', 0) for who in NAMED if f'{key}_{who}' in keys}
        total = grown.get(f'{key}_anon', 0) + grown.get(f'{key}_file', 0)
        named = sum(expected.values())
        expected['all'] = total
        expected['memcg'] = None if '/7.2/' in case else total - named
        same(case, f'{what} by counters', expected, got)
        # Two sources, one truth: what reclaim for a limit does is in all of both.
        all_events = [number(r[what]) for r in rows
                      if r['source'] == 'events' and r['reclaimer'] == 'all']
        if all_events and all_events[0] is not None:
            same(case, f'all {what} by events and by counters', total, all_events[0])


def check_pairs(case, want, rows):
    """Nothing is open at the window's ends, so there are as many calls as end events in it."""
    kinds = {'direct': 'direct', 'memcg': 'memcg', 'softlimit': 'memcg_softlimit', 'node': 'node'}
    got = {r['kind']: int(r['n']) for r in rows if r['kind'] in kinds}
    ends = {k: want['events'].get(f'mm_vmscan_{name}_reclaim_end', 0) for k, name in kinds.items()}
    same(case, 'calls', nonzero(ends), nonzero(got))


def check_counts(case, want, rows):
    got = {r['event']: int(r['count']) for r in rows}
    expected = dict(want['events'])
    expected['print'] -= 1  # the second marker is not in a half-open window
    same(case, 'counts of events', expected, nonzero(got))


def check_cgroups(case, want, rows):
    got = {r['path']: r for r in rows}
    for path, stat in want['memory.stat'].items():
        pages = stat.get('pgsteal', 0)
        if path in got:
            same(case, f'reclaimed from {path} and below', pages,
                 number(got[path]['subtree_reclaimed_from']))
        else:
            same(case, f'reclaimed from {path}, which is not there', 0, pages)


def check(mmscope, case):
    with open(os.path.join(case, 'expected.json'), encoding='utf-8') as f:
        want = json.load(f)
    if 'isolate_inactive_scanned' not in want:
        return 0
    rows = analyze(mmscope, case, '--time', WINDOW, 'efficiency')
    check_events(case, want, rows)
    check_counters(case, want, rows)
    check_pairs(case, want, analyze(mmscope, case, '--time', WINDOW, 'latency'))
    check_counts(case, want, analyze(mmscope, case, '--time', WINDOW, 'events'))
    check_cgroups(case, want, analyze(mmscope, case, '--time', WINDOW, 'memcg'))
    return 1


def main():
    mmscope, cases = sys.argv[1:]
    n = sum(check(mmscope, os.path.dirname(f))
            for f in sorted(glob.glob(f'{cases}/*/*/expected.json')))
    print('\n'.join(failures) or f'ok: {n} recordings')
    sys.exit(bool(failures) or n == 0)


if __name__ == '__main__':
    main()
