"""Students on a server whose term has classes today: they study in the evenings."""

import contextlib

from noteitd import Noteitd, wait_until
from people import register, staff
from study_people import EVERY_DAY, TERM, add, alerts, at, day_in, hear, noon_zone, patch, settle, soon, study, term_now, timetable

ZONE = noon_zone()
EVENING = {day: [{"start": "18:00", "end": "22:00"}] for day in EVERY_DAY}


@contextlib.contextmanager
def running_campus(folder):
    """A server whose term has a class at 10:30 today and on every other day but the day after tomorrow."""
    server = Noteitd(folder)
    server.admin("catalog", "import", term_now(folder), "--time-zone", ZONE)
    server.admin("catalog", "holidays", "--term", TERM, "--day", str(day_in(ZONE, 2)))
    with server.serving():
        yield server


def evening_student(campus):
    """Studies in the evenings, in even mode."""
    person = register(campus)
    settle(person, timeZone=ZONE, hours=EVENING)
    return person


def join(person, number):
    """Joins a course; its id."""
    course = f"{TERM}.STDY{number}"
    person.enroll(person.get(f"/v1/courses/{course}")["sections"][0]["id"])
    return course


def days(first, last):
    return {"from": str(day_in(ZONE, first)), "to": str(day_in(ZONE, last))}


def shown(plan):
    """What a reader sees of study blocks, without their ids."""
    return [(each["task"], each["start"], each["end"]) for each in study(plan)]


def running_block(person, start, end, **fields):
    """A task with a block at these times, put there by hand."""
    task = add(person, "Read", earliest=at(ZONE, 1, "00:00"), **fields)
    [block] = study(timetable(person, **days(0, 6)), task)
    return task, patch(person, block, start=start, end=end)


def let_alerts_come(campus):
    """Waits until all alerts that are due are told: that of another person, which is due from now on, is one of them."""
    other = evening_student(campus)
    settle(other, timeZone=ZONE, hours=EVENING, alerts={"start": 5, "end": None})
    task, _ = running_block(other, soon(minutes=4), soon(minutes=40))
    wait_until(lambda: alerts(other, task) == ["studyStarts"], "another person's alert")


def let_plans_follow(campus):
    """Waits until plans follow everything before: that of another person follows an exam that moves, and that moves again."""
    other = evening_student(campus)
    settle(other, timeZone=ZONE, hours=EVENING, mode="weeks")
    course = join(other, 112)
    teacher = staff(campus, course)
    exam = teacher.post(course, "Final", kind="exam", due=at(ZONE, 10, "14:00"))
    task = add(other, "Prepare", minutes=600, event=exam["id"])
    for day in (2, 10):
        blocks, cursor = study(timetable(other), task), other.head()
        teacher.edit(exam, due=at(ZONE, day, "14:00"))
        hear(other, cursor, "studyPlan", lambda change: study(change["body"], task) != blocks)
