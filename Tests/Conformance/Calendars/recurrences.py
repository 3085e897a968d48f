"""Asks `recur`, which expands recurrences with the module ICalendar, and two oracles: python-dateutil and libical."""

import calendar
import ctypes
import ctypes.util
import datetime
import json
import os
import pathlib
import subprocess
import types

import dateutil.rrule
import pytest

from noteitd import PROGRAM, ROOT

RECUR = pathlib.Path(os.environ.get("RECUR", PROGRAM.parent / "recur"))
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# Rules are compared up to here, so that rules that never match end soon in the oracles too.
HORIZON = datetime.datetime(2046, 1, 1)


def data(name):
    """A folder of samples: of the whole data if they stand beside the repository, else of the extracts."""
    named = os.environ.get("NOTEIT_DATA")
    whole = pathlib.Path(named) if named else ROOT.parent / "shared/data"
    assert not named or (whole / name).is_dir(), f"{whole} has no {name}"
    return whole / name if (whole / name).is_dir() else ROOT / "Tests/Data" / name


def ask(questions):
    """The answers to all questions, in their order."""
    assert RECUR.exists(), f"{RECUR} is not built: make release"
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run([RECUR], input=lines, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(questions)
    return answers


def question(start, rule, zone=None, limit=40, **more):
    return {
        "start": {"value": start.strftime("%Y%m%dT%H%M%S"), "zone": zone},
        "rule": rule,
        "range": [-1e11, seconds(HORIZON)],
        "limit": limit,
    } | more


def seconds(time):
    return calendar.timegm(time.timetuple())


def of_the_rule(answer):
    """The starts that the rule gives: without the series' own if the rule does not give it."""
    starts = [datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=start) for start in answer["starts"]]
    return starts if answer["startMatchesRule"] else starts[1:]


def parts(rule):
    return dict(part.split("=") for part in rule.split(";"))


def text(parts):
    return ";".join(f"{name}={value}" for name, value in parts.items())


def weeks_may_spill(parts):
    """Whether a rule names weeks that may begin in December or end in January."""
    return bool({"1", "52", "53", "-1", "-52", "-53"} & set(parts.get("BYWEEKNO", "").split(",")))


class Dateutil:
    """python-dateutil, with what it is known to get wrong said in another way or left out."""

    asked_for_nothing = True

    def __init__(self, monkeypatch):
        # It follows a rule that never matches until the last year.
        bounded = types.SimpleNamespace(**{name: getattr(datetime, name) for name in ("date", "datetime", "time", "timedelta")})
        bounded.MAXYEAR = HORIZON.year - 1
        monkeypatch.setattr(dateutil.rrule, "datetime", bounded)

    def fails(self, rule, start):
        """Why the rule is not compared; None if it is."""
        rule = parts(rule)
        if not weeks_may_spill(rule):
            return None
        if rule.get("INTERVAL", "1") != "1" or "BYSETPOS" in rule:
            return "takes the days from January to December; RFC 5545 says weeks of the year"
        if {"52", "53", "-1", "-52", "-53"} & set(rule["BYWEEKNO"].split(",")):
            return "miscounts the weeks of the year before: 2011-01-02 as in week 53, of 2010, which has 52"
        return None

    def expand(self, rule, start, limit):
        rule = parts(rule)
        first, count = start, limit
        if "BYWEEKNO" in rule and not {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & rule.keys():
            # It gives all days of the week; RFC 5545 takes from the start what the rule does not say.
            rule["BYDAY"] = WEEKDAYS[start.weekday()]
        if any(len(day) > 2 for day in rule.get("BYDAY", "").split(",")):
            # Of weekdays with and without ordinals it gives those that are in both; RFC 5545 gives each.
            last = 5 if rule["FREQ"] == "MONTHLY" or "BYMONTH" in rule else 53
            days = rule["BYDAY"].split(",")
            rule["BYDAY"] = ",".join(
                one for day in days for one in ([day] if len(day) > 2 else [f"{n}{day}" for n in range(1, last + 1)])
            )
        if rule["FREQ"] == "WEEKLY" and "BYSETPOS" in rule:
            # It counts positions in the first week from the start on; RFC 5545 from the week's first day.
            rule.setdefault("BYDAY", WEEKDAYS[start.weekday()])
            first -= datetime.timedelta(days=(start.weekday() - WEEKDAYS.index(rule.get("WKST", "MO"))) % 7)
            count = min(limit, int(rule.pop("COUNT", limit)))
        found = []
        for time in dateutil.rrule.rrulestr(text(rule), dtstart=first):
            if time >= HORIZON or len(found) == count:
                break
            if time >= start:
                found.append(time)
        return found


class Libical:
    """libical 3.0, of Debian."""

    # It searches for a second where a rule gives nothing.
    asked_for_nothing = False

    def __init__(self):
        name = os.environ.get("LIBICAL") or ctypes.util.find_library("ical")
        if not name:
            pytest.fail("libical is not installed: make test-packages")
        self.library = ctypes.CDLL(name)
        self.library.icalrecur_expand_recurrence.argtypes = [
            ctypes.c_char_p,
            ctypes.c_long,
            ctypes.c_int,
            ctypes.POINTER(ctypes.c_long),
        ]

    def fails(self, rule, start):
        """Why the rule is not compared; None if it is."""
        rule = parts(rule)
        frequency = rule["FREQ"]
        others = {"BYMONTH", "BYWEEKNO", "BYMONTHDAY", "BYDAY"} & rule.keys()
        if frequency in ("DAILY", "WEEKLY") and "BYSETPOS" in rule:
            return "ignores BYSETPOS"
        if "BYSETPOS" in rule and "-" in rule.get("BYMONTHDAY", ""):
            return "counts positions before it sorts days from the month's end among the others"
        if frequency == "DAILY" and "-" in rule.get("BYMONTHDAY", ""):
            return "ignores days from the month's end"
        if frequency == "WEEKLY" and rule.get("INTERVAL", "1") != "1":
            days = rule.get("BYDAY", WEEKDAYS[start.weekday()]).split(",")
            if WEEKDAYS[start.weekday()] not in days or rule.get("WKST", "MO") != "MO":
                return "skips the rest of the first week"
        if "BYWEEKNO" in rule:
            return "gives days of other weeks, or none"
        if frequency == "YEARLY" and "BYMONTHDAY" in rule and "BYMONTH" not in rule:
            return "takes the start's month; the table of RFC 5545 expands to all"
        if "BYYEARDAY" in rule and others:
            return "gives up after a few empty years"
        return None

    def expand(self, rule, start, limit):
        array = (ctypes.c_long * limit)()
        self.library.icalrecur_expand_recurrence(rule.encode(), seconds(start), limit, array)
        epoch = datetime.datetime(1970, 1, 1)
        found = [epoch + datetime.timedelta(seconds=second) for second in array if second]
        return [time for time in found if time < HORIZON]
