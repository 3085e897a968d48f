"""A scripted week on the real term: a class, an exam that moves, a missed block, a recurring lunch, a restart."""

import csv
import datetime
import io
import json
import zoneinfo

import pytest

from copies import Copy
from noteitd import SAMPLE, Noteitd, wait_until
from people import register, staff
from study_people import (
    add, alerts, at, day_in, minutes, of_kind, patch, settle, soon, study, task_of, timetable,
)
from study_problem import seconds, stamp
from terminal import Terminal

COURSE = "202530.CMPT225"
# Zones that change their clocks, so that it is between morning and afternoon in one of them at any time.
ZONES = [
    "Europe/Berlin", "America/New_York", "America/Los_Angeles", "America/Anchorage", "Australia/Sydney",
    "Pacific/Auckland",
]
ZONE = next(zone for zone in ZONES if 4 <= datetime.datetime.now(zoneinfo.ZoneInfo(zone)).hour <= 15)


@pytest.fixture
def server(tmp_path):
    """The sample term, as if it were now: it began 30 days ago."""
    rows = list(csv.DictReader(io.StringIO(SAMPLE.read_text())))
    for row in rows:
        row["start_date"], row["end_date"] = (str(day_in(ZONE, days)) for days in (-30, 90))
    with open(tmp_path / "now.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    server = Noteitd(tmp_path)
    server.admin("catalog", "import", str(tmp_path / "now.csv"), "--time-zone", ZONE)
    with server.serving():
        yield server


class Devices:
    """A student's laptop, with `noteit`, and phone, which keeps a copy in step over HTTP."""

    def __init__(self, server, folder, person):
        self.person = person
        self.laptop = Terminal(server, folder / "laptop", person)
        self.phone = person.sign_in_again("phone")
        self.copy = Copy(self.phone)

    def agree(self):
        """The week's plan, after comparing what every device has."""
        plan = timetable(self.phone)
        assert timetable(self.person) == plan
        shown = json.loads(self.laptop.noteit("study", "plan", "--days", "7", "--json"))
        assert shown["blocks"] == plan["blocks"] and shown["unplaced"] == plan["unplaced"]
        self.copy.expect_fresh()
        held = self.copy.held["studyPlan"][self.person.id]
        first, last = at(ZONE, 0, "00:00"), at(ZONE, 7, "00:00")
        assert [each for each in held["blocks"] if first <= each["start"] < last] == plan["blocks"]
        told = self.phone.items("/v1/me/notifications")
        assert len(self.laptop.noteit("inbox", "--plain").splitlines()) == len(told)
        assert {each["id"] for each in told} == self.copy.held["notification"].keys()
        return plan

    def studied(self, task):
        """The unmissed minutes of a task in the week, which are placed one after the other."""
        blocks = sorted((each for each in study(self.agree(), task) if not each["missed"]), key=lambda each: each["start"])
        assert all(one["end"] <= other["start"] for one, other in zip(blocks, blocks[1:]))
        return sum(minutes(each) for each in blocks), blocks


def local(clock_times, weekdays):
    """The coming week's times on some weekdays, as a plan writes them."""
    days = [number for number in range(7) if "MTWRFSU"[day_in(ZONE, number).weekday()] in weekdays]
    return [tuple(at(ZONE, number, clock) for clock in clock_times) for number in days]


def times(blocks):
    return [(each["start"], each["end"]) for each in blocks]


def test_a_week(server, tmp_path):
    ada, grace = register(server, name="Ada Example"), staff(server, COURSE)
    lecture = next(each["id"] for each in ada.get(f"/v1/courses/{COURSE}")["sections"] if each["kind"] == "LEC")
    ada.enroll(lecture)
    devices = Devices(server, tmp_path, ada)
    devices.laptop.noteit(
        "study", "settings", "--zone", ZONE, "--hours", "MTWRFSU 17:00-22:00", "--mode", "weeks", "--alert-start", "5",
        "--alert-end", "none")

    # The class is busy by itself.
    classes = of_kind(devices.agree(), "class")
    assert times(classes) == sorted(local(("11:30", "13:20"), "T") + local(("11:30", "12:20"), "R"))
    assert {each["course"] for each in classes} == {COURSE}

    # Lunch, daily since long ago: on each day at its wall time, however often the clocks changed.
    begun = datetime.datetime.combine(day_in(ZONE, -300), datetime.time(12, 30), zoneinfo.ZoneInfo(ZONE))
    lunch = {"start": stamp(int(begun.timestamp())), "end": stamp(int(begun.timestamp()) + 1800)}
    lunch["recurrence"] = {"rule": "FREQ=DAILY"}
    assert add(ada, "Lunch", 409, **lunch)["overlaps"][0]["kind"] == "class"
    add(ada, "Lunch", overlap=True, **lunch)
    assert times(of_kind(devices.agree(), "fixed")) == local(("12:30", "13:00"), "MTWRFSU")
    noons = [datetime.datetime.combine(day_in(ZONE, -days), datetime.time(12), zoneinfo.ZoneInfo(ZONE)) for days in range(300)]
    assert len({noon.utcoffset() for noon in noons}) == 2, "the clocks changed since the first lunch"

    # An exam, and ten hours of study before its day.
    exam = grace.post(COURSE, "Midterm", kind="exam", due=at(ZONE, 6, "14:00"))
    devices.laptop.noteit("task", "add", f"CMPT225#{exam['number']}", "--minutes", "10h")
    [task] = [each for each in ada.items("/v1/me/tasks") if each["kind"] == "flexible"]
    assert (task["event"], task["deadline"], task["minutes"]) == (exam["id"], at(ZONE, 6, "00:00"), 600)
    placed, blocks = devices.studied(task)
    assert placed == 600 and blocks[-1]["end"] <= at(ZONE, 6, "00:00")

    # The instructor moves it to an earlier day.
    grace.edit(exam, due=at(ZONE, 4, "14:00"))
    wait_until(lambda: task_of(ada, task)["deadline"] == at(ZONE, 4, "00:00"), "the deadline to follow")
    placed, blocks = devices.studied(task)
    assert placed == 600 and blocks[-1]["end"] <= at(ZONE, 4, "00:00")

    # A block is missed on the phone, and comes back on both devices.
    [first, *rest] = blocks
    patch(devices.phone, first, missed=True)
    placed, blocks = devices.studied(task)
    assert placed == 600 and first["id"] not in {each["id"] for each in blocks}
    assert {each["id"] for each in rest} <= {each["id"] for each in blocks}, "no other block moves"
    assert first | {"missed": True} in devices.agree()["blocks"]

    # The server is down for a moment; the laptop shows its copy meanwhile.
    before = devices.agree()
    server.stop()
    assert "CMPT" in devices.laptop.noteit("study", "plan")
    server.start()
    assert devices.agree() == before
    server.kill()
    server.start()
    assert devices.agree() == before

    # A block is moved to begin soon: one alert, on every device, over a restart too.
    start = soon(minutes=4)
    moved = patch(devices.phone, blocks[0], start=start, end=stamp(seconds(start) + 1800))
    assert moved["pinned"]
    wait_until(lambda: alerts(ada, task) == ["studyStarts"], "the alert")
    devices.agree()
    assert task["title"] in devices.laptop.noteit("inbox") and alerts(devices.phone, task) == ["studyStarts"]
    server.stop()
    server.start()
    assert moved in devices.agree()["blocks"] and alerts(ada, task) == ["studyStarts"]

    # It is done: its minutes count once, everywhere.
    done = patch(devices.phone, moved, done=True)
    assert done["done"] and task_of(ada, task)["minutesDone"] == minutes(done)
    placed, _ = devices.studied(task)
    assert placed == 600
    stats = json.loads(devices.laptop.noteit("study", "stats", "--json"))
    assert stats["minutes"]["byCourse"] == [{"course": COURSE, "minutes": minutes(done)}]

    # The student leaves the class: it is busy no more, and the task keeps its last deadline.
    ada.drop(lecture)
    wait_until(lambda: of_kind(timetable(ada), "class") == [], "the class to go")
    wait_until(lambda: task_of(ada, task)["event"] is None, "the task to lose its event")
    assert task_of(ada, task)["deadline"] == at(ZONE, 4, "00:00")
    assert times(of_kind(devices.agree(), "fixed")) == local(("12:30", "13:00"), "MTWRFSU")
    server.admin("check")


def test_a_rule_a_week_of_lunches_and_two_terminals(server, tmp_path):
    ada, grace = register(server), staff(server, COURSE)
    ada.enroll(next(each["id"] for each in ada.get(f"/v1/courses/{COURSE}")["sections"] if each["kind"] == "LEC"))
    laptop, phone = (Terminal(server, tmp_path / name, ada) for name in ("laptop", "phone"))
    settle(ada, timeZone=ZONE, mode="weeks", hours={day: [{"start": "17:00", "end": "22:00"}] for day in "MTWRFSU"})
    laptop.noteit("study", "settings", "--rule", "CMPT225 exam 6h")
    exam = grace.post(COURSE, "Final", kind="exam", due=at(ZONE, 5, "14:00"))
    wait_until(lambda: ada.items("/v1/me/tasks"), "the rule's task")
    [task] = ada.items("/v1/me/tasks")
    assert task["title"] == f"CMPT 225 exam #{exam['number']}" and task["minutes"] == 360
    shown = [json.loads(terminal.noteit("study", "plan", "--json")) for terminal in (laptop, phone)]
    assert shown[0] == shown[1] and sum(minutes(each) for each in study(shown[0], task)) == 360
    # Edited on the phone, and seen on the laptop.
    phone.noteit("task", "edit", task["id"], "--minutes", "2h")
    assert sum(minutes(each) for each in study(json.loads(laptop.noteit("study", "plan", "--json")), task)) == 120
    grace.delete(exam)
    wait_until(lambda: task_of(ada, task)["event"] is None, "the task to lose its event")
    assert [each["id"] for each in json.loads(laptop.noteit("task", "list", "--json"))] == [task["id"]], "it was edited"
    server.admin("check")
