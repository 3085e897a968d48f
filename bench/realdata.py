"""The real terms that benches read: the whole, where its folder stands, else the extracts in Tests/Data.

The extracts' term is small; what wants a large one gets copies of it, under other course numbers and CRNs.
"""
import csv
import itertools
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
EXTRACTS = ROOT / "Tests/Data"
COPIES = 20  # 5,340 rows of 660 courses; the whole term has 5,464
FILES = "term_2025fa.csv", "carleton_2025fa.xml", "links_2025fa.csv"
WORKBOOK_ROW = re.compile(
    r'(?P<head><Row ss:Index=")\d+(?P<term>"><Cell><Data>\d+</Data></Cell><Cell><Data>)'
    r"(?P<crn>\d+</Data></Cell><Cell><Data>[A-Z]+</Data></Cell><Cell><Data>)")


class Term(NamedTuple):
    """The files of a term, and what is in them, in words."""
    csv: Path
    workbook: Path
    links: Path
    what: str


def folder(named=None):
    """Where the real data are: in the folder `named` or that of NOTEIT_DATA, else in ../shared/data, else the extracts."""
    named = named or os.environ.get("NOTEIT_DATA")
    whole = Path(named or ROOT.parent / "shared/data")
    if (whole / "sfu" / f"{FILES[0]}.gz").exists():
        return whole
    if named:
        sys.exit(f"There are no real data in {named}: name their folder, or none for the extracts in {EXTRACTS}.")
    return EXTRACTS


def term(named=None):
    """A term of more than 300 courses, of the data in `folder`."""
    data = folder(named)
    if data != EXTRACTS:
        return said(Term(*(data / "sfu" / f"{name}.gz" for name in FILES), "SFU Fall 2025"))
    target = ROOT / ".build/bench-data"
    target.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        write = write_workbook if name.endswith(".xml") else write_table
        write(data / "sfu" / name, target / name)
    return said(Term(*(target / name for name in FILES), f"{COPIES} copies of an extract of SFU Fall 2025"))


def said(term):
    print(f"Data: {term.what}, {term.csv.parent}", file=sys.stderr)
    return term


def write_table(source, target):
    """The rows COPIES times; a copy's number stands before its course numbers and CRNs."""
    with source.open(newline="", encoding="utf-8") as file, target.open("w", newline="", encoding="utf-8") as copies:
        rows = list(csv.DictReader(file))
        writer = csv.DictWriter(copies, rows[0])
        writer.writeheader()
        for copy in range(1, COPIES + 1):
            writer.writerows(row | {key: f"{copy}{row[key]}" for key in ("number", "crn", "primary_crn") if key in row} for row in rows)


def write_workbook(source, target):
    """The same of a registrar's workbook, its rows numbered anew."""
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    rows = [line for line in lines if WORKBOOK_ROW.match(line)]
    first = lines.index(rows[0])  # behind the header
    copies = [
        WORKBOOK_ROW.sub(rf"\g<head>{index}\g<term>{copy}\g<crn>{copy}", row)
        for index, (copy, row) in enumerate(itertools.product(range(1, COPIES + 1), rows), 2)
    ]
    target.write_text("".join([*lines[:first], *copies, *lines[first + len(rows):]]), encoding="utf-8")
