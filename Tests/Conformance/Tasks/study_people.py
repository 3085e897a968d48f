"""People with tasks and study settings, on a server whose term has classes today."""

import datetime
import time
import zoneinfo

from noteitd import PATIENCE
from registrar import HEADER
from study_problem import seconds, stamp

EVERY_DAY = "MTWRFSU"
WHOLE_DAYS = {day: [{"start": "00:00", "end": "24:00"}] for day in EVERY_DAY}
TERM = "200030"
HOUR = 3600
PATH = "/v1/me/tasks"


def noon_zone():
    """A zone in which it is about noon now, so that no test runs into midnight."""
    offset = 12 - datetime.datetime.now(datetime.timezone.utc).hour
    return f"Etc/GMT{-offset:+}" if offset else "UTC"


def day_in(zone, days=0):
    """The day that it is in a zone, or one of those around it."""
    return datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date() + datetime.timedelta(days=days)


def at(zone, days, clock):
    """A wall-clock time of a day near today, such as `16:00`."""
    time_of_day = datetime.time.fromisoformat(clock)
    return stamp(int(datetime.datetime.combine(day_in(zone, days), time_of_day, zoneinfo.ZoneInfo(zone)).timestamp()))


def soon(**delta):
    """A whole minute from now on, such as `soon(minutes=5)`."""
    return stamp(-(-int(time.time() + datetime.timedelta(**delta).total_seconds()) // 60) * 60)


def settle(person, status=200, **settings):
    """Sets a person's study settings."""
    return person.call("PUT", "/v1/me/study-settings", status, json=settings).json()


def add(person, title="Read", status=201, overlap=False, **fields):
    """Adds a task: a fixed one if it has a start, else a flexible one, of an hour unless it says more."""
    body = {"title": title} | ({"kind": "fixed"} if "start" in fields else {"kind": "flexible", "minutes": 60}) | fields
    return person.call("POST", "/v1/me/tasks" + ("?overlap=allow" if overlap else ""), status, json=body).json()


def edit(person, task, status=200, headers=None, query=None, **fields):
    return person.call("PATCH", f"/v1/me/tasks/{task['id']}", status, json=fields, headers=headers, params=query).json()


def task_of(person, task):
    return person.get(f"/v1/me/tasks/{task['id']}")


def titles(person, **query):
    return sorted(each["title"] for each in person.items("/v1/me/tasks", **query))


def mark(person, task, status=200, **fields):
    return person.call("POST", f"/v1/me/tasks/{task['id']}/done", status, json={"done": True} | fields).json()


def timetable(person, **query):
    return person.get("/v1/me/study-timetable", params=query)


def study(plan, task=None):
    return [each for each in plan["blocks"] if each["kind"] == "study" and (task is None or each["task"] == task["id"])]


def of_kind(plan, kind):
    return [each for each in plan["blocks"] if each["kind"] == kind]


def minutes(block):
    return (seconds(block["end"]) - seconds(block["start"])) // 60


def patch(person, block, status=200, **fields):
    return person.call("PATCH", f"/v1/me/study-blocks/{block['id']}", status, json=fields).json()


def hear(person, cursor, kind, is_it=lambda change: True):
    """The first change of a type after the cursor for which `is_it` holds, by long polls."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page = person.get("/v1/changes", params={"cursor": cursor, "wait": 20})
        cursor = page["cursor"]
        for change in page["changes"]:
            if change.get("type") == kind and is_it(change):
                return change
    raise AssertionError(f"no {kind} in {PATIENCE} s")


def planned(person):
    """The id of a task of tomorrow, and its block. No alert will come."""
    settle(person, timeZone="UTC", hours=WHOLE_DAYS, alerts={"start": None, "end": None})
    task = add(person, "Planned", earliest=stamp(int(time.time()) + 24 * HOUR))
    [block] = study(timetable(person), task)
    return task["id"], block


def term_now(folder, courses=12):
    """A file with a term that began 30 days ago and ends in 90, each course with a class at 10:30 on every day."""
    first, last = (datetime.date.today() + datetime.timedelta(days=days) for days in (-30, 90))
    rows = [
        f"{TERM},{number},STDY,{number},Course {number},D100,LEC,3,{EVERY_DAY},1030,1120,{first},{last},,,,,,,In Person,"
        for number in range(101, 101 + courses)]
    file = folder / "now.csv"
    file.write_text("\n".join([HEADER, *rows]) + "\n")
    return str(file)


def alerts(person, task):
    """The kinds of a task's alerts in the inbox, the oldest first."""
    found = [each for each in person.items("/v1/me/notifications") if each["kind"] in ("studyStarts", "studyEnds")]
    return [each["kind"] for each in reversed(found) if each["task"] == task["id"]]


def fields_of(problem):
    """The fields that a problem document names."""
    return [each["field"] for each in problem["errors"]]


def on(person, day):
    """The titles of a day's tasks."""
    return titles(person, **{"from": day, "to": day})
