"""To-dos that say more than a task can: every one is kept and synced, understood in part, and said to be so."""

import datetime

import pytest

from dav import Dav, added, calendar, new_uid, replaced, todo, value, values, vtodo
from reminders import REMINDERS
from study_people import PATH, add, edit, mark, settle, task_of

VANCOUVER = [
    "BEGIN:VTIMEZONE", "TZID:America/Vancouver", "BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
    "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700", "END:DAYLIGHT", "BEGIN:STANDARD", "DTSTART:20071104T020000",
    "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0800", "END:STANDARD", "END:VTIMEZONE"]
# Clocks that stay on daylight time, as no database of today has them.
NEWER = [
    "BEGIN:VTIMEZONE", "TZID:America/Vancouver", "BEGIN:STANDARD", "DTSTART:20070311T020000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700",
    "END:STANDARD", "END:VTIMEZONE"]


@pytest.fixture
def phone(ada):
    settle(ada, timeZone="America/Vancouver")
    return Dav(ada)


def only(person):
    [task] = person.items(PATH)
    return task


@pytest.mark.parametrize("lines, beyond, fields", REMINDERS.values(), ids=REMINDERS)
def test_an_ordinary_reminder_is_kept_and_planned_as_far_as_it_is_understood(lines, beyond, fields, ada, phone):
    body = todo(new_uid(), "Rent", *lines, "X-PHONE:1")
    phone.put("tasks", "a.ics", body, 201, if_none_match="*")
    task = only(ada)
    assert task["kind"] == "flexible" and task["calendarOnly"] == beyond
    assert {name: task[name] for name in fields} == fields
    assert phone.get("tasks", "a.ics").text == body, "kept byte for byte"
    first = phone.sync("tasks", names="<d:getetag/><c:calendar-data/>")
    assert list(first.data) == ["a.ics"]
    # A change in NoteIt leaves what it does not understand.
    edit(ada, task, priority="high")
    text = phone.get("tasks", "a.ics").text
    assert value(text, "PRIORITY") == "1" and value(text, "X-PHONE") == "1"
    for line in lines:
        name = line.split(":")[0].split(";")[0]
        assert line.split(":", 1)[1] in values(text, name), (name, text)
    assert task_of(ada, task)["calendarOnly"] == beyond
    assert list(phone.sync("tasks", first.token).tags) == ["a.ics"]


def test_a_long_title_is_cut_in_noteit_alone(ada, phone):
    title = "Read " + "and read " * 40
    body = todo(new_uid(), title.strip(), "DUE:20991201T090000Z")
    phone.put("tasks", "a.ics", body, 201)
    task = only(ada)
    assert task["calendarOnly"] == ["title"] and title.startswith(task["title"]) and 195 <= len(task["title"]) <= 200
    edit(ada, task, deadline="2099-12-02T09:00:00Z")
    assert value(phone.get("tasks", "a.ics").text, "SUMMARY") == title.strip()
    assert edit(ada, task, title="Read it")["calendarOnly"] is None
    assert value(phone.get("tasks", "a.ics").text, "SUMMARY") == "Read it"


@pytest.mark.parametrize("zone, whole", [(VANCOUVER, True), (NEWER, False)], ids=["the same zone", "a newer one"])
def test_a_weekly_to_do_is_a_fixed_task_if_its_clock_is_that_of_its_owner(zone, whole, ada, phone):
    body = calendar(zone, vtodo(new_uid(), "Bins", "DTSTART;TZID=America/Vancouver:20270105T090000",
                                "DUE;TZID=America/Vancouver:20270105T093000", "RRULE:FREQ=WEEKLY"))
    phone.put("tasks", "a.ics", body, 201)
    task = only(ada)
    assert (task["kind"], task["calendarOnly"]) == (("fixed", None) if whole else ("flexible", ["repetition"]))
    assert phone.get("tasks", "a.ics").text == body


def test_a_reminder_that_the_phone_ticks_off_moves_to_its_next_time(ada, phone):
    body = todo(new_uid(), "Rent", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY")
    phone.put("tasks", "a.ics", body, 201)
    phone.put("tasks", "a.ics", body.replace("20991201", "21000101"), 204)
    task = only(ada)
    assert (task["deadline"], task["done"], task["calendarOnly"]) == ("2100-01-02T07:59:00Z", False, ["repetition"])


def test_times_that_another_program_ticks_off_are_passed_over(ada, phone):
    uid = new_uid()
    series = vtodo(uid, "Rent", "DTSTART;VALUE=DATE:20991201", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY")
    done = [vtodo(uid, "Rent", f"RECURRENCE-ID;VALUE=DATE:{day}", f"DTSTART;VALUE=DATE:{day}", f"DUE;VALUE=DATE:{day}", "STATUS:COMPLETED",
                  "COMPLETED:20991201T100000Z") for day in ("20991201", "21000101")]
    body = calendar(series, *done)
    phone.put("tasks", "a.ics", body, 201)
    task = only(ada)
    assert (task["deadline"], task["done"]) == ("2100-02-02T07:59:00Z", False)
    edit(ada, task, priority="high")
    text = phone.get("tasks", "a.ics").text
    assert values(text, "DUE") == ["20991201", "20991201", "21000101"] and values(text, "STATUS").count("COMPLETED") == 2


def test_a_new_deadline_moves_the_series_and_keeps_its_rule(ada, phone):
    phone.put("tasks", "a.ics", todo(new_uid(), "Rent", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY"), 201)
    edit(ada, only(ada), deadline="2099-12-03T20:00:00Z")
    text = phone.get("tasks", "a.ics").text
    assert value(text, "DUE") == "20991203T200000Z" and value(text, "RRULE") == "FREQ=MONTHLY"


def test_a_time_of_a_series_is_done_and_the_series_goes_on(ada, phone):
    body = todo(new_uid(), "Rent", "DTSTART;VALUE=DATE:20991129", "DUE;VALUE=DATE:20991201", "RRULE:FREQ=MONTHLY;COUNT=3", "X-PHONE:1")
    phone.put("tasks", "a.ics", body, 201)
    task = only(ada)
    done = mark(ada, task)
    assert done["done"] is True and done["id"] != task["id"] and done["title"] == "Rent" and done["calendarOnly"] is None
    now = task_of(ada, task)
    assert (now["done"], now["deadline"], now["calendarOnly"]) == (False, "2100-01-01T07:59:00Z", ["repetition"])
    text = phone.get("tasks", "a.ics").text
    assert (value(text, "DTSTART"), value(text, "DUE"), value(text, "RRULE")) == ("20991229", "20991231", "FREQ=MONTHLY;COUNT=2")
    assert value(text, "X-PHONE") == "1" and values(text, "STATUS") in ([], ["NEEDS-ACTION"])
    mark(ada, task)
    last = mark(ada, task)
    assert last["id"] == task["id"] and last["done"] is True, "no time is left"
    assert value(phone.get("tasks", "a.ics").text, "STATUS") == "COMPLETED"


def test_to_dos_that_wait_for_each_other_are_kept(ada, phone):
    first, second = new_uid(), new_uid()
    phone.put("tasks", "a.ics", todo(first, "First", f"RELATED-TO;RELTYPE=DEPENDS-ON:{second}"), 201)
    phone.put("tasks", "b.ics", todo(second, "Second", f"RELATED-TO;RELTYPE=DEPENDS-ON:{first}"), 201)
    tasks = {each["title"]: each for each in ada.items(PATH)}
    assert tasks["Second"]["after"] == [tasks["First"]["id"]]
    phone.put("tasks", "a.ics", todo(first, "First", f"RELATED-TO;RELTYPE=DEPENDS-ON:{second}"), 204)
    assert task_of(ada, tasks["First"])["calendarOnly"] == ["after"]


def test_a_repeating_to_do_may_wait_for_another(ada, phone):
    first = add(ada, "First")
    phone.put("tasks", "a.ics", calendar(VANCOUVER, vtodo(
        new_uid(), "Bins", "DTSTART;TZID=America/Vancouver:20270105T090000", "RRULE:FREQ=WEEKLY",
        f"RELATED-TO;RELTYPE=DEPENDS-ON:{first['id']}@noteit")), 201)
    task = next(each for each in ada.items(PATH) if each["title"] == "Bins")
    assert (task["kind"], task["calendarOnly"]) == ("fixed", ["after"])


def test_the_due_time_of_an_event_stays_the_events_and_the_phone_is_told(ada, grace, course, phone):
    posted = grace.post(course["id"], "Midterm", kind="reminder", due="2099-03-01T20:00:00Z")
    task = add(ada, "Study", event=posted["id"])
    [name] = phone.objects("tasks").tags
    text = phone.get("tasks", name).text
    answer = phone.put("tasks", name, replaced(replaced(text, "DUE", ":20990302T200000Z"), "SUMMARY", ":Study hard"), 204)
    assert "ETag" not in answer.headers, "the program reads it again"
    now = task_of(ada, task)
    assert (now["deadline"], now["event"]) == ("2099-03-01T20:00:00Z", posted["id"])
    assert value(phone.get("tasks", name).text, "DUE").startswith("20990301T200000Z")


def test_a_series_that_is_understood_again_is_a_fixed_task_again(ada, phone):
    uid = new_uid()
    def body(*rules):
        return calendar(VANCOUVER, vtodo(uid, "Bins", "DTSTART;TZID=America/Vancouver:20270105T090000",
                                         "DUE;TZID=America/Vancouver:20270105T093000", *rules))
    kinds = []
    for rules in (["RRULE:FREQ=WEEKLY"], ["RRULE:FREQ=HOURLY"], ["RRULE:FREQ=WEEKLY"], []):
        phone.put("tasks", "a.ics", body(*rules))
        kinds.append((only(ada)["kind"], only(ada)["calendarOnly"]))
    assert kinds == [("fixed", None), ("flexible", ["repetition"]), ("fixed", None), ("fixed", None)]


def test_a_whole_list_of_a_phone_syncs_with_what_is_understood_in_part(ada, phone):
    bodies = {f"{number}.ics": todo(new_uid(), f"To-do {number}", *lines) for number, (lines, _, _) in enumerate(REMINDERS.values())}
    for name, body in bodies.items():
        phone.put("tasks", name, body, 201, if_none_match="*")
    found = phone.sync_all("tasks")
    assert sorted(found.tags) == sorted(bodies)
    assert {name: phone.get("tasks", name).text for name in bodies} == bodies
    later = phone.query("tasks", start="21000101T000000Z", end="21000103T000000Z").tags
    assert "0.ics" in later, "rent of January"
    for name in bodies:
        phone.delete("tasks", name, 204)
    assert ada.items(PATH) == []


def test_a_renamed_study_block_is_kept(ada, phone):
    settle(ada, timeZone="UTC", hours={day: [{"start": "00:00", "end": "24:00"}] for day in "MTWRFSU"})
    start = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=2)
    add(ada, "Essay", earliest=start.strftime("%Y-%m-%dT00:00:00Z"))
    ada.get("/v1/me/study-timetable")
    [(name, text)] = phone.texts("study").items()
    renamed = added(replaced(text, "SUMMARY", ":Library"), "X-PHONE:1")
    phone.put("study", name, renamed, 204)
    assert phone.get("study", name).text == renamed
    [block] = [each for each in ada.get("/v1/me/study-timetable")["blocks"] if each["kind"] == "study"]
    assert (block["title"], block["pinned"]) == ("Essay", False)
