#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Time and memory of parse and analyze against trace-cmd report.

usage: measure.py MMSCOPE TRACE EVENTS ROUNDS

The programs take turns, so that a change of the machine meets all of them;
medians are compared. Memory is the highest anonymous memory seen (RssAnon,
sampled): pages of the mapped trace are the page cache's. Missing a bar is
told, but no error: a time is no test.
"""
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

SAMPLE_S = 0.005
BAR_MIB = 256


def anon_kib(pid):
    try:
        with open(f"/proc/{pid}/status") as f:
            for line in f:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1])
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def run(argv):
    """(seconds, highest RssAnon in MiB) of a command."""
    start, peak = time.monotonic(), 0
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as proc:
        while proc.poll() is None:
            peak = max(peak, anon_kib(proc.pid))
            time.sleep(SAMPLE_S)
        seconds = time.monotonic() - start
        if proc.returncode:
            sys.exit(f"{' '.join(argv)}: status {proc.returncode}: {proc.stderr.read().decode()}")
    return seconds, peak / 1024


def measure(commands, rounds):
    """commands: {name: (argv, how often at most)} -> {name: [(s, MiB)]}."""
    results = {name: [] for name in commands}
    for i in range(rounds):
        for name, (argv, most) in commands.items():
            if i < most:
                results[name].append(run(argv))
    return results


def verdict(good):
    return "pass" if good else "MISSED"


def print_table(results, bars, events):
    base = statistics.median(s for s, _ in results["trace-cmd report"])
    print(f"{'':30} {'runs':>4} {'median s':>9} {'min':>7} {'max':>7} {'Mevents/s':>10} "
          f"{'of trace-cmd':>13} {'bar':>5}        {'anon MiB':>9}")
    for name, runs in results.items():
        times = [s for s, _ in runs]
        median, mib = statistics.median(times), max(m for _, m in runs)
        line = (f"{name:30} {len(runs):4} {median:9.2f} {min(times):7.2f} {max(times):7.2f} "
                f"{events / median / 1e6:10.2f} {'1/%.1f' % (base / median):>13} ")
        if name in bars:
            line += f"{'1/%d' % bars[name]:>5} {verdict(median * bars[name] <= base):6} "
            line += f"{mib:9.0f} {verdict(mib <= BAR_MIB)}"
        else:
            line += f"{'':12} {mib:9.0f}"
        print(line)


def main():
    mmscope, trace, events, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    print(f"{events} events, {os.path.getsize(trace) / 2**20:.0f} MiB trace.dat; "
          f"Linux {platform.release()}, {os.cpu_count()} CPUs; bar of memory: {BAR_MIB} MiB")
    with open(trace, "rb") as f:  # all programs find it in the page cache
        while f.read(1 << 20):
            pass
    with tempfile.TemporaryDirectory(dir=os.path.dirname(trace)) as tmp:
        db = os.path.join(tmp, "new.db")
        parse = f'rm -f {db}; exec {mmscope} parse -q -o {db} '
        commands = {
            "trace-cmd report": (["trace-cmd", "report", trace], 2),
            "parse": (["sh", "-c", parse + trace], rounds),
            "parse --detail all": (["sh", "-c", parse + "--detail all " + trace], min(2, rounds)),
            "analyze summary": ([mmscope, "analyze", "-q", "-i", trace, "summary"], rounds),
        }
        results = measure(commands, rounds)
    print_table(results, {"parse": 4, "analyze summary": 15}, events)


main()
