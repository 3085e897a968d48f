#!/usr/bin/env python3
"""Prints degrees-bench beside CP-SAT on the same problems; see run.

A part is a module with `measure(bench)`: audits.py, and paths.py. It makes problems, asks `bench.solve`, checks the answers, and
hands the times to `bench.results`.
"""
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import realdata
from results import RUNS, SHORT, Results

PARTS = "audits", "paths"


class Bench:
    def __init__(self, binary, pictures, programmes):
        self.binary, self.pictures = binary, Path(pictures)
        self.programmes = json.loads(Path(programmes).read_text())  # of degrees_2024.json
        self.results, self.short, self.runs = Results("degrees"), SHORT, RUNS

    def solve(self, problems, repeats=1):
        """Our answers: for each problem {"result": ..., "seconds": median, "worst": ...}. A problem has a `kind`, "audit" or "path"."""
        lines = "".join(json.dumps(problem) + "\n" for problem in problems)
        done = subprocess.run([self.binary, str(repeats)], check=True, text=True, capture_output=True, input=lines)
        return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    binary, pictures = sys.argv[1:3]
    programmes = sys.argv[3] if len(sys.argv) > 3 else realdata.folder() / "rpi" / "degrees_2024.json"
    os.sched_setaffinity(0, {0})
    bench = Bench(binary, pictures, programmes)
    for part in PARTS:
        if importlib.util.find_spec(part):
            importlib.import_module(part).measure(bench)


if __name__ == "__main__":
    main()
