"""Paths to degrees, beside CP-SAT; see run."""
import statistics

import cpsat_path
import curves
import path_cases
import realdata
from results import require

SIZES = 20, 40, 60, 80, 120, 160


def terms(problem, result):
    """Up to graduation; None if there is no plan."""
    if not result["feasible"]:
        return None
    return ordinal(result["graduates"]) - ordinal(problem["from"]) + 1 if result["graduates"] else 0


def ordinal(term):
    return int(term[:4]) * 3 + int(term[4]) - 1


def measure(bench):
    every = list(path_cases.cases(realdata.folder() / "rpi"))
    cases = every[::30] if bench.short else every[::3]
    problems = [{"kind": "path", **case["request"]} for case in cases]
    limit = 5 if bench.short else 60
    print(f"\nPaths through {len(cases)} programmes, tracks and limits, beside CP-SAT with one worker and {limit} s for each")
    print(f"  {'':48} {'ours ms':>8} {'worst':>8} {'CP-SAT ms':>10} {'times':>7}  terms")
    ours, theirs, slowest, worse, unproved = [], [], 0, 0, 0
    for case, problem, mine in zip(cases, problems, bench.solve(problems, bench.runs), strict=True):
        peer = cpsat_path.solve(case["request"], limit)
        own, other = terms(problem, mine["result"]), peer["terms"]
        proved = mine["result"]["optimal"]
        require(not (peer["optimal"] and own is not None and (other is None or own < other)),
                f"{case['id']}: earlier than what CP-SAT proves: {own} beside {other}")
        require(not (proved and other is not None and (own is None or other < own)), f"{case['id']}: not optimal: {other}")
        worse += other is not None and (own is None or other < own)
        unproved += not proved
        ours.append(mine["seconds"] * 1000)
        theirs.append(peer["milliseconds"])
        slowest = max(slowest, mine["worst"] * 1000)
        print(f"  {case['id'][-48:]:48} {ours[-1]:8.2f} {mine['worst'] * 1000:8.2f} {theirs[-1]:10.1f} {theirs[-1] / ours[-1]:7.0f}  "
              f"{own}{'' if own == other else f' beside {other}'}", flush=True)
    print(f"  Worse than CP-SAT: {worse} of {len(cases)}; not proved: {unproved}. "
          f"Ours: median {statistics.median(ours):.2f} ms, slowest {slowest:.2f} ms.")
    bench.results.ratio("a path", "time", ours, "CP-SAT", theirs, "less", aim=1 / 20)
    bench.results.ratio("the slowest path", "time", [slowest], "200 ms", [200], "less", aim=1)
    grow(bench)


def grow(bench):
    print("\nGrowth over courses: milliseconds of 20 programmes")
    median, slowest, peers = [], [], []
    for size in SIZES:
        requests = [path_cases.draw(size, seed) for seed in range(5 if bench.short else 20)]
        answers = bench.solve([{"kind": "path", **request} for request in requests], bench.runs)
        times = [answer["seconds"] * 1000 for answer in answers]
        median.append(statistics.median(times))
        slowest.append(max(times))
        peers.append(statistics.median(cpsat_path.solve(request, 10)["milliseconds"] for request in requests[:5]))
        print(f"  {size:4} courses  median {median[-1]:8.2f}  slowest {slowest[-1]:8.2f}  CP-SAT {peers[-1]:8.1f}", flush=True)
    picture = bench.pictures / "path-growth.svg"
    curves.draw([curves.Panel("milliseconds", "courses", SIZES, {"median": median, "slowest": slowest}),
                 curves.Panel("milliseconds, with CP-SAT", "courses", SIZES, {"ours": median, "CP-SAT": peers}, logarithmic=True)],
                picture)
    print(f"Drawn: {picture}")
