#!/usr/bin/env python3
"""Prints planning-bench beside CP-SAT on the same instances, then draws time and memory over course lists; see run."""
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import reference

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import curves
from realdata import EXTRACTS, folder
from results import SHORT

RUNS = 1 if SHORT else 5
SIZES = (2, 4, 8, 12)
LISTS = 9


def ours(binary, data, cases):
    """planning-bench's line of each case, each case in a process of its own on one core."""
    lines = []
    for case in cases:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"cases": [case]}, file)
            file.flush()
            command = ["taskset", "-c", "0", binary, file.name, data, str(RUNS)]
            lines.append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    return lines


def peer(case, distinct):
    """Costs of the best ten, and the median milliseconds of building the model and solving it on one core."""
    import cpsat

    times = []
    for _ in range(RUNS):
        costs, seconds, _, _ = cpsat.cp_top(case, distinct=distinct)
        times.append(seconds * 1000)
    return costs, statistics.median(times)


def compare(binary, data, cases):
    os.sched_setaffinity(0, {0})
    print(f"Best ten of each case, milliseconds on one core, medians of {RUNS} runs; CP-SAT with one worker, its model built in Python")
    print(f"{'case':6} {'courses':>7} {'timetables':>12} {'ours':>9} {'CP-SAT':>9} {'times':>7}"
          f" {'distinct':>9} {'CP-SAT':>9} {'times':>7} {'all':>9}")
    ratios, all_times = [], []
    for case, line in zip(cases, ours(binary, data, cases)):
        (costs, slow), (folded, slow_distinct) = peer(case, False), peer(case, True)
        if costs != line["best"] or folded != line["bestDistinct"]:
            sys.exit(f"{case['id']}: the costs differ: {line} {costs} {folded}")
        pair = slow / line["bestMillis"], slow_distinct / line["bestDistinctMillis"]
        ratios += pair
        all_times.append(line["totalMillis"])
        print(f"{case['id']:6} {line['courses']:7} {line['feasible']:>12} {line['bestMillis']:9.2f} {slow:9.1f} {pair[0]:7.0f}"
              f" {line['bestDistinctMillis']:9.2f} {slow_distinct:9.1f} {pair[1]:7.0f} {line['totalMillis']:9.2f}")
    print(f"CP-SAT takes {statistics.median(ratios):.0f} times as long at the median, {min(ratios):.0f} at least. "
          f"'all' is our best ten, both exact counts and the reasons where nothing fits; at most {max(all_times):.1f} ms.")


def lists():
    """Course lists of the real term, drawn by a fixed seed of courses with several timed choices, so that each has a timetable."""
    sections, links, _ = reference.load("sfu/2025fa")
    names = sorted(
        name for name, primaries in links.items()
        if len(primaries) > 1 and name.split()[1][0] in "123" and all(sections[crn]["meet"] for crn in primaries))
    dice = random.Random(2025)
    return {size: [dict(id=f"{size}-{n}", term="sfu/2025fa", courses=drawn(dice, names, size)) for n in range(LISTS)]
            for size in SIZES}


def drawn(dice, names, size):
    chosen = []
    for name in dice.sample(names, len(names)):
        options, _ = reference.build(dict(term="sfu/2025fa", courses=chosen + [name]))
        if all(options) and reference.feasible(options):
            chosen.append(name)
        if len(chosen) == size:
            return chosen
    return chosen


def cut(target, cases):
    """Writes the term with the rows of these courses alone, so that loading it takes next to no memory."""
    names = {name for case in cases for name in case["courses"]}
    (target / "sfu").mkdir(exist_ok=True)
    for name in ("term", "links"):
        rows = [row for row in reference.table("sfu/2025fa", name) if f"{row['subject']} {row['number']}" in names]
        with (target / "sfu" / f"{name}_2025fa.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    return str(target)


def grow(binary, picture):
    print(f"\nCourse lists of the real term, {LISTS} of each size: best ten, both counts, reasons; peak of the whole process")
    print(f"{'courses':>7} {'median ms':>10} {'worst ms':>9} {'peak MiB':>9} {'of it search':>12}  most timetables")
    rows = []
    for size, cases in lists().items():
        with tempfile.TemporaryDirectory() as target:
            lines = ours(binary, cut(Path(target), cases), cases)
        times = [line["totalMillis"] for line in lines]
        row = dict(size=size, median=statistics.median(times), worst=max(times),
                   memory=max(line["peakKiB"] for line in lines) / 1024,
                   search=max(line["peakKiB"] - line["loadedKiB"] for line in lines) / 1024)
        rows.append(row)
        print(f"{size:7} {row['median']:10.2f} {row['worst']:9.2f} {row['memory']:9.1f} {row['search']:12.1f}"
              f"  {max(int(line['feasible']) for line in lines):,}")
    if picture:
        draw(rows, picture)
        print(f"Drawn: {picture}")


def draw(rows, picture):
    """Time on a logarithmic scale, and the memory that the search adds, over the number of courses."""
    times = {key: [row[key] for row in rows] for key in ("median", "worst")}
    memory = {"search": [row["search"] for row in rows]}
    curves.draw([curves.Panel("milliseconds", "courses", SIZES, times, logarithmic=True),
                 curves.Panel("MiB added by the search", "courses", SIZES, memory, colours=curves.COLOURS[2:])], picture)


def main():
    binary, picture = sys.argv[1:3]
    data = folder(*sys.argv[3:4])
    print(f"Data: {data}", file=sys.stderr)
    reference.ROOT = str(data)
    compare(binary, str(data), json.loads((data / "schedule_cases_public.json").read_text())["cases"])
    grow(binary, None if data == EXTRACTS else picture)


if __name__ == "__main__":
    main()
