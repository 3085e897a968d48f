#!/usr/bin/env python3
"""Prints what the benches found, and draws it: report.py [PICTURE [BENCH ...]], of all benches or of those that are named.

A table cell is our figure divided by the peer's, the median over the turns. In the picture right is better throughout: a cost
is drawn upside down.
"""
import json
import math
import sys
from collections import defaultdict
from xml.sax.saxutils import escape

from results import FOLDER

BENCHES = {
    "live": "Fan-out", "campus": "Campus", "durable": "Durable writes", "storm": "Restart storm", "reads": "Reads",
    "growth": "Growth", "cluster": "Three nodes on PostgreSQL", "search": "Search", "caldav": "Calendars", "cli": "Command line",
    "pressure": "Full pressure of one account", "import": "Lists of people",
    "first-minutes": "First minutes", "page": "The page",
}
COSTS_BESIDE = ("nchan", "nats-server", "8 KB")  # the bare loops' costs stay in the table
LEFT, WIDTH, STEP = 390, 380, 18


def results():
    for bench in sys.argv[2:] or BENCHES:
        file = FOLDER / f"bench-{bench}" / "results.jsonl"
        if file.exists():
            yield from map(json.loads, file.read_text().splitlines())


def cell(line):
    if line is None:
        return ""
    if line["aim"] is None:
        return f"{line['ratio']:.3g}"
    return f"{line['ratio']:.3g} {'met' if line['met'] else 'NOT MET'} ({'≥' if line['better'] == 'more' else '≤'} {line['aim']:g})"


def table(lines):
    """One row for what was measured and beside what, one column for each measure."""
    measures = list(dict.fromkeys(line["measure"] for line in lines))
    rows = defaultdict(dict)
    for line in lines:
        rows[line["what"], line["beside"]][line["measure"]] = line
    head = ["", "beside", *measures]
    body = [[what, beside, *(cell(row.get(measure)) for measure in measures)] for (what, beside), row in rows.items()]
    widths = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
    for row in [head, *body]:
        print("  " + "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


def goodness(line, value):
    """Times as good as the peer."""
    return value if line["better"] == "more" else 1 / value


def drawn(bench, lines):
    """Label, then the points of one row of the picture; the fan-out's sizes share a row."""
    rows = defaultdict(list)
    for line in lines:
        what = line["what"]
        if bench == "live":
            what = what.split(" ", 1)[1]
            if line["better"] == "less" and (line["beside"] not in COSTS_BESIDE or "full speed" in line["measure"]):
                continue
        rows[f"{what}: {line['measure']} / {line['beside']}"].append(line)
    return rows


def picture(lines):
    powers = [math.log10(goodness(line, value)) for line in lines for value in (line["ratio"], line["aim"]) if value]
    low, high = math.floor(min(powers)), math.ceil(max(powers))
    x = lambda value: LEFT + (math.log10(value) - low) / (high - low) * WIDTH
    parts, y = [], 46
    for bench, title in BENCHES.items():
        rows = drawn(bench, [line for line in lines if line["bench"] == bench])
        if rows:
            parts.append(f'<text x="8" y="{y}" class="title">{title}</text>')
            y += STEP
        for label, points in rows.items():
            parts.append(f'<text x="{LEFT - 10}" y="{y}" text-anchor="end">{escape(label)}</text>')
            for place, line in enumerate(points):
                value = goodness(line, line["ratio"])
                kind = "good" if value >= goodness(line, line["aim"] or 1) else "less"
                shade = "" if place == len(points) - 1 else ' fill-opacity="0.4"'
                parts.append(f'<circle cx="{x(value):.1f}" cy="{y - 4}" r="5" class="{kind}"{shade}/>')
                if line["aim"]:
                    at = x(goodness(line, line["aim"]))
                    parts.append(f'<path d="M{at:.1f} {y - 11}v14" class="aim"/>')
            last = goodness(points[-1], points[-1]["ratio"])
            parts.append(f'<text x="{LEFT + WIDTH + 12}" y="{y}">{last:.2g}×</text>')
            y += STEP
        y += 8 if rows else 0
    axis = []
    for power in range(low, high + 1):
        at = x(10 ** power)
        axis.append(f'<path d="M{at:.1f} 30V{y - 12}" class="{"one" if power == 0 else "grid"}"/>')
        axis.append(f'<text x="{at:.1f}" y="22" text-anchor="middle">{10 ** power:g}×</text>')
    foot = (f'<text x="8" y="{y + 8}">Times as good as what it is set beside. Pale: fewer listeners. Stroke: the aim. '
            f'Medians of turns in one run.</text>')
    style = """<style>
text { font: 12px sans-serif; fill: #555 } .title { font-weight: bold } .good { fill: #1a7f4b } .less { fill: #c2571a }
.grid { stroke: #8884 } .one { stroke: #888; stroke-width: 1.5 } .aim { stroke: #555; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #bbb } .aim { stroke: #ddd } .good { fill: #4cc38a } .less { fill: #f0883e } }
</style>"""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 70} {y + 20}" role="img">',
        "<title>NoteIt beside peers</title>", style, *axis, *parts, foot, "</svg>", ""])


def main():
    lines = list(results())
    if not lines:
        sys.exit("Nothing was measured yet: make bench")
    for bench, title in BENCHES.items():
        if mine := [line for line in lines if line["bench"] == bench]:
            print(f"\n{title}: ours / theirs")
            table(mine)
    missed = [line for line in lines if line["met"] is False]
    print(f"\n{sum(line['met'] is True for line in lines)} aims met, {len(missed)} not."
          + " (A short run: its figures mean little.)" * any(line["short"] for line in lines))
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            file.write(picture(lines))
        print(f"Drawn: {sys.argv[1]}")


main()
