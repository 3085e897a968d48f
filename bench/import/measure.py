#!/usr/bin/env python3
"""Times two importers on one term, in turns, each run into a new database; see run."""
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from realdata import term
from results import SHORT

RUNS = 1 if SHORT else 5


def run(command, database):
    """Wall seconds and peak resident MiB of one run, and what it left in the database."""
    start = time.perf_counter()
    pid = os.posix_spawnp(
        command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} failed")
    with sqlite3.connect(database) as db:
        counts = tuple(
            db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
            for table in ("course", "section", "meeting", "section_link"))
    return seconds, usage.ru_maxrss / 1024, counts


def main():
    noteitd, real = sys.argv[1], term(*sys.argv[2:3])
    here = Path(__file__).resolve().parent
    links = str(real.links)
    print(f"{real.what}; medians of {RUNS} runs in turns; wall time and peak resident memory")
    print(f"{'form':10} {'ours':>20} {'Python csv+sqlite3':>20} {'time ratio':>11} {'memory ratio':>13}")
    for form, file in (("CSV", real.csv), ("workbook", real.workbook)):
        source = str(file)
        results = {"ours": [], "peer": []}
        for turn in range(RUNS):
            with tempfile.TemporaryDirectory() as folder:
                database = {name: f"{folder}/{name}.db" for name in results}
                commands = {
                    "ours": [noteitd, "catalog", "import", source, "--links", links, "--database", database["ours"]],
                    "peer": [sys.executable, str(here / "import.py"), source, database["peer"], links],
                }
                for name in sorted(results, reverse=turn % 2 == 1):
                    results[name].append(run(commands[name], database[name]))
        if len({result[2] for runs in results.values() for result in runs}) != 1:
            counts = {name: runs[0][2] for name, runs in results.items()}
            sys.exit(f"the importers disagree on courses, sections, meetings, links: {counts}")
        (time_ours, memory_ours), (time_peer, memory_peer) = (
            [statistics.median(result[column] for result in results[name]) for column in (0, 1)] for name in ("ours", "peer"))
        print(
            f"{form:10} {f'{time_ours:.3f} s {memory_ours:.0f} MiB':>20} {f'{time_peer:.3f} s {memory_peer:.0f} MiB':>20}"
            f" {time_ours / time_peer:>11.2f} {memory_ours / memory_peer:>13.2f}")


if __name__ == "__main__":
    main()
