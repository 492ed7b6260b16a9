# SPDX-License-Identifier: GPL-2.0-or-later
"""What mmscope compare says of published runs: compare.py MMSCOPE SEEDS FOLDER."""
import csv
import json
import re
import subprocess
import sys

mmscope, seeds, folder = sys.argv[1:]
checks = failures = 0


def check(what, got, want, tolerance=1e-9):
    global checks, failures
    checks += 1
    if isinstance(want, (int, float)) and isinstance(got, (int, float)):
        if abs(got - want) <= tolerance * max(1, abs(want)):
            return
    elif got == want:
        return
    failures += 1
    print(f"WRONG: {what}: {got}, should be {want}")


def run(*args, status=0):
    done = subprocess.run([mmscope, *args], capture_output=True, text=True)
    check(" ".join(args) + ": exit code", done.returncode, status)
    return done.stdout


def parse(name, *inputs):
    db = f"{folder}/{name}.db"
    run("parse", "-q", "-o", db, *inputs)
    return db


def number(text):
    return float(text) if text else None


def compare(db, *sides):
    """{metric: {side: cells}}"""
    out = run("compare", "-i", db, "--exact", "--format", "csv", *sides)
    rows = {}
    for cells in csv.DictReader(out.split("\n\n")[0].splitlines()):
        rows.setdefault(cells["metric"], {})[cells["side"]] = cells
    return rows


def expected(name):
    return json.load(open(f"{seeds}/{name}/expected.json"))


def check_metric(what, sides, base, patched, want):
    a, b = sides[base], sides[patched]
    for i, side in enumerate((a, b)):
        check(f"{what}: n", int(side["n"]), want["n"][i])
        for column in ("mean", "min", "max", "sd"):
            if column in want:
                check(f"{what}: {column}", number(side[column]), want[column][i])
    if "welch_log" not in want:
        check(f"{what}: no test", (b["p"], b["verdict"]), ("", "more runs"))
        return
    w = want["welch_log"]
    check(f"{what}: change", number(b["change"]), w["change_pct"])
    for column in ("t", "df", "p"):
        check(f"{what}: {column}", number(b[column]), w[column])
    for column, end in zip(("low", "high"), w["ci95_pct"]):
        check(f"{what}: {column}", number(b[column]), end, 1e-7)
    check(f"{what}: ranks", number(b["rank_p"]), want["mann_whitney_exact_p_two_sided"])
    check(f"{what}: permutations", number(b["permutation_p"]),
          want["permutation_p_two_sided_means"])


def soft_limit():
    path = f"{seeds}/000-soft-limit"
    want = expected("000-soft-limit")
    db = parse("000", f"{path}/base", f"{path}/patched", f"{path}/values.csv")
    rows = compare(db, "base", "patched")
    for metric, values in want["times"].items():
        check_metric(f"000 {metric}", rows[metric], "base", "patched", values)
    for label in ("base", "patched"):
        got = 100 * float(rows["group_B.elapsed"][label]["mean"]) / \
            float(rows["group_A.elapsed"][label]["mean"])
        check(f"000 {label}: B of A", got, want["B_over_A_elapsed_pct"][label])
    counters = {"pgscan_direct_dma32": "Direct pages scanned",
                "pgscan_kswapd_dma32": "Kswapd pages scanned",
                "pgsteal_direct_dma32": "Direct pages reclaimed",
                "pgsteal_kswapd_dma32": "Kswapd pages reclaimed"}
    for key, row in counters.items():
        got = 100 * float(rows[row]["base"]["mean"]) / float(rows[row]["patched"]["mean"])
        check(f"000 {key}: base of patched", got, want["counters_base_over_patched_pct"][key])
    for what in ("scanned", "reclaimed"):
        total = {label: sum(float(rows[f"{who} pages {what}"][label]["mean"])
                            for who in ("Direct", "Kswapd")) for label in ("base", "patched")}
        check(f"000: {what}, all", 100 * (total["patched"] / total["base"] - 1),
              want["total_change_patched_vs_base_pct"][what])
    for label, derived in want["derived"].items():
        for row, key in (("Kswapd efficiency %", "kswapd_efficiency_pct"),
                         ("Direct efficiency %", "direct_efficiency_pct"),
                         ("Percentage direct scans", "percentage_direct_scans")):
            check(f"000 {label}: {row}", number(rows[row][label]["mean"]), derived[key])
            check(f"000: {row} in points", rows[row][label]["change_unit"], "pp")


def memcg_resize():
    want = expected("001-memcg-resize")["best_worst"]
    rows = compare(f"{seeds}/001-memcg-resize/values.csv", "base", "patched")
    for metric in ("resize", "reclaimed"):
        for side in ("base", "patched"):
            cells = rows[metric][side]
            check(f"001 {metric} {side}", [number(cells["min"]), number(cells["max"])],
                  want[metric][side])
        check(f"001 {metric}: verdict", rows[metric]["patched"]["verdict"], "more runs")


def highalloc():
    path = f"{seeds}/002-stress-highalloc"
    want = expected("002-stress-highalloc")
    labels = [k for k in want if not k.startswith("_")]
    db = parse("002", *(f"{path}/{label}" for label in labels))
    rows = compare(db, *labels)
    for label in labels:
        for row, value in want[label].items():
            if not row.startswith("_"):
                check(f"002 {label}: {row}", number(rows[row][label]["mean"]), value)
    success_rates(want["_success_rates"])


def success_rates(want):
    """Ten runs a side that have these least, mean and largest values; percentages as published."""
    name = f"{folder}/success.csv"
    with open(name, "w") as out:
        out.write("label,run,metric,unit,value\n")
        for metric in (k for k in want if k.startswith("Success")):
            for i, label in enumerate(want["labels"]):
                low, mean, high = (want[metric][k][i] for k in ("min", "mean", "max"))
                rest = (10 * mean - low - high) / 8
                for n, value in enumerate([low] + 8 * [rest] + [high], 1):
                    out.write(f"{label},{n},{metric},,{value!r}\n")
    text = run("compare", "-i", name, "--style", "mmtests")
    published = {"Success 1 Min": "16.67 -53.33 -36.67 16.67 -46.67"}
    for metric in (k for k in want if k.startswith("Success")):
        for stat in ("min", "mean", "max"):
            row = f"{metric} {stat.capitalize()}"
            line = next(ln for ln in text.splitlines() if ln.startswith(row))
            cells = re.findall(r"([\d.]+) \( *(-?[\d.]+)%\)", line)
            check(f"002 {row}: sides", len(cells), len(want["labels"]))
            first = want[metric][stat][0]
            for (value, percent), x in zip(cells, want[metric][stat]):
                check(f"002 {row}", float(value), x, 0.0051)
                check(f"002 {row} %", float(percent), 100 * (first - x) / first, 0.0051)
            if row in published:
                check(f"002 {row} as published", " ".join(p for _, p in cells[1:]),
                      published[row])


def usemem():
    want = expected("003-usemem-qsbench")
    base, patched = "mainline", "2.6.26-rc5-mm3"
    rows = compare(f"{seeds}/003-usemem-qsbench/values.csv", base, patched)
    for group in ("usemem", "qsbench"):
        for what, values in want[group].items():
            check_metric(f"003 {group}.{what}", rows[f"{group}.{what}"], base, patched, values)
    # A family of three: q by hand is the largest p for the two that are close.
    p = sorted(want["usemem"][k]["welch_log"]["p"] for k in ("user", "system", "elapsed"))
    check("003: q", number(rows["usemem.system"][patched]["q"]), min(3 * p[0], 1.5 * p[1], p[2]))


def steps():
    want = expected("004-hugepage-steps")
    rows = compare(f"{seeds}/004-hugepage-steps/values.csv", "current", "no-direct")
    check("004: wall", number(rows["wall"]["no-direct"]["change"]), want["wall_change_pct"])
    means = {"current": 0, "no-direct": 0}
    for n, change in enumerate(want["step_change_pct"], 1):
        sides = rows[f"pages.step{n:02}"]
        check(f"004: step {n}", number(sides["no-direct"]["change"]), change)
        check(f"004: step {n}", sides["no-direct"]["verdict"], "more runs")
        for side in means:
            means[side] += float(sides[side]["mean"]) / len(want["step_change_pct"])
    for side, mean in want["mean_step"].items():
        check(f"004: mean step of {side}", means[side], mean)
    check("004: mean change", 100 * (means["no-direct"] / means["current"] - 1),
          want["mean_step_change_pct"])


def mail():
    """Whatever is compared, its mail is ASCII and at most 78 columns wide."""
    for db, sides in (("000", ["base", "patched"]), ("002", [])):
        for short in ([], ["--short"], ["--style", "mmtests"]):
            text = run("compare", "-i", f"{folder}/{db}.db", *sides, "--format", "mail", *short)
            check(f"{db}: width", max(map(len, text.splitlines())) <= 78, True)
            check(f"{db}: ASCII", text.isascii(), True)


for part in (soft_limit, memcg_resize, highalloc, usemem, steps, mail):
    before = checks
    part()
    print(f"{part.__name__}: {checks - before} values")
print(f"{checks - failures} values are right, {failures} wrong")
sys.exit(failures != 0)
