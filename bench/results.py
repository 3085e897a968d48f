"""What the benchmarks found: ratios of medians taken in turns, as JSON lines that report.py reads."""
import json
import os
import statistics
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / ".build"
SHORT = bool(os.environ.get("SHORT"))
RUNS = int(os.environ.get("RUNS", 1 if SHORT else 3))


def noteitd():
    """The program to measure: the first argument, else the release."""
    return Path(sys.argv[1] if len(sys.argv) > 1 else FOLDER / "release/noteitd").resolve()


class Results:
    """The results of one bench; a new run replaces the last one's."""

    def __init__(self, bench):
        self.bench = bench
        self.file = FOLDER / f"bench-{bench}" / "results.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text("")

    def ratio(self, what, measure, ours, beside, theirs, better, aim=None, raw=None):
        """Keeps ours / theirs, turn by turn, with the median; `better` is "more" or "less", `aim` its bound."""
        ratios = sorted(a / b for a, b in zip(ours, theirs, strict=True) if b)
        if not ratios:
            sys.exit(f"{self.bench}: nothing to compare: {what}, {measure}: {ours} beside {beside}: {theirs}")
        median = statistics.median(ratios)
        met = None if aim is None else bool(median >= aim if better == "more" else median <= aim)
        line = dict(bench=self.bench, what=what, measure=measure, beside=beside, ratio=median, low=ratios[0], high=ratios[-1],
                    better=better, aim=aim, met=met, ours=ours, theirs=theirs, short=SHORT)
        with self.file.open("a") as file:
            print(json.dumps(line), file=file)
        verdict = "" if met is None else f", aim {'≥' if better == 'more' else '≤'} {aim:g}: {'met' if met else 'NOT MET'}"
        print(f"  {what}: {measure} / {beside} = {median:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}){verdict}", flush=True)


def require(condition, sentence):
    """Ends the bench: a server that is fast and wrong has no figures."""
    if not condition:
        sys.exit(f"WRONG: {sentence}")
