#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare samples and rows of events with expected.json of each case.

usage: parse_vm.py MMSCOPE CASES_DIR TMP_DIR
"""
import glob
import json
import os
import sqlite3
import subprocess
import sys

GROWTH = '''
SELECT
    (SELECT value FROM sample WHERE run_id = 1 AND key_id = k.id AND scope_id = c.id AND ts_ns <= r.win_to_ns
     ORDER BY ts_ns DESC LIMIT 1),
    (SELECT value FROM sample WHERE run_id = 1 AND key_id = k.id AND scope_id = c.id AND ts_ns <= r.win_from_ns
     ORDER BY ts_ns DESC LIMIT 1)
FROM run AS r, sample_key AS k, sample_scope AS c
WHERE k.key = ? AND c.scope = ?
'''
failures = []


def same(case, what, expected, got):
    if expected != got:
        failures.append(f'{case}: {what}: expected {expected}, got {got}')


def growth(db, key, scope):
    """A cgroup that was made meanwhile has no snapshot before: it grew from nothing."""
    after, before = db.execute(GROWTH, (key, scope)).fetchone() or (None, None)
    return None if after is None else after - (before or 0)


def check_samples(case, db, expected):
    for name, value in expected['vmstat'].items():
        same(case, f'vmstat {name}', value, growth(db, f'vmstat.{name}', ''))
    for path, values in expected['memory.stat'].items():
        for name, value in values.items():
            same(case, f'{path} memory.stat {name}', value, growth(db, f'memory.stat.{name}', path))
    return len(expected['vmstat']) + sum(map(len, expected['memory.stat'].values()))


def check_rows(case, db, expected):
    begin, end = db.execute('SELECT win_from_ns, win_to_ns FROM run').fetchone()
    rows = {}
    for table, name in db.execute('SELECT table_name, name FROM event_type WHERE count > 0').fetchall():
        query = f'SELECT COUNT(*) FROM "{table}" WHERE ts_ns >= ? AND ts_ns < ?'
        rows[name] = db.execute(query, (begin, end)).fetchone()[0]
    rows['print'] += 1  # the second marker: expected.json has both
    same(case, 'rows', expected['events'], {k: n for k, n in rows.items() if n})
    same(case, 'events', expected['lines'] - 1, db.execute('SELECT events FROM run').fetchone()[0])
    loaded = db.execute('SELECT SUM(loaded) FROM event_type').fetchone()[0]
    same(case, 'all rows', expected['lines'] - 1, loaded)


def main():
    program, cases, tmp = sys.argv[1:]
    compared = 0
    for path in sorted(glob.glob(f'{cases}/*/*/expected.json')):
        folder = os.path.dirname(path)
        case = os.path.relpath(folder, cases)
        name = os.path.join(tmp, 'case.db')
        subprocess.run([program, 'parse', '-q', '--detail', 'all', '-o', name, folder], check=True)
        with open(path) as f:
            expected = json.load(f)
        db = sqlite3.connect(name)
        compared += check_samples(case, db, expected)
        check_rows(case, db, expected)
        db.close()
        os.unlink(name)
    print(f'{compared} counters compared')
    if not compared:
        failures.append('no case had counters')
    for text in failures:
        print(text, file=sys.stderr)
    sys.exit(bool(failures))


main()
