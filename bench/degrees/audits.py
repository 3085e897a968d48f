"""Audits of degrees, beside CP-SAT; see run."""
import statistics

import audit_cases
import cpsat_audit
import curves
from results import require

COURSES = 60
SIZES = 20, 40, 60, 80, 120, 200


def held(case, answer):
    """The edges that our answer uses; those that are not eligible end the bench."""
    found = {(edge.requirement, edge.code): edge for edge in audit_cases.edges(case)}
    rows = [(number, row) for number, requirement in enumerate(answer["requirements"]) for row in requirement["courses"]]
    for number, row in rows:
        require((number, row["course"]) in found, f"{row['course']} may not stand in requirement {number}")
    return [found[number, row["course"]] for number, row in rows]


def better(left, right):
    """Whether the first objective is better: the last two entries are maximized."""
    return [*left[:2], -left[2], -left[3]] < [*right[:2], -right[2], -right[3]]


def checked(cases, answers):
    for case, answer in zip(cases, answers, strict=True):
        own = audit_cases.objective(case, held(case, answer["result"]))
        require(own == answer["result"]["objective"], f"{case['programme']['name']}: the objective: {own}")
    return answers


def measure(bench):
    degrees = bench.programmes[:6] if bench.short else bench.programmes
    cases = [audit_cases.draw(degree, 1, COURSES) for degree in degrees]
    limit = 3 if bench.short else 10
    print(f"Audits of {len(cases)} programmes with {COURSES} courses, beside CP-SAT with one worker and {limit} s for each")
    print(f"  {'':42} {'ours ms':>8} {'worst':>8} {'CP-SAT ms':>10} {'times':>7}  objective")
    ours, theirs, worse, unproved = [], [], 0, 0
    for case, mine in zip(cases, checked(cases, bench.solve(cases, bench.runs * 5))):
        peer = cpsat_audit.solve(case, limit)
        own, other = mine["result"]["objective"], audit_cases.objective(case, peer.held)
        require(not (mine["result"]["optimal"] and better(other, own)), f"{case['programme']['name']}: not optimal: {other}")
        require(not (peer.proved and better(own, other)), f"{case['programme']['name']}: better than what CP-SAT proves: {own}")
        worse += better(other, own)
        unproved += not mine["result"]["optimal"]
        ours.append(mine["seconds"] * 1000)
        theirs.append(peer.seconds * 1000)
        print(f"  {case['programme']['name'][:42]:42} {ours[-1]:8.2f} {mine['worst'] * 1000:8.2f} {theirs[-1]:10.1f} "
              f"{theirs[-1] / ours[-1]:7.0f}  {own}{'' if own == other else f' beside {other}'}", flush=True)
    print(f"  Worse than CP-SAT: {worse} of {len(cases)}; not proved: {unproved}. "
          f"Ours: median {statistics.median(ours):.2f} ms, slowest {max(ours):.2f} ms.")
    bench.results.ratio("an audit", "time", ours, "CP-SAT", theirs, "less", aim=1 / 20)
    bench.results.ratio("the slowest audit", "time", [max(ours)], "5 ms", [5], "less", aim=1)
    grow(bench, degrees, limit)


def grow(bench, degrees, limit):
    print("\nGrowth over courses: milliseconds of all programmes")
    median, slowest, peers = [], [], []
    for size in SIZES:
        cases = [audit_cases.draw(degree, 2, size) for degree in degrees]
        times = [answer["seconds"] * 1000 for answer in checked(cases, bench.solve(cases, bench.runs))]
        median.append(statistics.median(times))
        slowest.append(max(times))
        peers.append(statistics.median(cpsat_audit.solve(case, limit).seconds * 1000 for case in cases[:5]))
        print(f"  {size:4} courses  median {median[-1]:8.2f}  slowest {slowest[-1]:8.2f}  CP-SAT {peers[-1]:8.1f}", flush=True)
    picture = bench.pictures / "audit-growth.svg"
    curves.draw([curves.Panel("milliseconds", "courses", SIZES, {"median": median, "slowest": slowest}),
                 curves.Panel("milliseconds, with CP-SAT", "courses", SIZES, {"ours": median, "CP-SAT": peers}, logarithmic=True)],
                picture)
    print(f"Drawn: {picture}")
