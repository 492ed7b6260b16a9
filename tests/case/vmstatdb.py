# SPDX-License-Identifier: GPL-2.0-or-later
"""Databases made of pairs of /proc/vmstat snapshots, and what mmscope says of them."""
import csv
import glob
import os
import re
import sqlite3
import subprocess


def read_vmstat(path):
    """Counters of a snapshot, quoted or not, in the file's order."""
    pairs = (line.lstrip("> ").split() for line in open(path))
    return {p[0]: int(p[1]) for p in pairs if len(p) == 2 and p[1].lstrip("-").isdigit()}


def scope_of(keys):
    """What is read from the order of lines: 7.1 has pgscan among the node's counters."""
    keys = list(keys)
    if "pgpgin" not in keys or "pgscan_kswapd" not in keys:
        return None
    return "all" if keys.index("pgscan_kswapd") < keys.index("pgpgin") else "global"


def put_run(db, number, label, before, after, seconds):
    end_ns = 1 if seconds is None else round(seconds * 1e9)
    db.execute(
        "INSERT INTO run (id, label, n, fingerprint, source, win_from_ns, win_to_ns, clock_is_ns,"
        " counter_scope) VALUES (?, ?, 1, ?, '', 0, ?, ?, ?)",
        (number, label, str(number), end_ns, seconds is not None, scope_of(after)))
    for at_ns, snapshot in ((0, before), (end_ns, after)):
        for key, value in snapshot.items():
            db.execute("INSERT OR IGNORE INTO sample_key (key) VALUES ('vmstat.' || ?)", (key,))
            db.execute("INSERT INTO sample SELECT ?, id, 1, ?, ? FROM sample_key"
                       " WHERE key = 'vmstat.' || ?", (number, at_ns, value, key))


def make(source, path, runs):
    """runs: (label, counters before, counters after, seconds or None) of each."""
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    for kind in ("tables", "views"):
        for name in sorted(glob.glob(f"{source}/schema/{kind}/*.sql")):
            db.executescript(open(name).read())
    header = open(f"{source}/schema/db.h").read()
    for pragma, macro in (("application_id", "MMS_DB_APPLICATION_ID"),
                          ("user_version", "MMS_DB_SCHEMA")):
        value = int(re.search(rf"#define {macro}\s+(\w+)", header).group(1), 0)
        db.execute(f"PRAGMA {pragma} = {value}")
    db.execute("INSERT INTO sample_scope VALUES (1, '')")
    for number, run in enumerate(runs, 1):
        put_run(db, number, *run)
    db.commit()
    db.close()


def growth(counters):
    """The snapshots before and after that make counters grow by this much."""
    return {k: 0 for k in counters}, counters


def rows(mmscope, path):
    """{label: {row: its cells by column}} as the metric vmstat has them."""
    out = subprocess.run([mmscope, "analyze", "-i", path, "vmstat", "--format", "csv"],
                         check=True, capture_output=True, text=True).stdout
    runs = {}
    for cells in csv.DictReader(out.splitlines()):
        runs.setdefault(cells["run"].rsplit("/", 1)[0], {})[cells["row"]] = cells
    return runs
