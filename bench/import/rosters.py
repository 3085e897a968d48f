#!/usr/bin/env python3
"""Times `noteitd roster import` of a term's rosters: all new, all as before, and one row in a hundred changed.

usage: bench/import/rosters.py [NOTEITD [DATA]]
    ROWS=30000     the rows of the list
    ENGINE=sqlite  or postgresql, on a PostgreSQL of the tests; both without it

Everybody has an account with a verified email. It prints the wall time of each import, and the microseconds of a row.
"""
import csv
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Conformance"), str(ROOT / "bench")]
from realdata import term  # noqa: E402
from results import RUNS, SHORT, Results  # noqa: E402

if len(sys.argv) > 1:
    os.environ["NOTEITD"] = sys.argv[1]
from lists import accounts  # noqa: E402
from noteitd import Noteitd  # noqa: E402

ROWS = int(os.environ.get("ROWS", 3_000 if SHORT else 30_000))
ENGINES = [os.environ["ENGINE"]] if "ENGINE" in os.environ else ["sqlite", "postgresql"]
COURSES = 4  # of each person
BOUND = 3  # seconds for 30,000 rows


def rows(crns, shift=0):
    """Each person is in `COURSES` sections. With a shift, one row in a hundred is another section's."""
    for number in range(ROWS):
        moved = 1 if shift and number % 100 == 0 else 0
        crn = crns[(number // COURSES * 7 + number % COURSES * 131 + moved) % len(crns)]
        yield f"p{number // COURSES}@example.edu", f"Person {number // COURSES}", crn, f"30{number // COURSES:07}", "Student"


def timed(server, path):
    start = time.perf_counter()
    said = server.admin("roster", "import", str(path), "--yes")
    return time.perf_counter() - start, said.strip().splitlines()[-2]


def measure(real, engine):
    """The seconds of each kind of import, by turn."""
    found = {"new": [], "as before": [], "one in 100 changed": []}
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            if engine == "postgresql":
                os.chmod(folder, 0o755)
            server = Noteitd(folder, engine=engine)
            server.admin("catalog", "import", str(real.csv))
            server.sql("".join(accounts(ROWS // COURSES + 1)))
            with open(real.csv) if real.csv.suffix == ".csv" else __import__("gzip").open(real.csv, "rt") as file:
                crns = list(dict.fromkeys(row["crn"] for row in csv.DictReader(file)))
            paths = [Path(folder) / f"list{shift}.csv" for shift in (0, 1)]
            for shift, path in enumerate(paths):
                with open(path, "w", newline="") as file:
                    writer = csv.writer(file)
                    writer.writerow(["Email", "Name", "CRN", "Student ID", "Role"])
                    writer.writerows(rows(crns, shift))
            for what, path in zip(found, (paths[0], paths[0], paths[1])):
                seconds, said = timed(server, path)
                found[what].append(seconds)
                print(f"{what:20} {seconds:.2f} s  {said}", file=sys.stderr)
    return found


def main():
    real, results = term(*sys.argv[2:3]), Results("import")
    for engine in ENGINES:
        found = measure(real, engine)
        print(f"{ROWS} rows, {engine}; medians of {RUNS} runs")
        for what, seconds in found.items():
            median = statistics.median(seconds)
            print(f"{what:20} {median:6.2f} s {median / ROWS * 1e6:7.1f} us a row")
            aim = 1 if ROWS == 30_000 else None
            results.ratio(f"a list of {ROWS} rows, {what}, {engine}", "s", seconds, f"{BOUND} s", [BOUND] * RUNS, "less", aim=aim)


if __name__ == "__main__":
    main()
