# SPDX-License-Identifier: GPL-2.0-or-later
"""Recompute published tables: tables.py MMSCOPE SOURCE CASES FOLDER."""
import json
import math
import os
import re
import sys

import vmstatdb

mmscope, source, cases, folder = sys.argv[1:]
checks = failures = 0


def check(what, got, want, tolerance):
    """A number that is not known is None."""
    global checks, failures
    checks += 1
    if got is not None and want is not None and abs(got - want) <= tolerance:
        return
    if got is None and want is None:
        return
    failures += 1
    print(f"WRONG: {what}: {got}, should be {want} (within {tolerance})")


# Rows that are counters, by the names that tables gave them over the years.
COUNTERS = {
    "Minor Faults": None, "Major Faults": "pgmajfault", "Swap Ins": "pswpin",
    "Swap Outs": "pswpout", "Page writes anon": "pswpout", "Allocation stalls": "allocstall",
    "Direct pages scanned": "pgscan_direct", "Kswapd pages scanned": "pgscan_kswapd",
    "Kswapd pages reclaimed": "pgsteal_kswapd", "Direct pages reclaimed": "pgsteal_direct",
    "Page writes by reclaim": "nr_vmscan_write", "Compaction stalls": "compact_stall",
    "Compaction success": "compact_success", "Compaction failures": "compact_fail",
    "Page migrate success": "pgmigrate_success", "Page migrate failure": "pgmigrate_fail",
    "Compaction pages isolated": "compact_isolated",
    "Compaction migrate scanned": "compact_migrate_scanned",
    "Compaction free scanned": "compact_free_scanned",
    "NUMA base-page range updates": "numa_pte_updates",
    "NUMA PMD updates": "numa_huge_pte_updates", "NUMA hint faults": "numa_hint_faults",
    "NUMA hint local faults %": "numa_hint_faults_local",
    "NUMA pages migrated": "numa_pages_migrated",
}
# Derived rows, and what they are called today.
DERIVED = {
    "Kswapd efficiency": "Kswapd efficiency %", "Kswapd efficiency %": "Kswapd efficiency %",
    "Direct efficiency": "Direct efficiency %", "Direct efficiency %": "Direct efficiency %",
    "Kswapd velocity": "Kswapd velocity", "Direct velocity": "Direct velocity",
    "Percentage direct scans": "Percentage direct scans", "Page writes file": "Page writes file",
    "Compaction efficiency": "Compaction efficiency %",
    "Compact scan efficiency": "Compact scan efficiency %", "Compaction cost": "Compaction cost",
    "NUMA PTE updates": "NUMA PTE updates", "NUMA hint local percent": "NUMA hint local percent",
    "AutoNUMA cost": "AutoNUMA cost",
}
ELAPSED = ("Total Elapsed Time (seconds)", "Elapsed", "Duration Elapsed")
EMPTY = {"Kswapd efficiency %": 100, "Direct efficiency %": 100, "Percentage direct scans": 0,
         "NUMA hint local percent": 100}


def columns_of(text):
    """Values of a row; %, and columns glued at their three decimals, are undone."""
    text = re.sub(r"(\.\d{3})(?=\d)", r"\1 ", text)
    return re.findall(r"-?\d+(?:\.\d+)?%?", text)


def read_rows(path):
    """Blocks of a table: each a {name: [text, ...]}; a new block where rows begin again."""
    names = sorted((*COUNTERS, *DERIVED, *ELAPSED, "Zone normal velocity", "Zone dma32 velocity",
                    "Zone dma velocity"), key=len, reverse=True)
    blocks = [{}]
    traced = False
    for line in open(path):
        traced = "FTrace" in line or traced and "MMTests" not in line
        if traced:
            continue
        line = re.sub(r"^[>\s]*(Ops )?", "", line.rstrip("\n"))
        name = next((n for n in names if re.match(re.escape(n) + r"\s+-?\d", line)), None)
        if not name:
            continue
        # The next table of a file that has several; its times come first.
        if name in blocks[-1] or name in ELAPSED and "Kswapd velocity" in blocks[-1]:
            blocks.append({})
        blocks[-1][name] = columns_of(line[len(name):])
    return blocks


def seconds_of(block, column):
    for name in ELAPSED:
        if name in block and column < len(block[name]):
            return float(block[name][column])
    if "Kswapd velocity" in block and float(block["Kswapd velocity"][column]):
        return float(block["Kswapd pages scanned"][column]) / \
            float(block["Kswapd velocity"][column])
    return None


def counters_of(block, column):
    counters = {}
    for name, texts in block.items():
        if COUNTERS.get(name) and column < len(texts):
            counters[COUNTERS[name]] = round(float(texts[column]))
    if "Minor Faults" in block:
        counters["pgfault"] = round(float(block["Minor Faults"][column])) + \
            counters.get("pgmajfault", 0)
    return counters


def tolerance_of(text, row, value):
    """Half of the last digit that was printed; elapsed times have two decimals."""
    digits = len(text.rstrip("%").split(".")[1]) if "." in text else 0
    slack = 1e-5 * abs(value) if "velocity" in row else 0
    return 0.500001 * 10 ** -digits + slack


def check_row(what, row, cells, text):
    value = float(cells["value"]) if cells["value"] else None
    if value is None and cells["per"] == "0":
        value = EMPTY.get(row)
    want = float(text.rstrip("%"))
    if text.endswith("%") and value is not None:
        value = math.trunc(value)  # they cut, these old tables
        check(what, value, want, 0)
        return
    if row == "Compaction cost" and "." not in text and value is not None:
        value = math.trunc(value)
    check(what, value, want, tolerance_of(text, row, want))


def check_block(name, number, block):
    width = max(len(v) for k, v in block.items() if k in COUNTERS or k in DERIVED)
    runs = [(str(c), *vmstatdb.growth(counters_of(block, c)), seconds_of(block, c))
            for c in range(width)]
    db = os.path.join(folder, "table.db")
    vmstatdb.make(source, db, runs)
    got = vmstatdb.rows(mmscope, db)
    for column in range(width):
        for row, texts in block.items():
            if row in DERIVED and column < len(texts):
                today = DERIVED[row]
                cells = got[str(column)].get(today, {"value": "", "per": ""})
                check_row(f"{name} table {number} column {column + 1}: {row}", today, cells,
                          texts[column])
        zones = [float(block[z][column]) for z in block if z.startswith("Zone ")]
        if zones:
            both = float(block["Kswapd velocity"][column]) + \
                float(block["Direct velocity"][column])
            check(f"{name} column {column + 1}: zones together", sum(zones), both, 0.003)
    return runs


def run_of(counters, seconds=None):
    """Rows of one run, given how much its counters grew."""
    db = os.path.join(folder, "one.db")
    vmstatdb.make(source, db, [("x", *vmstatdb.growth(counters), seconds)])
    return vmstatdb.rows(mmscope, db).get("x", {})


def value(rows, row):
    """None where there is no such row, or it is not known."""
    return float(rows[row]["value"]) if row in rows and rows[row]["value"] else None


def expect(what, rows, wants, tolerance=0.005001):
    for row, want in wants.items():
        check(f"{what}: {row}", value(rows, row), want, tolerance)


# Elapsed times that the tables imply, as PUBLIC.md has them.
IMPLIED = {
    "p01": [[137.65, 121.95, 121.11], [166.29, 141.94, 148.23]], "p04": [[1158.8, 1155.7, 1156.8]],
    "p05": [[978.55, 978.41]], "p08": [[8124.77, 8358.06]], "p10": [[23.76, 23.82]],
    "p11": [[1160.82, 1158.41]],
}


def published_tables():
    for file in sorted(os.listdir(f"{cases}/tables")):
        blocks = [b for b in read_rows(f"{cases}/tables/{file}")
                  if any(k in DERIVED for k in b)]
        name = file[:3]
        for number, block in enumerate(blocks, 1):
            runs = check_block(name, number, block)
            for column, want in enumerate(IMPLIED.get(name, [[]] * number)[number - 1]):
                check(f"{name} table {number}: elapsed implied", runs[column][3], want,
                      0.006 if want < 1000 else 0.06)
        if blocks:
            print(f"{file}: {len(blocks)} tables")


def ftrace_tables():
    """Rows that tables took from traces: shares of time and of pages scanned."""
    for file in ("p01", "p16", "p17"):
        path = next(f for f in os.listdir(f"{cases}/tables") if f.startswith(file))
        texts = {}
        traced = False
        for line in open(f"{cases}/tables/{path}"):
            traced = "FTrace" in line or traced and "MMTests" not in line
            if not traced and "(seconds)" not in line:
                continue  # the same rows out of counters
            match = re.match(r"\s*(\D[^\d]*?)\s{2,}(-?\d[\d.%\s]*)$", line)
            if match:
                texts.setdefault(match.group(1), []).append(columns_of(match.group(2)))
        ftrace_file(file, texts)


def ftrace_file(file, texts):
    stalled = [k for k in texts if k.startswith("Time stalled direct")][0]
    awake = [k for k in texts if k.startswith("Time kswapd awake")][0]
    user = "User/Sys Time Running Test (seconds)"
    right = {  # p17's own percentages are wrong: seconds were labelled ms and divided again
        "p17": ([[4.71, 3.31, 2.89, 0.96], [75.20, 70.06, 69.71, 71.05]],
                [[32.70, 33.47, 32.64, 31.73], [53.55, 39.79, 43.97, 170.26]]),
    }
    stall_pct = texts.get("Percentage Time Spent Direct Reclaim")
    awake_pct = texts.get("Percentage Time kswapd Awake")
    for t, row in enumerate(texts[stalled]):
        # p01's first table does not print user and system time: its elapsed time is implied.
        offset = len(texts[stalled]) - len(texts[user])
        if t < offset:
            continue
        for c, text in enumerate(row):
            spent, busy = float(text), float(texts[user][t - offset][c])
            elapsed = float(texts["Total Elapsed Time (seconds)"][t - offset][c])
            want = right[file][0][t][c] if file in right else float(stall_pct[t][c][:-1])
            check(f"{file}: direct time", 100 * spent / (busy + spent), want, 0.006)
            want = right[file][1][t][c] if file in right else float(awake_pct[t][c][:-1])
            check(f"{file}: awake", 100 * float(texts[awake][t][c]) / elapsed, want, 0.006)
    ftrace_pages(file, texts)


def ftrace_pages(file, texts):
    """Reclaimed per scanned out of mmscope; writes per scanned pages by the published rule."""
    share = texts.get("%age total pages scanned/reclaimed", [])
    kinds = [k for k in texts if " reclaim write " in k]
    for t, row in enumerate(share):
        for c, text in enumerate(row):
            pages = {n: [int(texts[f"{who} pages {n}"][t][c])
                         for who in ("Direct reclaim", "Kswapd")] for n in ("scanned", "reclaimed")}
            rows = run_of({"pgscan_file": sum(pages["scanned"]), "pgscan_anon": 0,
                           "pgsteal_file": sum(pages["reclaimed"]), "pgsteal_anon": 0})
            check(f"{file}: reclaimed per scanned", value(rows, "All efficiency %"),
                  float(text[:-1]), 0.005001)
            for what, want in (("", texts["%age total pages scanned/written"]),
                               ("file", texts["%age  file pages scanned/written"])):
                written = sum(int(texts[k][t][c]) for k in kinds if what in k)
                check(f"{file}: written {what}", 100 * written / sum(pages["scanned"]),
                      float(want[t][c][:-1]), 0.005001)


def throttle_histograms():
    wants = {"writeback_wait_iff_congested": (82434, 0.220),
             "writeback_congestion_wait": (1165, 122.784),
             "VMSCAN_THROTTLE_WRITEBACK": (284, 1.604), "VMSCAN_THROTTLE_ISOLATED": (2053, 1.672)}
    got = dict.fromkeys(wants, (0, 0.0))
    path = f"{cases}/tables/p07_2021_throttle_delay_histogram.txt"
    for line in open(path):
        match = re.match(r"\s*(\d+) .*usect?_delayed=(\d+)", line)
        name = next((n for n in wants if n in line), None)
        if match and name:
            n = int(match.group(1))
            got[name] = (got[name][0] + n, got[name][1] + n * int(match.group(2)) / 1e6)
    for name, (n, seconds) in wants.items():
        check(f"p07: {name} times", got[name][0], n, 0)
        check(f"p07: {name} seconds", got[name][1], seconds, 0.0005)


def raw_pairs(path, columns):
    """Lines "counter value value ...": one {counter: value} per column."""
    out = [{} for _ in range(columns)]
    for line in open(path):
        words = line.lstrip("> ").split()
        if len(words) == columns + 1 and re.fullmatch(r"[a-z_0-9]+", words[0]):
            for column, word in zip(out, words[1:]):
                column[words[0]] = float(word)
    return out


def counter_lists():
    t = f"{cases}/tables/"
    base, new = raw_pairs(t + "p22_compaction_redesign_2015_quoted.txt", 2)
    base["pgmigrate_fail"] = new["pgmigrate_fail"] = 0  # not quoted
    expect("p22 base", run_of(base), {"Compaction efficiency %": 20.85,
           "Compact scan efficiency %": 48.42, "Compaction cost": 53.28})
    expect("p22 redesign", run_of(new), {"Compaction efficiency %": 3.95,
           "Compact scan efficiency %": 119.33, "Compaction cost": 17521.43})
    columns = []
    for line in open(t + "p26_compaction_threshold_2015.txt"):
        words = line.split()
        if line.startswith("Test:"):
            columns += [{}, {}]
        elif len(words) == 3 and re.match(r"(compact|pgmigrate)_", words[0]):
            for column, word in zip(columns[-2:], words[1:]):
                column[words[0]] = int(word)
    for column, want in zip((1, 2, 3), (60.94, 344.39, 99.23)):
        rows = run_of(columns[column])
        check("p26: scan efficiency", value(rows, "Compact scan efficiency %"), want, 0.0051)
    for column in (1, 2):
        lost = columns[column]["compact_stall"] - columns[column]["compact_success"] - \
            columns[column]["compact_fail"]
        check("p26: stalls that neither succeeded nor failed", lost, 1, 0)
    pairs = []
    for line in open(t + "p28_softlimit_scan_steal_inline_pairs_2013.txt"):
        pairs += [dict(zip(m[::2], map(int, m[1::2]))) for m in
                  [re.findall(r"(pg\w+) (\d+)", line)[0] + re.findall(r"(pg\w+) (\d+)", line)[1]]
                  ] if line.count("pgscan") else []
    for pair, want in zip(pairs, (91.63, 81.67, 86.93, 78.10, 19.01, 13.28)):
        who = "Kswapd" if "pgscan_kswapd_dma32" in pair else "Direct"
        expect("p28", run_of(pair), {f"{who} efficiency %": want})
    for kswapd, direct, want in ((2, 4, 39.45), (3, 5, 49.90)):
        expect("p28", run_of({**pairs[kswapd], **pairs[direct]}),
               {"Percentage direct scans": want})


def lab_counts():
    deltas = [{}, {}]
    events = [{}, {}]
    number = -1
    for line in open(f"{cases}/tables/p19_arm64_lab_counts_vs_vmstat.txt"):
        words = line.split()
        if line.startswith("===") and "event" in line:
            number += 1
        elif len(words) == 2:
            (deltas if words[1].startswith("+") else events)[number][words[0]] = int(words[1])
    for got, kswapd, direct in ((deltas[0], 99.91, 4.07), (deltas[1], 83.58, 19.91)):
        expect("p19", run_of(got), {"Kswapd efficiency %": kswapd,
                                    "Percentage direct scans": direct})
    check("p19: inactive and active batches", events[1]["mm_vmscan_lru_shrink_inactive"] +
          events[1]["mm_vmscan_lru_shrink_active"], events[1]["mm_vmscan_lru_isolate"], 0)
    expect("p19", run_of(deltas[1]), {"Page writes by reclaim":
           events[1]["mm_vmscan_writepage"], "Allocation stalls": 197}, 0)


def zswap_averages():
    path = f"{cases}/tables/p23_zswap_exclusive_average_decimals_2024.txt"
    base, new = raw_pairs(path, 2)
    for run, real, want in ((base, 63.80, 224812.0), (new, 63.01, 196946.0)):
        counters = {k: round(v) for k, v in run.items() if k.startswith(("pgscan_", "workingset"))}
        rows = run_of(counters, real)
        check("p23: velocity", value(rows, "Direct velocity"), want, 0.6)
        check("p23: all by direct", value(rows, "Percentage direct scans"), 100, 0)
    for key, want in (("pgscan", -13.48), ("workingset_refault_anon", -17.07),
                      ("workingset_refault_file", 3.52)):
        check(f"p23: {key}", 100 * (new[key] / base[key] - 1), want, 0.005001)


def full_vmstat():
    sides = [{}, {}]
    rows = 0
    for line in open(f"{cases}/tables/p25_full_vmstat_old_new_diff_ratio_plus1.txt"):
        match = re.match(r"(\w+)\s+(-?[\d,]+)\s+(-?[\d,]+)\s+(-?[\d,]+) \((-?[\d.]+)\)", line)
        if not match:
            continue
        rows += 1
        old, new, diff = (int(match.group(i).replace(",", "")) for i in (2, 3, 4))
        check(f"p25: {match.group(1)}", diff, new - old, 0)
        check(f"p25: {match.group(1)} ratio", 100 * (new + 1) / (old + 1),
              float(match.group(5)), 0.005001)
        sides[0][match.group(1)], sides[1][match.group(1)] = old, new
    check("p25: rows", rows, 68, 0)
    # Levels may have gone down; the counters among them have not.
    for side, kswapd, direct, share in ((sides[0], 81.09, 53.75, 3.154),
                                        (sides[1], 79.37, 29.16, 3.413)):
        got = run_of({k: v for k, v in side.items() if v >= 0})
        expect("p25", got, {"Kswapd efficiency %": kswapd, "Direct efficiency %": direct})
        check("p25: share", value(got, "Percentage direct scans"), share, 0.0005001)


def snapshots():
    v = f"{cases}/vmstat/"

    def read(name):
        return vmstatdb.read_vmstat(v + name)

    rows = run_of(read("v01_2636_partial_zoned.txt"))
    expect("v01", rows, {"Kswapd pages scanned": 35382873310, "Direct pages scanned": 3739782,
                         "Kswapd efficiency %": None, "Direct efficiency %": None}, 0)
    check("v01: direct", value(rows, "Percentage direct scans"), 0.011, 0.0005)
    expect("v05", run_of(read("v05_android_perfetto_mock.txt")),
           {"Direct pages reclaimed": 91537, "Kswapd pages scanned": 49168132,
            "Kswapd pages reclaimed": 40609856, "Direct pages scanned": 116653}, 0)
    expect("v05", run_of(read("v05_android_perfetto_mock.txt")),
           {"Kswapd efficiency %": 82.59, "Direct efficiency %": 78.47,
            "Percentage direct scans": 0.237})
    expect("v07", run_of(read("v07_oom_470_compaction_counters.txt")),
           {"Compaction efficiency %": 35.78, "Compact scan efficiency %": 3.19,
            "Compaction cost": 56946.33})
    expect("v08", run_of(read("v08_pcp_5x_full.txt")),
           {"Kswapd efficiency %": 85.88, "Direct efficiency %": 66.16,
            "Percentage direct scans": 0.623, "Allocation stalls": 125})
    rows = run_of(read("v10_pcp_zoned_old_all.txt"))
    for row in ("Kswapd efficiency %", "Direct efficiency %", "Percentage direct scans"):
        check(f"v10: {row} of nothing is not known", value(rows, row), None, 0)
        check(f"v10: {row} of nothing", float(rows[row]["per"]), 0, 0)
    expect("v11", run_of(read("v11_pgsteal_split_2012.txt")),
           {"Kswapd pages reclaimed": 42720300, "Direct pages reclaimed": 44356071}, 0)
    pairs()


def pair_of(before, after):
    db = os.path.join(folder, "pair.db")
    path = f"{cases}/vmstat/"
    vmstatdb.make(source, db, [("x", vmstatdb.read_vmstat(path + before),
                                vmstatdb.read_vmstat(path + after), None)])
    return vmstatdb.rows(mmscope, db).get("x", {})


def pairs():
    rows = pair_of("v02_proactive_pgsteal_before.txt", "v02_proactive_pgsteal_after.txt")
    expect("v02", rows, {"Proactive pages reclaimed": 16173, "All pages reclaimed": 312 + 15861,
                         "Kswapd pages reclaimed": 0}, 0)
    rows = pair_of("v04_sysstat_before.txt", "v04_sysstat_after.txt")
    expect("v04", rows, {"Kswapd pages scanned": 90, "Kswapd pages reclaimed": 2,
                         "Pages demoted": 599 + 1000 + 500}, 0)
    expect("v04", rows, {"Kswapd efficiency %": 2.22})
    rows = pair_of("v04_sysstat_after.txt", "v04_sysstat_after_reset.txt")
    expect("v04 reset", rows, {"Kswapd pages scanned": None, "Kswapd efficiency %": None}, 0)
    check("v04 reset: is said", "pgscan_kswapd went back from 100 to 0" ==
          rows["Kswapd pages scanned"]["note"], True, 0)


def seeds():
    folder_of = f"{cases}/seeds/002-stress-highalloc"
    expected = json.load(open(f"{folder_of}/expected.json"))
    labels = [k for k in expected if not k.startswith("_")]
    runs = []
    for label in labels:
        path = f"{folder_of}/{label}/"
        runs.append((label, vmstatdb.read_vmstat(path + "vmstat.before"),
                     vmstatdb.read_vmstat(path + "vmstat.after"),
                     json.load(open(path + "time.json"))["elapsed_s"]))
    db = os.path.join(folder, "seeds.db")
    vmstatdb.make(source, db, runs)
    got = vmstatdb.rows(mmscope, db)
    for label in labels:
        for row, want in expected[label].items():
            if not row.startswith("_"):
                check(f"002 {label}: {row}", value(got[label], row), want, 1e-9 * abs(want))
    soft_limit()


def soft_limit():
    path = f"{cases}/seeds/000-soft-limit"
    derived = json.load(open(f"{path}/expected.json"))["derived"]
    for label, want in derived.items():
        db = os.path.join(folder, "seeds.db")
        vmstatdb.make(source, db, [("x", vmstatdb.read_vmstat(f"{path}/{label}/vmstat.before"),
                                    vmstatdb.read_vmstat(f"{path}/{label}/vmstat.after"), None)])
        rows = vmstatdb.rows(mmscope, db)["x"]
        expect(f"000 {label}", rows, {
            "Kswapd efficiency %": want["kswapd_efficiency_pct"],
            "Direct efficiency %": want["direct_efficiency_pct"],
            "Percentage direct scans": want["percentage_direct_scans"]}, 1e-9)
        for what in ("scanned", "reclaimed"):
            both = value(rows, f"Kswapd pages {what}") + value(rows, f"Direct pages {what}")
            check(f"000 {label}: {what}", both, want[what], 0)


for part in (published_tables, ftrace_tables, throttle_histograms, counter_lists, lab_counts,
             zswap_averages, full_vmstat, snapshots, seeds):
    before = checks
    part()
    print(f"{part.__name__}: {checks - before} values")
print(f"{checks - failures} values are right, {failures} wrong")
sys.exit(failures != 0)
