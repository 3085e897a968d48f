#!/usr/bin/env python3
"""The peer of `noteitd catalog import`: the same term into the same tables, with Python's csv and sqlite3 alone.

usage: import.py FILE DATABASE [LINKS]

FILE is a term's CSV or a registrar's SpreadsheetML workbook, gzip or plain. It reads a whole term into an empty
database. It does less than ours: no comparison with what is stored, no naming of bad rows, no search text.
"""
import csv
import gzip
import json
import sqlite3
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SCHEMA = Path(__file__).resolve().parents[2] / "schema.sql"
DAYS = "MTWRFSU"


def opened(path):
    with open(path, "rb") as file:
        zipped = file.read(2) == b"\x1f\x8b"
    return gzip.open(path, "rb") if zipped else open(path, "rb")


def csv_rows(path):
    with opened(path) as file:
        lines = (line.decode("utf-8-sig") for line in file)
        for row in csv.DictReader(lines):
            row["names"] = [name for name in row["instructors"].split("; ") if name]
            yield row


def workbook_rows(path):
    with opened(path) as file:
        header = True
        for _, element in ElementTree.iterparse(file):
            if not element.tag.endswith("}Row"):
                continue
            cells = [data.text or "" for data in element.iter() if data.tag.endswith("}Data")]
            element.clear()
            if header:
                header = False
                continue
            term, crn, subject, number, section, kind, instructor, meeting = cells
            family, _, given = instructor.partition(", ")
            days, _, times = meeting.partition(" ")
            start, _, end = times.partition("-")
            yield dict(
                term=term, crn=crn, subject=subject, number=number, section=section, type=kind, title="", credits="",
                days=days if times else "", start=start, end=end, start_date="", end_date="", campus="", building="", room="",
                capacity="", enrolled="", delivery="", attributes="",
                names=[f"{given} {family}".strip()] if family else [])


def minute(text):
    hours, minutes = int(text[:-2]), int(text[-2:])
    if not (0 <= hours <= 24 and 0 <= minutes < 60):
        raise ValueError(text)
    return hours * 60 + minutes


def number_or_none(text):
    return int(text) if text else None


def gather(rows):
    """Rows put together: {course: ...}, {section: ...}, in the order of first sight."""
    courses, sections = {}, {}
    for row in rows:
        course = f"{row['term']}.{row['subject']}{row['number']}"
        courses.setdefault(course, row)
        section = sections.setdefault(f"{row['term']}.{row['crn']}", dict(course=course, row=row, names=[], meetings=[]))
        section["names"] += [name for name in row["names"] if name not in section["names"]]
        if row["start"]:
            if not set(row["days"]) <= set(DAYS):
                raise ValueError(row["days"])
            place = " ".join(row[key] for key in ("campus", "building", "room") if row[key])
            meeting = (
                "".join(day for day in DAYS if day in row["days"]), minute(row["start"]), minute(row["end"]),
                row["start_date"] or None, row["end_date"] or None, place)
            if meeting not in section["meetings"]:
                section["meetings"].append(meeting)
    return courses, sections


def write(database, courses, sections, links):
    db = sqlite3.connect(database, isolation_level=None)
    db.executescript(SCHEMA.read_text())
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("BEGIN IMMEDIATE")
    term = next(iter(courses.values()))["term"]
    days = [section["row"][key] for section in sections.values() for key in ("start_date", "end_date") if section["row"][key]]
    db.execute("INSERT INTO term VALUES (?, ?, ?, ?, 'Etc/UTC')", (term, term, min(days, default=None), max(days, default=None)))
    db.executemany(
        "INSERT INTO course (id, term_id, subject, number, title, credits, attributes) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((key, term, row["subject"], row["number"], row["title"], row["credits"] or None,
          json.dumps([part for part in row["attributes"].split("/") if part])) for key, row in courses.items()))
    db.executemany(
        "INSERT INTO section (id, course_id, crn, code, kind, instructors, capacity, enrolled, delivery)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ((key, section["course"], section["row"]["crn"], section["row"]["section"], section["row"]["type"],
          json.dumps(section["names"]), number_or_none(section["row"]["capacity"]),
          number_or_none(section["row"]["enrolled"]), section["row"]["delivery"]) for key, section in sections.items()))
    db.executemany(
        "INSERT INTO meeting (section_id, position, days, start_minute, end_minute, starts_on, ends_on, place)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((key, position, *meeting) for key, section in sections.items()
         for position, meeting in enumerate(section["meetings"])))
    db.executemany(
        "INSERT INTO section_link VALUES (?, ?, ?)",
        ((f"{term}.{link['primary_crn']}", link["component"], f"{term}.{link['crn']}") for link in links))
    db.execute("COMMIT")
    db.close()


def main():
    path, database = sys.argv[1:3]
    with opened(path) as file:
        is_workbook = file.read(64).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
    courses, sections = gather((workbook_rows if is_workbook else csv_rows)(path))
    links = []
    if len(sys.argv) > 3:
        with opened(sys.argv[3]) as file:
            links = list(csv.DictReader(line.decode() for line in file))
    write(database, courses, sections, links)


if __name__ == "__main__":
    main()
