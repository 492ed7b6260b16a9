#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare the engine's rollups and episodes with expected.json of each case.

usage: vm_expected.py MMSCOPE CASES_DIR TMP_DIR

The window is from the marker "snapshot before end" to "snapshot after begin".
Our segments are half-open: the second marker is not in; expected.json's events
have both.
"""
import glob
import json
import os
import sqlite3
import subprocess
import sys

BEGIN, END = 'rig: snapshot before end', 'rig: snapshot after begin'
PAIRED = ('direct', 'memcg', 'softlimit', 'node')
failures = []


def same(case, what, expected, got):
    if isinstance(expected, dict):
        expected = {k: v for k, v in expected.items() if v}
        got = {k: v for k, v in got.items() if v}
    if expected != got:
        failures.append(f'{case}: {what}: expected {expected}, got {got}')


class Run:
    """One case, parsed into a database of its own."""

    def __init__(self, program, folder, path):
        subprocess.run([program, 'parse', '-q', '--detail', 'episodes', '-o', path, folder], check=True)
        self.db = sqlite3.connect(path)
        marks = [self.db.execute('SELECT seq FROM marker WHERE text = ?', (t,)).fetchone()[0] for t in (BEGIN, END)]
        self.segments = ('segment IN (SELECT id FROM segment WHERE first_seq >= %d AND first_seq < %d)' % tuple(marks))

    def sums(self, key, value, table, where='1'):
        rows = self.db.execute(f'SELECT {key}, SUM({value}) FROM {table} WHERE {self.segments} AND {where} GROUP BY 1')
        return dict(rows)

    def events(self):
        return self.sums('(SELECT name FROM event_type WHERE id = type_id)', 'n', 'rollup_event')

    def lru(self, column, where='1'):
        return self.sums('reclaimer', column, 'rollup_lru', f'inactive = 1 AND {where}')

    def pairs(self):
        rows = self.db.execute("SELECT kind, COUNT(*) FROM episode WHERE state = 'ok' GROUP BY 1")
        return {k: n for k, n in rows if k in PAIRED}

    def scan_source(self):
        return self.db.execute('SELECT scan_source FROM run').fetchone()[0]


def check_events(case, run, expected):
    events = run.events()
    events['print'] = events.get('print', 0) + 1  # the second marker
    same(case, 'events', expected['events'], events)
    same(case, 'isolated, looked at', expected['isolate_inactive_scanned'], run.lru('scanned'))
    same(case, 'isolated, taken', expected['isolate_inactive_taken'], run.lru('taken'))
    same(case, 'shrunk, looked at', expected['shrink_scanned'], run.lru('shrink_scanned'))
    same(case, 'shrunk, reclaimed', expected['shrink_reclaimed'], run.lru('reclaimed'))
    same(case, 'calls', expected['pairs'], run.pairs())


def check_counters(case, run, expected, counts_all):
    """pgscan and pgsteal, which leave memcg reclaim out unless counts_all."""
    column = {'isolate.nr_scanned': 'scanned', 'isolate.nr_taken': 'taken'}.get(run.scan_source())
    if not column:
        return 0
    direct = ('direct', 'node') + (('memcg', 'softlimit') if counts_all else ())
    counters = expected['vmstat']
    for counter, values in (('pgscan', run.lru(column)), ('pgsteal', run.lru('reclaimed'))):
        same(case, counter + '_kswapd', counters.get(counter + '_kswapd', 0), values.get('kswapd', 0))
        same(case, counter + '_direct', sum(counters.get(counter + k, 0) for k in ('_direct', '_proactive')),
             sum(values.get(k, 0) for k in direct))
    return 1


def check_cgroups(case, run, expected):
    """Whose pages they were, found by the memcg counter events beside each batch."""
    pages = {}
    for column in ('taken', 'reclaimed'):
        pages[column] = run.sums('(SELECT path FROM cgroup WHERE id = from_cgroup)', column, 'rollup_lru', 'inactive = 1')
    leaves = [p for p in expected['memory.stat'] if not any(q.startswith(p.rstrip('/') + '/') for q in
                                                            expected['memory.stat'] if q != p)]
    same(case, 'taken from cgroups', {p: expected['memory.stat'][p]['pgscan'] for p in leaves}, pages['taken'])
    same(case, 'reclaimed from cgroups', {p: expected['memory.stat'][p]['pgsteal'] for p in leaves}, pages['reclaimed'])


def main():
    program, cases, tmp = sys.argv[1:]
    nr = counted = 0
    for path in sorted(glob.glob(os.path.join(cases, '*', '*', 'expected.json'))):
        folder = os.path.dirname(path)
        case = os.path.relpath(folder, cases)
        with open(path) as f:
            expected = json.load(f)
        if expected.get('markers') != 2:
            continue
        nr += 1
        run = Run(program, folder, os.path.join(tmp, case.replace('/', '-') + '.db'))
        check_events(case, run, expected)
        counted += check_counters(case, run, expected, case.startswith('7'))
        if 'count_memcg_events' in expected['events']:
            check_cgroups(case, run, expected)
    print(f'{nr} cases, {counted} of them against counters too')
    for line in failures:
        print('FAILED:', line)
    return 1 if failures or nr < 18 or counted < 17 else 0


sys.exit(main())
