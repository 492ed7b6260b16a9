#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare a database with what trace-cmd reads in the same trace.dat.

usage: oracle.py DB < output of trace-cmd report -t -R

Per event and CPU, in order: time, pid and every integer field; and losses.
"""
import collections
import re
import sqlite3
import sys

OWN = ("seq", "run_id", "ts_ns", "cpu", "common_pid", "common_flags", "episode_seq")
LINE = re.compile(r"^\s*.*-(\d+)\s+\[(\d+)\]\s+(\d+)\.(\d{9}):\s+(\S+):\s*(.*)$")
LOST = re.compile(r"^CPU:(\d+) \[(?:LOST )?(\d+) EVENTS(?: DROPPED)?\]")
FIELD = re.compile(r"^\tfield:(.*?)([A-Za-z_]\w*)(\[.*\])?;\s*offset:\d+;\s*size:(\d+);")
SYMBOLS = ("ip", "call_site")
MASK = (1 << 64) - 1


def fields_of(format_text):
    """(name, base or 0) of every field that is not common.

    Texts are not compared, nor addresses, which trace-cmd prints as symbols.
    A file's mode it prints in octal where the kernel does.
    """
    for line in format_text.splitlines():
        m = FIELD.match(line)
        if not m or m.group(2).startswith("common_"):
            continue
        decl, name, array, size = m.groups()
        is_int = not array and "_loc " not in decl and int(size) in (1, 2, 4, 8)
        octal = name == "mode" and "mode 0%o" in format_text
        yield name, (8 if octal else 10) * (is_int and "*" not in decl and name not in SYMBOLS)


def integer(text, base):
    text = text.strip()
    return int(text, 16 if text.startswith("0x") else base) & MASK


class Text:
    """What trace-cmd says."""

    def __init__(self, types, lines):
        self.rows = collections.defaultdict(list)
        self.losses = collections.Counter()
        self.patterns = {name: self.pattern(fields) for name, fields in types.items()}
        self.types = types
        for line in lines:
            self.take(line.rstrip("\n"))

    @staticmethod
    def pattern(fields):
        return re.compile(r"\s*".join(re.escape(n) + "=(.*?)" for n, _ in fields) + "$", re.S)

    def take(self, line):
        m = LOST.match(line)
        if m:
            self.losses[int(m.group(1)), int(m.group(2))] += 1
            return
        m = LINE.match(line)
        if not m:
            return
        pid, cpu, sec, ns, name, rest = m.groups()
        if name not in self.types:
            sys.exit(f"trace-cmd has an event that the database has not: {name}")
        self.rows[name, int(cpu)].append((int(sec) * 10**9 + int(ns), int(pid)) +
                                         self.values(name, rest, line))

    def values(self, name, rest, line):
        m = self.patterns[name].match(rest)
        if not m:
            sys.exit(f"cannot split: {line}")
        return tuple(integer(v, base) for v, (_, base) in zip(m.groups(), self.types[name])
                     if base)


def columns(fields):
    return ['"f_%s"' % n if n in OWN else '"%s"' % n for n, base in fields if base]


def database_rows(db, name, fields):
    cols = "".join(", " + c for c in columns(fields))
    rows = collections.defaultdict(list)
    for cpu, ts, pid, *values in db.execute(
            f'SELECT cpu, ts_ns, common_pid{cols} FROM "{name}" ORDER BY seq'):
        rows[name, cpu].append((ts, pid) + tuple(v & MASK for v in values))
    return rows


def compare(key, expected, got):
    if expected == got:
        return
    for i, (a, b) in enumerate(zip(expected, got)):
        if a != b:
            sys.exit(f"{key}, record {i}: trace-cmd has {a}, the database {b}")
    sys.exit(f"{key}: trace-cmd has {len(expected)} records, the database {len(got)}")


def check_losses(db, text):
    got = collections.Counter()
    for cpu, count in db.execute("SELECT cpu, count FROM loss WHERE count IS NOT NULL"):
        got[cpu, count] += 1
    # trace-cmd tells no gap that nothing follows.
    missing = text.losses - got
    if missing:
        sys.exit(f"losses that only trace-cmd tells: {dict(missing)}; the database: {dict(got)}")
    return sum(text.losses.values())


def check_order(db, names):
    union = " UNION ALL ".join(f'SELECT seq, ts_ns FROM "{n}"' for n in names)
    bad = db.execute(f"SELECT COUNT(*) FROM (SELECT ts_ns < LAG(ts_ns) OVER (ORDER BY seq) AS back "
                     f"FROM ({union})) WHERE back").fetchone()[0]
    if bad:
        sys.exit(f"{bad} rows are earlier than the row before them in seq")


def main():
    db = sqlite3.connect(sys.argv[1])
    types = {name: list(fields_of(text)) for name, text in db.execute(
        "SELECT name, format FROM event_type WHERE count > 0")}
    text = Text(types, sys.stdin)
    got = {}
    for name, fields in types.items():
        got.update(database_rows(db, name, fields))
    if not text.rows:
        sys.exit("trace-cmd shows no event")
    for key in sorted(set(text.rows) | set(got)):
        compare(key, text.rows.get(key, []), got.get(key, []))
    counts = dict(db.execute("SELECT name, count FROM event_type WHERE count > 0"))
    for name, count in counts.items():
        if count != sum(len(r) for (n, _), r in text.rows.items() if n == name):
            sys.exit(f"event_type says {count} records of {name}")
    lost = check_losses(db, text)
    check_order(db, counts)
    values = sum(len(r) * (2 + len(r[0])) for r in text.rows.values() if r)
    print(f"equal: {sum(counts.values())} records of {len(counts)} events, {values} numbers, "
          f"{lost} gaps")


main()
