"""Students on a server whose term has classes today: they study in the evenings."""

import contextlib

from noteitd import Noteitd
from people import register
from study_people import EVERY_DAY, TERM, day_in, noon_zone, settle, study, term_now

ZONE = noon_zone()
EVENING = {day: [{"start": "18:00", "end": "22:00"}] for day in EVERY_DAY}


@contextlib.contextmanager
def running_campus(folder):
    """A server whose term has a class at 10:30 today and on every other day but the day after tomorrow."""
    server = Noteitd(folder)
    server.admin("catalog", "import", term_now(folder), "--time-zone", ZONE)
    server.admin("catalog", "holidays", "--term", TERM, "--day", str(day_in(ZONE, 2)))
    server.start()
    yield server
    server.stop()
    assert "Fatal error" not in server.said()


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
