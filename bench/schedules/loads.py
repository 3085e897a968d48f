#!/usr/bin/env python3
"""Whether the best timetable of `noteit schedule build`, with its defaults, is one that a person can attend.

usage: bench/schedules/loads.py [BIN] [LOADS]
    BIN: the folder of noteit and noteitd; the default is .build/release
    LOADS: random student loads for each term; the default is 500

Each load is three to five first-year courses of a real term. The best timetable of a load must
- leave enough time between campuses where the ways are known, checked here against the term's file on every date,
- be said to be on several campuses if it is,
- have no class without a time if there is a timetable with fewer of them.
Prints the counts, names each load that fails, and ends with 1 if there is one.
"""
import collections
import contextlib
import csv
import datetime
import gzip
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from realdata import EXTRACTS, folder

PASSWORD = "Load of courses 26"
WAYS = ROOT / "deploy/sample/ways.csv"
TERMS = [("sfu", "2025fa", "1", WAYS), ("rpi", "2023fa", "1", None)]


def opened(path):
    return gzip.open(path, "rt", newline="") if path.suffix == ".gz" else open(path, newline="")


def table(data, university, name):
    plain = data / university / name
    return plain if plain.exists() else plain.with_name(plain.name + ".gz")


class Catalog:
    """The meetings of each CRN, and the courses, read without our own code."""

    def __init__(self, path, first):
        self.meetings, self.campus, self.courses = collections.defaultdict(list), {}, set()
        with opened(path) as file:
            for row in csv.DictReader(file):
                self.term, crn = row["term"], int(row["crn"])
                if row["campus"]:
                    self.campus.setdefault(crn, row["campus"])
                if row["start"] and row["days"]:
                    self.meetings[crn].append(row)
                if row["number"].startswith(first):
                    self.courses.add(row["subject"] + row["number"])

    def dates(self, row):
        """The dates of a meeting; one week stands for all where the file has none."""
        first = datetime.date.fromisoformat(row["start_date"] or "2025-09-01")
        last = datetime.date.fromisoformat(row["end_date"]) if row["end_date"] else first + datetime.timedelta(6)
        days = (first + datetime.timedelta(n) for n in range((last - first).days + 1))
        return [day for day in days if "MTWRFSU"[day.weekday()] in row["days"]]

    def too_hurried(self, crns, ways):
        """Two classes that leave less time than the way between their campuses takes; None if there are none."""
        days = collections.defaultdict(list)
        for crn in crns:
            for row in self.meetings[crn]:
                for day in self.dates(row):
                    days[day].append((minute(row["start"]), minute(row["end"]), row["campus"]))
        for day, classes in days.items():
            for one in classes:
                for other in classes:
                    way = ways.get(frozenset((one[2], other[2])), 0)
                    if one[2] != other[2] and one[0] <= other[0] and other[0] - one[1] < way:
                        return f"{day}: {one} then {other}"
        return None


def minute(text):
    digits = text.replace(":", "").zfill(4)
    return int(digits[:2]) * 60 + int(digits[2:])


def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, programs, home, university, term, ways):
        self.programs, self.url = programs, f"http://127.0.0.1:{port()}"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "NOTEIT_SERVER": self.url, "NO_COLOR": "1"}
        database = ["--database", str(home / "noteit.db")]
        data = folder()
        self.catalog = Catalog(table(data, university, f"term_{term}.csv"), TERM_FIRST[university])
        self.admin("catalog", "import", table(data, university, f"term_{term}.csv"), "--links", table(data, university, f"links_{term}.csv"),
                   "--time-zone", "America/Vancouver", *database)
        self.ways = {}
        if ways:
            self.admin("catalog", "ways", ways, *database)
            with opened(ways) as file:
                self.ways = {frozenset((row["from"], row["to"])): int(row["minutes"]) for row in csv.DictReader(file)}
        self.process = subprocess.Popen(
            [programs / "noteitd", "serve", *database, "--host", "127.0.0.1", "--port", self.url.rpartition(":")[2]],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not self.ready():
            time.sleep(0.05)
        body = json.dumps({"email": "load@example.edu", "password": PASSWORD, "displayName": "Load"}).encode()
        urllib.request.urlopen(urllib.request.Request(self.url + "/v1/accounts", body, {"Content-Type": "application/json"})).read()
        subprocess.run([programs / "noteit", "auth", "login", "load@example.edu"], input=PASSWORD + "\n", text=True, check=True,
                       capture_output=True, env=self.environment)

    def admin(self, *arguments):
        subprocess.run([self.programs / "noteitd", *map(str, arguments)], check=True, env=self.environment, stdout=subprocess.DEVNULL)

    def ready(self):
        with contextlib.suppress(urllib.error.URLError, OSError):
            return urllib.request.urlopen(self.url + "/readyz", timeout=5).status == 200
        return False

    def build(self, courses, *options):
        """The answer, or None where there is no timetable, and what was said in words."""
        done = subprocess.run([self.programs / "noteit", "schedule", "build", *courses, "--limit", "1", *options], text=True,
                              capture_output=True, env=self.environment, stdin=subprocess.DEVNULL)
        if done.returncode not in (0, 1) or (done.returncode == 1 and "have no timetable together" not in done.stderr):
            sys.exit(f"{' '.join(courses)}: {done.returncode} {done.stderr}")
        return done

    def stop(self):
        self.process.terminate()
        self.process.wait()


TERM_FIRST = {university: first for university, _, first, _ in TERMS}


def check(server, courses, counts, failed):
    found = server.build(courses, "--json")
    if found.returncode != 0:
        counts["no timetable"] += 1
        return
    counts["timetables"] += 1
    best = json.loads(found.stdout)["timetables"][0]
    hurry = server.catalog.too_hurried(best["crns"], server.ways)
    if hurry:
        counts["too little time between campuses"] += 1
        failed.append((courses, hurry))
    if len({server.catalog.campus[crn] for crn in best["crns"] if crn in server.catalog.campus}) > 1:
        counts["on several campuses"] += 1
        if "campuses: " not in server.build(courses).stdout:
            counts["mixed campuses silently"] += 1
            failed.append((courses, "several campuses, unsaid"))
    if best["parts"]["untimed"]:
        counts["with a class without a time"] += 1
        timed = json.loads(server.build(courses, "--json", "--weight", "untimed=1000000").stdout)["timetables"][0]
        if timed["parts"]["untimed"] < best["parts"]["untimed"]:
            counts["a class without a time for one with a time"] += 1
            failed.append((courses, f"{best['crns']} instead of {timed['crns']}"))


def main():
    programs = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release").resolve()
    loads = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    if folder() == EXTRACTS:
        sys.exit("The whole terms are needed; see bench/realdata.py.")
    failures = 0
    for university, term, _, ways in TERMS:
        with tempfile.TemporaryDirectory() as home:
            server = Server(programs, Path(home), university, term, ways)
            try:
                dice, names, counts, failed = random.Random(30), sorted(server.catalog.courses), collections.Counter(), []
                for _ in range(loads):
                    check(server, dice.sample(names, dice.randint(3, 5)), counts, failed)
            finally:
                server.stop()
        print(f"{university} {term}: {loads} loads of {len(names)} first-year courses: "
              + ", ".join(f"{count} {what}" for what, count in counts.items()))
        for courses, why in failed:
            print(f"  FAILED {' '.join(courses)}: {why}")
        failures += len(failed)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
