# SPDX-License-Identifier: GPL-2.0-or-later
"""Load each recording as trace.dat and as the text of trace-cmd report, with
times in ns, raw, and as printed by default (in us), and compare.

usage: text_roundtrip.py MMSCOPE CASES_DIR TMP_DIR
"""
import glob
import os
import shutil
import sqlite3
import subprocess
import sys

mmscope, cases, tmp = sys.argv[1:]
bad = []

# A kind of event that did not come is not in the text: what only it could tell
# is unknown there and zero in the recording. Gfp flags are words in the text.
COUNTS = ("end_reclaimed scanned taken reclaimed batches activated written slab_objects migrate_scanned "
          "free_scanned migrated migrate_failed").split()
PLAIN = "kind state cpu pid reclaimer node alloc_order mode priority for_cgroup".split()
TIMES = "from_ns to_ns dur_ns busy_ns slab_ns throttled_ns compact_ns".split()
LRU = ("isolates requested scanned skipped taken shrinks shrink_scanned reclaimed dirty writeback congested "
       "immediate activated ref_keep unmap_fail").split()

QUERIES = {
    "events": "SELECT name, count FROM event_type WHERE count > 0 ORDER BY 1",
    "LRU sums": "SELECT reclaimer, node, lru, inactive, " + ", ".join(f"SUM({c})" for c in LRU) +
                " FROM rollup_lru GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
    "sums": "SELECT name, field, SUM(sum) FROM rollup_sum JOIN event_type AS e ON e.id = type_id "
            "GROUP BY 1, 2 HAVING SUM(sum) <> 0 ORDER BY 1, 2",
    "markers": "SELECT text FROM marker ORDER BY seq",
    "losses": "SELECT cpu, count FROM loss ORDER BY 1, 2",
    "run": "SELECT events, mglru FROM run",
}
# Numbers that stand in the text otherwise than in the record.
OTHERWISE = {("print", "ip"), ("print", "buf"), ("mm_page_alloc", "pfn")}  # of a failure -1, printed as 0


def load(path, name):
    db = os.path.join(tmp, name)
    for f in glob.glob(db + "*"):
        os.unlink(f)
    subprocess.run([mmscope, "parse", "-q", "-o", db, "--detail", "all", path], check=True)
    return sqlite3.connect(db)


def differ(case, what, a, b):
    if a != b:
        only = [x for x in a if x not in b][:2], [x for x in b if x not in a][:2]
        bad.append(f"{case}: {what}: {len(a)} in the recording, {len(b)} in the text; {only}")


def episodes(db, round_ns):
    """In an order that both have; a duration in us may be one us off."""
    columns = PLAIN + COUNTS + TIMES
    rows = []
    for r in db.execute(f"SELECT seq, {', '.join(columns)} FROM episode ORDER BY seq, kind"):
        row = list(r[:1 + len(PLAIN)]) + [v or None for v in r[1 + len(PLAIN):]]
        if round_ns > 1:
            del row[-len(TIMES):]
        rows.append(tuple(row))
    return rows


def durations(db):
    return [r[0] for r in db.execute("SELECT dur_ns FROM episode WHERE state = 'ok' ORDER BY seq, kind")]


def numbers(case, dat, text):
    """Every number of every field that is a number in the text, too."""
    for (table,) in text.execute("SELECT table_name FROM event_type WHERE count > 0"):
        have = {r[1] for r in dat.execute(f'PRAGMA table_info("{table}")')}
        for _, column, kind, *_ in text.execute(f'PRAGMA table_info("{table}")').fetchall():
            if kind != "INTEGER" or column not in have or (table, column) in OTHERWISE:
                continue
            if column in ("common_flags", "episode_seq"):
                continue  # trace-cmd report prints no flags; in an interrupt or not is not known
            a, b = ([r[0] for r in db.execute(f'SELECT "{column}" FROM "{table}" ORDER BY seq')]
                    for db in (dat, text))
            if a != b:
                wrong = [(x, y) for x, y in zip(a, b) if x != y]
                bad.append(f"{case}: {table}.{column}: {len(wrong)} of {len(a)} differ: {wrong[:2]}")


def compare(case, dat, text, round_ns):
    for what, sql in QUERIES.items():
        differ(case, what, dat.execute(sql).fetchall(), text.execute(sql).fetchall())
    differ(case, "episodes", episodes(dat, round_ns), episodes(text, round_ns))
    for a, b in zip(durations(dat), durations(text)):
        if abs(a - b) > round_ns - 1:
            bad.append(f"{case}: a duration of {a} ns in the recording, {b} in the text")
            break
    if round_ns == 1:
        numbers(case, dat, text)


def report(path, options, to):
    with open(to, "w", encoding="utf-8") as f:
        subprocess.run(["trace-cmd", "report", *options, path], stdout=f, stderr=subprocess.DEVNULL, check=True)


# Alone: the text has no snapshots beside it.
bare = os.path.join(tmp, "bare")
os.mkdir(bare)
paths = sorted(glob.glob(os.path.join(cases, "[0-9]*/*/trace.dat")))
paths += [os.path.join(cases, "6.12/formats", n, "trace.dat") for n in
          ("lost", "clock-x86-tsc", "clock-counter", "clock-uptime", "stack", "date", "instances")]
for n, path in enumerate(paths):
    case = os.path.relpath(path, cases)
    dat = load(shutil.copy(path, os.path.join(bare, "trace.dat")), "dat.db")
    for options, round_ns in ((["-t"], 1), (["-t", "-R"], 1), ([], 1001))[:3 if n % 4 == 0 else 1]:
        text_path = os.path.join(tmp, "report.txt")
        report(path, options, text_path)
        compare(f"{case} {' '.join(options)}", dat, load(text_path, "text.db"), round_ns)
print(f"{len(paths)} recordings")
if bad:
    print("\n".join(b[:600] for b in bad))
    sys.exit(1)
