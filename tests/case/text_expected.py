# SPDX-License-Identifier: GPL-2.0-or-later
"""Load every public sample of trace text, compare with its expected.json and
with what the list of samples says of those that have none."""
import glob
import json
import os
import re
import sqlite3
import subprocess
import sys

mmscope, source, cases, tmp = sys.argv[1:]
bad = []


def differ(name, what, want, got):
    if want != got:
        bad.append(f"{name}: {what}: expected {want}, got {got}")


def load(path):
    """A database of this one run, or None and the message."""
    db = os.path.join(tmp, "db")
    for f in glob.glob(db + "*"):
        os.unlink(f)
    p = subprocess.run([mmscope, "parse", "-q", "-o", db, "--detail", "all", path],
                       capture_output=True, text=True, check=False)
    return (sqlite3.connect(db) if p.returncode == 0 else None), p.stderr


def aliases(event):
    """What the text calls the fields of an event."""
    path = os.path.join(source, "schema/tracepoints", event + ".sql")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as f:
        return {m[1]: m[2] for m in re.finditer(r"^-- alias: (.*\S) (\S+)$", f.read(), re.M)}


def total(db, key):
    """Sum of EVENT.FIELD; of EVENT alone, of its only field."""
    event, _, field = key.partition(".")
    names = aliases(event)
    field = names.get(field or "@1", field)
    columns = [r[1] for r in db.execute(f'PRAGMA table_info("{event}")')]
    if field not in columns:
        return None
    rows = db.execute(f'SELECT "{field}" FROM "{event}" WHERE "{field}" IS NOT NULL')
    return sum(r[0] for r in rows)


def own_pairs(db, kind):
    """Pairs of events that mmscope does not know, by their names."""
    spans, begun = [], {}
    rows = db.execute(f"SELECT seq, common_pid, ts_ns, 0 FROM mm_vmscan_{kind}_begin UNION ALL "
                      f"SELECT seq, common_pid, ts_ns, 1 FROM mm_vmscan_{kind}_end ORDER BY 1")
    for _, pid, ts, is_end in rows:
        if not is_end:
            begun[pid] = ts
        elif pid in begun:
            spans.append(ts - begun.pop(pid))
    return spans


def kswapd_pairs(db):
    """From the first wake to sleep: a wake between two ends an episode, and begins one."""
    spans, last = [], {}
    for pid, begin, end in db.execute(
            "SELECT pid, from_ns, to_ns FROM episode WHERE kind = 'kswapd' AND state = 'ok' "
            "ORDER BY pid, from_ns"):
        if last.get(pid) == begin:
            spans[-1] += end - begin
        else:
            spans.append(end - begin)
        last[pid] = end
    return spans


def pairs(db, kind):
    if kind == "kswapd":
        return kswapd_pairs(db)
    rows = [r[0] for r in db.execute(
        "SELECT dur_ns FROM episode WHERE kind = ? AND state = 'ok'", (kind,))]
    return rows or own_pairs(db, kind)


def seconds(ns):
    return f"{ns // 10**9}.{ns % 10**9 // 1000:06d}"


def check_losses(name, db, want):
    rows = db.execute("SELECT cpu, count FROM loss").fetchall()
    differ(name, "loss marks", want["markers"], len(rows))
    differ(name, "events lost", want["sum"], sum(n or 0 for _, n in rows))
    differ(name, "marks without a count", want["no_count"], sum(n is None for _, n in rows))


def states(db, state):
    return db.execute("SELECT COUNT(*) FROM episode WHERE state = ?", (state,)).fetchone()[0]


def unended(db):
    """Begins without an end. A shrinker that begins while the task's last one
    has not ended tells that an end was lost; there, each shrinker counts."""
    n = db.execute("SELECT COUNT(*) FROM episode WHERE state = 'open' AND kind <> 'slab'").fetchone()[0]
    columns = [r[1] for r in db.execute("PRAGMA table_info(mm_shrink_slab_start)")]
    shrinker = "common_pid" + "".join(", " + c for c in ("shrink", "shr") if c in columns)
    return n + len(db.execute(
        f"SELECT DISTINCT {shrinker} FROM mm_shrink_slab_start JOIN episode USING (seq) "
        "WHERE state <> 'ok'").fetchall() if columns else [])


def check(name, path, want):
    db, message = load(path)
    if not want["records"]:
        differ(name, "is refused", True, db is None and "no line of it is a trace event" in message)
        return
    if not db:
        bad.append(f"{name}: {message}")
        return
    differ(name, "records", want["records"], db.execute("SELECT events FROM run").fetchone()[0])
    differ(name, "events", want["events"],
           dict(db.execute("SELECT name, count FROM event_type WHERE count > 0")))
    tables = [r[0] for r in db.execute("SELECT table_name FROM event_type WHERE count > 0")]
    tasks = set()
    for t in tables:
        tasks |= set(db.execute(f'SELECT DISTINCT common_pid FROM "{t}"'))
    differ(name, "tasks", want["tasks"], len(tasks))
    for key, value in want["sums"].items():
        differ(name, "sum of " + key, value, total(db, key))
    for kind, p in want["pairs"].items():
        spans = pairs(db, kind)
        differ(name, f"{kind} pairs", (p["n"], p["total_s"], p["max_s"]),
               (len(spans), seconds(sum(spans)), seconds(max(spans, default=0))))
    differ(name, "open", want.get("open", 0), unended(db))
    differ(name, "ends without begin", want.get("end_without_begin", 0), states(db, "no_begin"))
    if "lost" in want:
        check_losses(name, db, want["lost"])


# What the list of samples says of files that have no expected.json, or beyond it.
ROWS = [
    ("bugs/f05_*", "SELECT SUM(count) FROM event_type", 7),
    ("bugs/f05_*", "SELECT rc FROM smb3_exit_err", -39),
    ("bugs/f08_*", "SELECT SUM(count) FROM event_type", 3),
    ("bugs/f10_*", "SELECT SUM(count) FROM event_type", 10),
    ("bugs/f10_*", "SELECT MAX(ts_ns) FROM sched_stat_runtime", 14943901178049000),
    ("bugs/f10_*", "SELECT MIN(ts_ns) FROM sched_stat_runtime", 14943901178048648),
    ("bugs/f13_*", "SELECT SUM(count) FROM event_type", 2),
    ("bugs/f17_*", "SELECT SUM(count) FROM event_type", 10),
    ("bugs/f17_*", "SELECT COUNT(*) FROM mm_pagevec_free WHERE cold = 0", 4),
    ("bugs/f17_*", "SELECT COUNT(*) FROM sys_enter_brk", 4),
    ("seeds/001*/base*", "SELECT SUM(nr_reclaimed) FROM mm_vmscan_memcg_reclaim_end", 13943),
    ("seeds/001*/base*", "SELECT COUNT(*) FROM episode WHERE kind = 'memcg' AND state = 'ok'", 19),
    ("seeds/001*/patched*", "SELECT SUM(end_reclaimed) FROM episode", 12598),
    ("seeds/001*/patched*", "SELECT COUNT(*) FROM mm_vmscan_memcg_reclaim_end", 27),
    ("text/t10_*", "SELECT SUM(nr_lumpy_taken) FROM mm_vmscan_lru_isolate", 40),
    ("text/t10_*", "SELECT SUM(nr_lumpy_failed) FROM mm_vmscan_lru_isolate", 55),
    ("text/t11_*", "SELECT COUNT(*) FROM mm_vmscan_wakeup_kswapd WHERE zid = 2", 4),
    ("text/t16_*", "SELECT SUM(nr_scanned) FROM mm_vmscan_lru_isolate WHERE lru = 2", 86),
    ("text/t16_*", "SELECT scanned FROM episode WHERE kind = 'memcg'", 86),
    ("text/t16_*", "SELECT reclaimed FROM episode WHERE kind = 'memcg'", 32),
    ("text/t20_*", "SELECT COUNT(*) FROM mm_vmscan_memcg_shrink_begin WHERE \"order\" IS NULL", 5),
    ("text/t22_*", "SELECT MAX(nr_to_write) FROM writeback_single_inode_start", 2**63 - 1),
    ("text/t23_*", "SELECT SUM(count) FROM loss", 40918),
    ("text/t23_*", "SELECT lost_events FROM run", 40918),
    ("text/t29_*", "SELECT COUNT(*) FROM writeback_dirty_inode_enqueue WHERE dirtied_when > 4295625000", 2),
    ("text/t28_*", "SELECT MIN(pause) FROM balance_dirty_pages", -4294824915),
    ("text/t28_*", "SELECT MAX(think) FROM balance_dirty_pages", 4294824917),
    ("text/t31_*", "SELECT COUNT(*) FROM reclaim_retry_zone WHERE wmark_check = 0", 2),
    ("text/t38_*", "SELECT COUNT(cache_items) FROM mm_shrink_slab_start", 2),
    ("text/t40_*", "SELECT MAX(cache_items) FROM mm_shrink_slab_start", 613824),
    ("text/t44_*", "SELECT \"order\" FROM mm_page_alloc", 9),
    ("text/t50_*", "SELECT cgroup_ino FROM balance_dirty_pages", 7947),
    ("text/t53_*", "SELECT dirty FROM balance_dirty_pages", 212307),
    ("text/t55_*", "SELECT lost_events FROM run", 750319),
    ("text/t56_*", "SELECT lost_unknown FROM run", 1),
    ("text/t62_*", "SELECT lost_events FROM run", 24018215),
]


def check_row(pattern, sql, want):
    (path,) = glob.glob(os.path.join(cases, pattern + ".txt"))
    db, message = load(path)
    if not db:
        bad.append(f"{pattern}: {message}")
        return
    differ(pattern, sql, want, db.execute(sql).fetchone()[0])


for row in ROWS:
    check_row(*row)
paths = sorted(glob.glob(os.path.join(cases, "text/*.txt")))
for path in paths:
    name = os.path.basename(path)[:-4]
    with open(path[:-4] + ".expected.json", encoding="utf-8") as f:
        check(name, path, json.load(f))
print(f"{len(paths)} samples, {len(ROWS)} rows")
if bad:
    print("\n".join(bad))
    sys.exit(1)
