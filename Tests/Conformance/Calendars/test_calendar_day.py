"""One day over two devices: the phone (CalDAV), the terminal (the API), and a feed that a parent subscribed to."""

import datetime

from dav import Dav, added, basic, components, event, feed, moment, read, replaced, utc, value
from people import staff
from study_campus import ZONE, days, evening_student, join
from study_people import add, at, hear, study, task_of, timetable


class Phone:
    """A calendar program that keeps a copy of every calendar, and learns of changes by syncs alone."""

    def __init__(self, person):
        self.dav, self.copies, self.tokens = Dav(person), {}, {}
        self.sync()

    def sync(self):
        for calendar in self.dav.calendars():
            news = self.dav.sync_all(calendar, self.tokens.get(calendar, ""))
            copy = self.copies.setdefault(calendar, {})
            for name in news.gone:
                copy.pop(name, None)
            if news.tags:
                copy.update(self.dav.multiget(calendar, news.tags).data)
            self.tokens[calendar] = news.token
        return self

    def shows(self, calendar, words):
        """The objects of a calendar with these words: their names and texts."""
        return [(name, text) for name, text in self.copies[calendar].items() if words in text]

    def is_in_step(self):
        return all(self.dav.texts(calendar) == copy for calendar, copy in self.copies.items())


def ends_at(text, when):
    return moment(text, "DTEND" if "DTEND" in text else "DTSTART") == utc(when)


def test_a_day_over_two_devices(campus):
    ada = evening_student(campus)
    course = join(ada, 104)
    terminal = ada.sign_in_again("terminal")
    teacher = staff(campus, course)
    phone, url = Phone(ada), feed(ada, "classes", "due", "study", "tasks")["url"]
    assert len(phone.copies["classes"]) == 1 and not phone.copies["due"]

    # Staff post an exam; it shows in both.
    exam = teacher.post(course, "Midterm on trees", kind="exam", due=at(ZONE, 3, "14:00"))
    [(name, text)] = phone.sync().shows("due", "Midterm on trees")
    assert ends_at(text, at(ZONE, 3, "14:00"))
    assert "Midterm on trees" in read(ada, url).text

    # Staff move it; it moves in both, as the same item.
    teacher.edit(exam, due=at(ZONE, 4, "15:00"))
    [(same, moved)] = phone.sync().shows("due", "Midterm on trees")
    assert same == name and value(moved, "UID") == value(text, "UID") and int(value(moved, "SEQUENCE")) > int(value(text, "SEQUENCE"))
    assert ends_at(moved, at(ZONE, 4, "15:00"))
    [fed] = [each for each in components(read(ada, url).text).values() if "Midterm on trees" in each]
    assert value(fed, "SEQUENCE") == value(moved, "SEQUENCE")

    # A study block moved in the phone is pinned, and the plan adapts around it.
    essay = add(terminal, "Essay", earliest=at(ZONE, 1, "00:00"), minutes=60, course=course)
    reading = add(terminal, "Reading", earliest=at(ZONE, 1, "00:00"), minutes=60, course=course)
    timetable(terminal, **days(0, 6))  # the plan is there
    [(block, text), *_] = phone.sync().shows("study", "Essay")
    target = utc(at(ZONE, 1, "20:00"))
    for prop, when in (("DTSTART", target), ("DTEND", target + datetime.timedelta(minutes=60))):
        text = replaced(text, prop, ":" + basic(when))
    cursor = terminal.head()
    phone.dav.put("study", block, text, 204)
    hear(terminal, cursor, "studyPlan")
    plan = timetable(terminal, **days(0, 6))
    assert [(each["task"], each["start"]) for each in study(plan) if each["pinned"]] == [(essay["id"], at(ZONE, 1, "20:00"))]
    for each in study(plan, reading):
        assert each["end"] <= at(ZONE, 1, "20:00") or each["start"] >= at(ZONE, 1, "21:00")
    assert phone.sync().is_in_step()

    # A task completed in the phone is done in the terminal.
    [(name, text)] = phone.shows("tasks", "SUMMARY:Reading")
    cursor = terminal.head()
    done = replaced(text, "STATUS", ":COMPLETED") if "STATUS" in text else added(text, "STATUS:COMPLETED")
    phone.dav.put("tasks", name, added(done, "COMPLETED:" + basic(datetime.datetime.now(datetime.timezone.utc))), 204)
    assert hear(terminal, cursor, "task", lambda change: change["id"] == reading["id"])["body"]["done"] is True
    assert task_of(terminal, reading)["done"] is True
    assert not study(timetable(terminal, **days(1, 6)), reading)

    # The dentist, added in the phone, is busy time for the plan.
    phone.dav.put("personal", "dentist.ics", event(None, basic(at(ZONE, 1, "20:00")), basic(at(ZONE, 1, "20:30")), "Dentist"), 201)
    tomorrow = days(1, 1)
    assert "Dentist" in [each["title"] for each in terminal.get("/v1/me/calendar", params=tomorrow)["items"]]
    phone.sync()

    # A dropped course leaves all of them.
    terminal.drop(terminal.get(f"/v1/courses/{course}")["sections"][0]["id"])
    phone.sync()
    assert not phone.copies["classes"] and not phone.copies["due"]
    assert "Midterm on trees" not in read(ada, url).text and "STDY 104" not in read(ada, url).text
    assert not [each for each in terminal.get("/v1/me/calendar", params=days(0, 6))["items"] if each["kind"] in ("class", "due")]
    assert phone.is_in_step()
