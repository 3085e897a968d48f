"""What people's scripts do with python-caldav: a program of its own, because its libraries replace those of other tests.

usage: python_caldav.py URL EMAIL PASSWORD STEP
"""

import datetime
import sys

import caldav
import icalendar

DISCOVERED = {"classes", "due", "personal", "study", "tasks"}


def at(day, hour=0):
    return datetime.datetime(2027, 3, day, hour, tzinfo=datetime.timezone.utc)


def calendars(client):
    return {str(each.url).rstrip("/").rsplit("/", 1)[1]: each for each in client.principal().calendars()}


def write(client):
    """Finds the calendars; writes, searches, edits, syncs and deletes an event."""
    found = calendars(client)
    assert set(found) == DISCOVERED, found
    own = found["personal"]
    made = own.add_event(dtstart=at(1, 9), dtend=at(1, 10), summary="Dentist", rrule={"FREQ": "WEEKLY", "COUNT": 3})
    [instance] = own.search(event=True, start=at(8), end=at(9), expand=True)
    assert instance.icalendar_component["DTSTART"].dt == at(8, 9)
    first = own.objects_by_sync_token(load_objects=True)
    assert len(list(first)) == 1
    with made.edit_icalendar_instance() as changed:
        changed.walk("VEVENT")[0]["SUMMARY"] = icalendar.vText("Doctor")
    made.save()
    changes = own.objects_by_sync_token(first.sync_token, load_objects=True)
    assert ["Doctor" in each.data for each in changes] == [True]
    made.delete()
    assert not own.events()
    try:
        found["classes"].add_event(dtstart=at(1, 9), dtend=at(1, 10), summary="Mine")
    except caldav.lib.error.AuthorizationError:
        return
    raise AssertionError("a read-only calendar took an event")


def add_task(client):
    tasks = calendars(client)["tasks"]
    tasks.add_todo(summary="Essay", due=at(1, 20))
    assert len(tasks.todos()) == 1


def complete_task(client):
    tasks = calendars(client)["tasks"]
    tasks.todos()[0].complete()
    assert not tasks.todos() and len(tasks.todos(include_completed=True)) == 1


def make_calendar(client):
    principal = client.principal()
    made = principal.make_calendar(name="Club", cal_id="club")
    made.add_event(dtstart=datetime.date(2027, 3, 1), dtend=datetime.date(2027, 3, 2), summary="Trip")
    assert [each.icalendar_component["SUMMARY"] for each in made.events()] == ["Trip"]
    made.delete()
    assert "Club" not in [each.get_display_name() for each in principal.calendars()]


if __name__ == "__main__":
    url, email, password, step = sys.argv[1:]
    steps = {"write": write, "add-task": add_task, "complete-task": complete_task, "make-calendar": make_calendar}
    with caldav.DAVClient(url=url, username=email, password=password) as client:
        steps[step](client)
